"""`courtside ios`: the proxy that an agent talks to instead of its idb companion."""

from __future__ import annotations

import asyncio
import signal

import click

from courtside.options.task_options import task_options
from courtside.output.ended_runs import report_ended
from courtside_bridges.ios.companion import PORT
from courtside_bridges.ios.recorded_device import WatchOptions, record_proxy
from courtside_store.config import Config


@click.command()
@click.option(
    "--companion",
    default=f"localhost:{PORT}",
    show_default=True,
    metavar="HOST:PORT",
    help="Where the idb companion listens.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="PORT",
    default=PORT + 1,
    show_default=True,
    help="Listen on this port; 0 takes any free one.",
)
@task_options
@click.option(
    "--lessons",
    is_flag=True,
    help="Tell the agent the lessons of a run that failed, as headers of the proxy's answers.",
)
@click.option(
    "--unmasked",
    is_flag=True,
    help="Keep pictures and text of a device without a UI tree.",
)
@click.pass_obj
def ios(
    config: Config,
    companion: str,
    port: int,
    task: str,
    agent: str,
    lessons: bool,
    unmasked: bool,
) -> None:
    """Watch an agent that drives iOS through idb.

    The verdict on each run that ends is printed.
    """
    watching = WatchOptions(task=task, agent=agent, lessons=lessons, unmasked=unmasked)
    asyncio.run(_serve(config, companion, port, watching))


async def _serve(config: Config, companion: str, port: int, watching: WatchOptions) -> None:
    stopped = asyncio.Event()
    for one in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(one, stopped.set)
    async with record_proxy(companion, port, watching, config, report_ended) as (device, listening):
        click.echo(f"recording {device.title}; Ctrl-C ends it")
        click.echo(f"  the agent's line: export IDB_COMPANION=127.0.0.1:{listening}")
        await stopped.wait()
