"""`courtside android`: watches phones through Appium."""

from __future__ import annotations

import asyncio
import signal

import click

from courtside.options.task_options import checked_task
from courtside.output.ended_runs import report_ended
from courtside_bridges.android.attach import attach
from courtside_bridges.android.running_proxy import PORT, proxying
from courtside_store.addresses import clean_address
from courtside_store.config import Config
from courtside_store.rendering import counted


@click.command()
@click.option(
    "--appium", default="http://127.0.0.1:4723", show_default=True, help="The Appium server."
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="PORT",
    default=PORT,
    show_default=True,
    help="Listen on this port; 0 takes any free one.",
)
@click.option(
    "--task",
    default="",
    callback=checked_task,
    help="The task; a session's `courtside:task` overrides it.",
)
@click.option("--agent", default="", help="The agent's name.")
@click.option(
    "--session", metavar="ID", help="Watch a session that does not use this proxy: screens only."
)
@click.pass_obj
def android(
    config: Config, appium: str, port: int, task: str, agent: str, session: str | None
) -> None:
    """Watch agents that drive a phone through Appium.

    Prints the one address that the agent must use instead of Appium's, and the verdict on each run
    that ends; see docs/guide/devices.md.
    """
    if session:
        asyncio.run(_attach(config, appium, session, task))
    else:
        asyncio.run(_proxy(config, appium, port, task, agent))


async def _proxy(config: Config, appium: str, port: int, task: str, agent: str) -> None:
    stop = _stop()
    how = {"task": task, "agent": agent}
    async with proxying(appium, config, port=port, on_end=report_ended, **how) as (url, _):
        click.echo(url)
        click.echo(
            f"Give this address to the agent instead of {clean_address(appium)}; Ctrl-C ends.",
            err=True,
        )
        await stop.wait()


async def _attach(config: Config, appium: str, session: str, task: str) -> None:
    click.echo(f"watching the screens of session {session}; Ctrl-C ends.", err=True)
    steps = await attach(appium, session, config, task=task, stop=_stop(), on_end=report_ended)
    click.echo(counted(steps, "screen"))


def _stop() -> asyncio.Event:
    """Set on Ctrl-C and on SIGTERM, so that what waits is still sent."""
    stopped, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    return stopped
