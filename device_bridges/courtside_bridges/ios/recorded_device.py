"""Puts the parts of an iOS bridge together: companion, screen, recorder, run."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from courtside_bridges.client.linked_run import LinkedRun, open_link
from courtside_store.config import Config, load_config
from courtside_store.records import Record

from .companion import PORT, Companion, IdbTarget, open_channel, read_address
from .lesson_headers import RunLessons
from .proxy import proxied
from .recorder import AFTER_S, SETTLE_S, IosRecorder
from .screen import IosScreen

CONNECT_S = 10.0


class WatchOptions(Record, frozen=True, kw_only=True):
    """How a device is watched. What a person may set."""

    task: str = ""
    agent: str = ""
    attempt: int = 1
    parent_run: str | None = None
    lessons: bool = False
    """Behind the proxy: a run that failed makes the next one a further attempt, whose agent is told
    the lessons."""
    unmasked: bool = False
    """Keep pictures also where the companion gives no UI tree to mask them by."""
    settle_s: float = SETTLE_S
    after_s: float = AFTER_S


class RecordedDevice(Record, frozen=True, kw_only=True):
    """The parts of a device that is being recorded."""

    companion: Companion
    device: IdbTarget
    recorder: IosRecorder
    lessons: RunLessons


@asynccontextmanager
async def open_device(
    where: str,
    watching: WatchOptions,
    config: Config | None = None,
    for_proxy: bool = False,
    on_end: Callable[[LinkedRun], None] | None = None,
) -> AsyncIterator[RecordedDevice]:
    """A device behind a companion (HOST:PORT), recorded for as long as this is open.

    `on_end` is called with each run that has ended, in a thread of its own: it may wait for the
    verdict. Raises ValueError for an address that is none, ModuleNotFoundError where fb-idb is
    missing, ConnectionError where no companion answers.
    """
    address = read_address(where)
    config = config or load_config()
    async with open_channel(address) as channel:
        companion = Companion(channel)
        device = await _describe(companion, where)
        link = open_link(device.title, config, "idb", "ios")

        lessons = RunLessons(config, watching.lessons)

        def open_run() -> LinkedRun:
            number, parent = watching.attempt, watching.parent_run
            if (earlier := lessons.earlier) is not None:
                number, parent = earlier.number, earlier.run
            return LinkedRun(link, watching.task, watching.agent, number, parent)

        reports: set[asyncio.Future[None]] = set()

        def ended(run: LinkedRun) -> None:
            if for_proxy:
                lessons.ended(run.run)
            if on_end:
                report = asyncio.get_running_loop().run_in_executor(None, on_end, run)
                reports.add(report)
                report.add_done_callback(reports.discard)

        screen = IosScreen(companion, device, link.frame, watching.unmasked)
        recorder = IosRecorder(
            screen,
            open_run,
            config.idle_s,
            watching.settle_s,
            watching.after_s,
            ended,
        )
        try:
            async with recorder.working():
                yield RecordedDevice(
                    companion=companion, device=device, recorder=recorder, lessons=lessons
                )
        finally:
            if reports:
                await asyncio.wait(reports)
            await lessons.close()
            await asyncio.to_thread(link.close)


@asynccontextmanager
async def record_proxy(
    where: str,
    port: int,
    watching: WatchOptions,
    config: Config | None = None,
    on_end: Callable[[LinkedRun], None] | None = None,
) -> AsyncIterator[tuple[IdbTarget, int]]:
    """A proxy on loopback that records what goes through it; the device and the proxy's port.

    `on_end`: see `open_device`. Raises what that does, and OSError where the port is taken.
    """
    async with open_device(where, watching, config, for_proxy=True, on_end=on_end) as opened:
        opened.recorder.end_when_idle()
        address = read_address(where)
        parts = opened.recorder, opened.lessons
        async with proxied(("127.0.0.1", port), address, *parts) as listening:
            yield opened.device, listening


async def _describe(companion: Companion, where: str) -> IdbTarget:
    from grpclib.exceptions import GRPCError, StreamTerminatedError

    try:
        async with asyncio.timeout(CONNECT_S):
            return await companion.describe()
    except (OSError, TimeoutError, GRPCError, StreamTerminatedError) as error:
        reason = str(error) or type(error).__name__
        raise ConnectionError(
            f"no idb companion answers at {where} ({reason}); start one on the Mac with "
            f"`idb_companion --udid UDID --grpc-port {PORT}`"
        ) from error
