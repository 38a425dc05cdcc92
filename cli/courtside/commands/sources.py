"""`courtside sources`: who may send to the daemon, and takes that back."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import click

from courtside.printing import as_json, print_json
from courtside.tables import console, print_table
from courtside_bridges.client.daemon_address import call
from courtside_store.config import Config, Running, read_running

REVOKED = (
    "{id} is revoked: what it had connected is disconnected, and its token is refused from now on. "
    "What it sent stays (`courtside purge`). The extension has to be paired again; what you start "
    "yourself on this computer (`watch`, `android`, ...) gets a new token by itself."
)


@click.command()
@click.option("--revoke", metavar="ID", help="Disconnect this source and refuse its token.")
@as_json
@click.pass_obj
def sources(config: Config, revoke: str | None, as_json: bool) -> None:
    """List who may send to the daemon, or revoke one."""
    running = read_running(config)
    if running is None:
        raise ValueError("the daemon is not running; `courtside up` starts it")
    if revoke:
        call(config, running, "DELETE", f"/v1/sources/{revoke}")
        click.echo(REVOKED.format(id=revoke))
        return
    known = _known(config, running)
    if as_json:
        print_json(known)
        return
    rows = [[one["id"], one["source"], one["name"], _day(one["created_at_ms"])] for one in known]
    if rows:
        print_table(console(), ("id", "source", "name", "since"), rows, "name")
    else:
        click.echo("no source may send yet; `courtside pair` lets the extension")


def _known(config: Config, running: Running) -> list[dict[str, Any]]:
    known: Any = call(config, running, "GET", "/v1/sources")
    return list(known)


def _day(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000).astimezone().strftime("%Y-%m-%d %H:%M")
