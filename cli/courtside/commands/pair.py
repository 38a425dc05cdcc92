"""`courtside pair`: a code that lets a Chrome extension in."""

from __future__ import annotations

import click

from courtside.output.printing import as_json, print_json
from courtside.running_daemon import need_daemon
from courtside_bridges.client.control_api import call_for
from courtside_store.config import Config
from courtside_store.wire.http_answers import Pairing


@click.command()
@as_json
@click.pass_obj
def pair(config: Config, as_json: bool) -> None:
    """Print the code that pairs the Chrome extension."""
    pairing = call_for(Pairing, config, need_daemon(config), "POST", "/v1/pair", {})
    if as_json:
        return print_json(pairing)
    click.echo(
        f"{pairing.code}   type it in the extension's popup within {pairing.expires_s:.0f} s"
    )
    return None
