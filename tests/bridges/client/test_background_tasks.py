"""What runs beside the agent ends with its run, and its failures are said in plain words."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from courtside_bridges.client.background_tasks import Tasks
from courtside_bridges.web.page_world import PageWorld


class GonePage:
    """The session of a page that was closed again at once."""

    async def send(self, method: str, params: dict[str, Any] | None = None) -> Any:
        raise ConnectionError("the page has gone")

    async def detach(self) -> None: ...

    def on(self, event: str, handle: Callable[[dict[str, Any]], None]) -> None: ...


async def test_a_page_that_is_closed_before_it_is_watched_is_a_connection_error() -> None:
    world = PageWorld(GonePage(), "world", "", lambda frame: None)
    with pytest.raises(ConnectionError, match="the page has gone"):
        await world.start()


async def test_of_errors_that_come_together_a_person_reads_the_first(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fail() -> None:
        raise ExceptionGroup("unhandled errors in a TaskGroup", [OSError("no room is left")])

    tasks = Tasks()
    tasks.start(fail())
    await asyncio.sleep(0)
    await tasks.close()
    assert [one.getMessage() for one in caplog.records] == [
        "courtside: a part of this run was not recorded (no room is left)"
    ]


async def test_nothing_starts_after_the_end() -> None:
    started = asyncio.Event()

    async def work() -> None:
        started.set()

    tasks = Tasks()
    await tasks.close()
    tasks.start(work())
    await asyncio.sleep(0)
    assert not started.is_set()
