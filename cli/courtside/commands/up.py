"""`courtside up`: starts the daemon."""

from __future__ import annotations

import asyncio
import sys
import threading
from urllib.parse import urlsplit

import click
import msgspec

from courtside.output.printing import as_json, print_json
from courtside.running_daemon import need_daemon, page_url, start_detached
from courtside_bridges.client.link import send_outbox
from courtside_judge.backends.chosen import live_judge
from courtside_store.config import Config
from courtside_store.daemon_state import Running, read_running
from courtside_store.schema_check import find_damage

CHECK_S = 0.5
"""How long damage in the database is looked for; `courtside doctor` looks longer."""


@click.command()
@click.option("--detach", is_flag=True, help="Run in the background; return once the daemon runs.")
@click.option("--open", "open_page", is_flag=True, help="Open the page in the browser.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="PORT",
    help="Listen on this port; 0 takes any free one.",
)
@as_json
@click.pass_obj
def up(config: Config, detach: bool, open_page: bool, port: int | None, as_json: bool) -> None:
    """Start the daemon and serve until Ctrl-C."""
    if port is not None:
        config = msgspec.structs.replace(config, port=port)
    running = read_running(config)
    if running and port and port != urlsplit(running.url).port:
        raise RuntimeError(f"courtside already runs at {running.url}; `courtside stop` ends it")
    if running or detach:
        _print(running or start_detached(config, _say), running is not None, as_json)
        _warn(config)
        return _open(config, open_page)
    from courtside_daemon.app import serve
    from courtside_daemon.logs import log_to
    from courtside_refine.captions.collection import open_collection
    from courtside_refine.lessons.reflectors import reflector_for

    log_to(config.daemon_log)

    def runs(running: Running) -> None:
        _print(running, False, as_json)
        _warn(config)
        _open(config, open_page)
        threading.Thread(target=send_outbox, args=(config,), daemon=True).start()

    asyncio.run(serve(config, reflector_for(config), open_collection, runs))
    return None


def _print(running: Running, already: bool, as_json: bool) -> None:
    if as_json:
        return print_json({"url": running.url, "pid": running.pid, "already_running": already})
    where = f"courtside {'already ' * already}runs at {running.url}"
    return click.echo(f"{where}  (`courtside url` prints a link to its page)")


def _say(line: str) -> None:
    """To a person who waits; a program waits without words."""
    if sys.stderr.isatty():
        click.echo(line, err=True)


def _warn(config: Config) -> None:
    """Where the database is damaged, and where the judge lacks its model: steps are recorded, and
    no verdict comes.
    """
    if damage := find_damage(config, CHECK_S):
        click.echo(damage, err=True)
    if (name := live_judge(config)) != "evidence":
        from courtside_judge.readiness import not_ready  # takes longer than the rest of this file

        if why := not_ready(config, name):
            click.echo(f"judge {name} is not ready: {why}", err=True)


def _open(config: Config, open_page: bool) -> None:
    if open_page:
        click.launch(page_url(config, need_daemon(config)))
