"""Watches an Appium session whose commands do not go through our proxy: its screens alone."""

from __future__ import annotations

import asyncio
import contextlib

import msgspec

from courtside_bridges.client.linked_run import LinkedRun
from courtside_store.config import Config
from courtside_store.records import EndedBy, Observation

from .appium_device import AppiumDevice, CommandRefused, Traits
from .appium_runs import OnEnd, Runs
from .screens import ScreenLook
from .upstream import read_server

EVERY_S = 1.0
"""The time between two looks. Each takes the device's time, which the agent then waits for."""


async def attach(
    appium: str,
    session: str,
    config: Config,
    *,
    task: str = "",
    every_s: float = EVERY_S,
    stop: asyncio.Event | None = None,
    on_end: OnEnd | None = None,
) -> int:
    """Looks until the session goes or `stop` is set; how many screens differed from the last.

    A screen that changed is a step without an action. `on_end`: see `Runs`. Raises ValueError where
    the server does not know the session, OSError where there is no server.
    """
    stop = stop or asyncio.Event()
    server = read_server(appium)
    async with Runs(server.url, config, task, on_end=on_end) as runs:
        await _check(runs.device(session, Traits()), session, server.url)
        run = await runs.find(session, adopt=True)
        if run is None:
            raise ValueError(f"{server.url} knows no session {session!r}")
        run.stop_looking()
        by: EndedBy = "stop"
        try:
            await _watch(run.device, run.recorded, every_s, stop)
        except CommandRefused:
            by = "session-gone"
        await runs.end(session, by)
        return run.recorded.steps


async def _check(device: AppiumDevice, session: str, appium: str) -> None:
    try:
        await device.ask("GET", "/timeouts")
    except CommandRefused as error:
        raise ValueError(f"{appium} has no session {session!r} ({error})") from error
    except OSError as error:
        raise OSError(f"no Appium server answers at {appium} ({error})") from error


async def _watch(
    device: AppiumDevice, recorded: LinkedRun, every_s: float, stop: asyncio.Event
) -> None:
    last: Observation | None = None
    wary = False
    while not stop.is_set():
        screen = await device.look(wary=wary)
        wary = screen.has_secrets
        look = _kept(screen, recorded)
        if last is None or _shows(look) != _shows(last):
            recorded.step((), last, look)
            last = look
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(every_s):
                await stop.wait()


def _kept(screen: ScreenLook, recorded: LinkedRun) -> Observation:
    """The look, with its frame on the way."""
    sha = recorded.link.frame(screen.frame) if screen.frame else None
    return msgspec.structs.replace(screen.look, frame=sha)


def _shows(look: Observation) -> tuple[object, ...]:
    """What makes two looks the same screen: same pixels, or same tree where there are none."""
    return (look.frame, look.withheld, look.elements if look.frame is None else ())
