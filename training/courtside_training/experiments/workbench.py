"""Makes attempts side by side, each once: what a file knows is not made again.

Each lane has a browser and servers of its own: an app has one state for all who use it.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Generic, TypeVar

from playwright.async_api import Error, async_playwright

from courtside_refine.kept_rows import KeptRows
from courtside_store.records import Record
from courtside_training.collecting.watchers import Watchable, watchable

from .places import Place, opened

LANES = 2
JOBS_A_BROWSER = 250


class KeptAttempt(Record, frozen=True, kw_only=True):
    """One attempt that was made. To inherit from."""

    key: str
    """Says how it was made."""


Made = TypeVar("Made", bound=KeptAttempt)


class Work(Record, Generic[Made], frozen=True, kw_only=True):
    """One attempt that is to be made."""

    key: str
    place: str
    make: Callable[[Place, Watchable], Awaitable[Made]]


class Places:
    """The places of one lane, each opened when it is needed first."""

    def __init__(self, opening: ExitStack) -> None:
        self._opening = opening
        self._known: dict[str, Place] = {}

    def opened(self, name: str) -> Place:
        if name not in self._known:
            self._known[name] = self._opening.enter_context(opened(name))
        return self._known[name]


class Workbench(Generic[Made]):
    """One file of attempts of one kind."""

    def __init__(self, path: Path, kind: type[Made], lanes: int = LANES) -> None:
        self._file = KeptRows(path, kind)
        self._known = {one.key: one for one in self._file.rows}
        self._lanes = lanes

    def done(self, works: Iterable[Work[Made]]) -> list[Made]:
        """All of them in their order; one that the place or the browser failed is left out."""
        listed = list(works)
        todo = list({work.key: work for work in listed if work.key not in self._known}.values())
        if todo:
            asyncio.run(self._make_all(todo))
        return self.found(listed)

    def found(self, works: Iterable[Work[Made]]) -> list[Made]:
        """Those that are made, in their order."""
        return [self._known[work.key] for work in works if work.key in self._known]

    async def _make_all(self, todo: Sequence[Work[Made]]) -> None:
        left = list(todo)[::-1]
        async with async_playwright() as driver, asyncio.TaskGroup() as group:
            for _ in range(min(self._lanes, len(todo))):
                group.create_task(self._lane(driver, left))

    async def _lane(self, driver: Any, left: list[Work[Made]]) -> None:
        with ExitStack() as opening:
            places = Places(opening)
            while left:
                async with watchable(driver) as browser:
                    for _ in range(JOBS_A_BROWSER):
                        if not left:
                            return
                        if not browser.is_open:
                            break
                        await self._make(places, browser, left.pop())

    async def _make(self, places: Places, browser: Watchable, work: Work[Made]) -> None:
        try:
            rolled = await work.make(places.opened(work.place), browser)
        except (Error, ValueError, TimeoutError, ConnectionError, OSError) as error:
            message = next(iter(str(error).splitlines()), type(error).__name__)
            print(f"{work.key} was left out: {message}", file=sys.stderr, flush=True)
            return
        self._known[work.key] = rolled
        self._file.add(rolled)
