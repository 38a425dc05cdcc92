"""Watches every page of a browser through its debug port, beside whatever drives it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine
from functools import partial
from types import TracebackType
from typing import Any, Self, Unpack

from courtside_bridges.client.linked_run import Outcome
from courtside_bridges.client.waiting_thread import wait_in_thread
from courtside_bridges.client.watched_run import FINISH_S

from .browser_pages import BrowserPages
from .cdp import connected
from .watched import BlockingWatched, RunOptions


class PortWatched(BlockingWatched):
    """`with watch(cdp="http://127.0.0.1:9222", task=...) as run`; `async with` works alike.

    The agent may live in another process and be written in anything.
    """

    def __init__(self, address: str, task: str = "", **options: Unpack[RunOptions]) -> None:
        super().__init__(task, **options)
        self._pages = BrowserPages(self._observer, self._start, partial(connected, address))

    def __enter__(self) -> Self:
        """Raises ConnectionError where no browser answers; then no run has begun."""
        try:
            self._pages.open(self._recorded.begin)
        except ConnectionError:
            self._close_link()
            raise
        return self

    async def __aenter__(self) -> AsyncPort:
        await asyncio.to_thread(self.__enter__)
        return AsyncPort(self)

    @property
    def connected(self) -> bool:
        """Whether the browser is there."""
        return self._pages.connected

    def thought(self, text: str) -> None:
        """The agent's reasoning for its next action."""
        self._pages.soon(partial(self._observer.think, text))

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        try:
            self._wait(self._leave(error))
            self._pages.close()
        finally:
            self._close_link()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        await asyncio.to_thread(self.__exit__, kind, error, at)

    def _wait(self, work: Coroutine[Any, Any, None]) -> None:
        """In the thread of the pages."""
        self._pages.wait(self._pages.submit(work))


class AsyncPort:
    """A run on a debug port, for an asynchronous agent."""

    def __init__(self, watched: PortWatched) -> None:
        self._watched = watched
        self.run = watched.run
        self.thought = watched.thought
        self.oracle = watched.oracle

    async def step(self, action: str = "", thought: str = "") -> None:
        """Announces a step, for what the page cannot show."""
        await asyncio.to_thread(self._watched.step, action, thought)

    @contextlib.asynccontextmanager
    async def together(self, thought: str = "") -> AsyncIterator[None]:
        """Several actions that are one step of the agent: `async with run.together("..."):`."""
        group = self._watched.together(thought)
        await asyncio.to_thread(group.__enter__)
        try:
            yield
        finally:
            await asyncio.to_thread(group.__exit__, None, None, None)

    async def settled(self) -> None:
        """Returns once every action so far has become a step."""
        await asyncio.to_thread(self._watched.settled)

    async def finish(
        self,
        answer: str = "",
        claims_success: bool | None = None,
        timeout_s: float = FINISH_S,
        *,
        truncated: bool = False,
    ) -> Outcome:
        """Ends the run and waits for its verdict."""
        finish = partial(self._watched.finish, truncated=truncated)
        return await wait_in_thread(finish, answer, claims_success, timeout_s)
