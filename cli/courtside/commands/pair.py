"""`courtside pair`: a code that lets a Chrome extension in."""

from __future__ import annotations

import click

from courtside.printing import as_json, print_json
from courtside.running_daemon import need_daemon
from courtside_bridges.client.daemon_address import call
from courtside_store.config import Config


@click.command()
@as_json
@click.pass_obj
def pair(config: Config, as_json: bool) -> None:
    """Print the code that pairs the Chrome extension."""
    answer = call(config, need_daemon(config), "POST", "/v1/pair", {})
    if as_json:
        return print_json(answer)
    click.echo(
        f"{answer['code']}   type it in the extension's popup within {answer['expires_s']:.0f} s"
    )
    return None
