"""`courtside stop`: ends the daemon, and waits until its files are free."""

from __future__ import annotations

import time

import click

from courtside.output.printing import as_json, print_json
from courtside.running_daemon import need_daemon
from courtside_bridges.client.control_api import call
from courtside_store.config import Config
from courtside_store.daemon_state import is_locked

STOP_S = 30.0


@click.command()
@as_json
@click.pass_obj
def stop(config: Config, as_json: bool) -> None:
    """Stop the daemon, and wait until it has ended."""
    call(config, need_daemon(config), "POST", "/v1/stop", {})
    end = time.monotonic() + STOP_S
    while is_locked(config):
        if time.monotonic() > end:
            raise RuntimeError(
                f"the daemon is still stopping after {STOP_S:g} s; run `courtside stop` again"
            )
        time.sleep(0.05)
    print_json({"stopped": True}) if as_json else click.echo("stopped")
