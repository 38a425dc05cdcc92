"""`courtside sources`: lists who may send to the daemon, and revokes that."""

from __future__ import annotations

from datetime import datetime
from urllib.parse import quote

import click

from courtside.output.printing import as_json, print_json
from courtside.output.terminal_tables import console, print_table
from courtside.running_daemon import need_daemon
from courtside_bridges.client.control_api import call, call_for
from courtside_store.config import Config
from courtside_store.wire.http_answers import KnownSource

REVOKED = (
    "{id} is revoked: it is disconnected and its token is refused from now on. What it sent stays "
    "stored; `courtside purge` deletes it. Pair the extension again; commands that you start on "
    "this computer (`watch`, `android`, ...) get a new token by themselves."
)


@click.command()
@click.option("--revoke", metavar="ID", help="Disconnect this source and refuse its token.")
@as_json
@click.pass_obj
def sources(config: Config, revoke: str | None, as_json: bool) -> None:
    """List who may send to the daemon, or revoke one."""
    running = need_daemon(config)
    if revoke is not None:
        if not revoke:
            raise click.UsageError("--revoke needs an id; `courtside sources` lists them")
        call(config, running, "DELETE", f"/v1/sources/{quote(revoke, safe='', errors='replace')}")
        click.echo(REVOKED.format(id=revoke))
        return
    known = call_for(list[KnownSource], config, running, "GET", "/v1/sources")
    if as_json:
        print_json(known)
        return
    rows = [[one.id, one.source or "", one.name, _day(one.created_at_ms)] for one in known]
    if rows:
        print_table(console(), ("id", "source", "name", "since"), rows, "name")
    else:
        click.echo("no source is paired yet; `courtside pair` pairs the extension")


def _day(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000).astimezone().strftime("%Y-%m-%d %H:%M")
