"""One run watched through a page or a browser: what the observer sees becomes its steps."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine, Iterator
from typing import Any, TypedDict

from courtside_bridges.client.background_tasks import Tasks
from courtside_bridges.client.link import Link
from courtside_bridges.client.linked_run import (
    LinkedRun,
    Outcome,
    crash_reason,
    ended_by,
    open_link,
)
from courtside_bridges.client.watched_run import FINISH_S
from courtside_store.config import Config, load_config
from courtside_store.records import Action, EndedBy, Step, now_ms

from .browser_pages import UNANSWERED
from .observer import Observer

log = logging.getLogger("courtside")
ATTACH_S = 2.5
"""The agent waits so long at most for its page to be watched: one that hangs is watched later."""


class RunOptions(TypedDict, total=False):
    """The options with which a run is opened, beside its task."""

    agent: str
    attempt: int
    parent_run: str | None
    config: Config | None
    link: Link | None


class Watched:
    """One run of one agent. Errors of ours never reach the agent."""

    def __init__(
        self,
        task: str = "",
        agent: str = "",
        attempt: int = 1,
        parent_run: str | None = None,
        config: Config | None = None,
        link: Link | None = None,
    ) -> None:
        config = config or load_config()
        self._own_link = link is None
        self._link = link or open_link(agent or "agent", config)
        self._recorded = LinkedRun(self._link, task, agent, attempt, parent_run, begins=False)
        self.run = self._recorded.run
        self.oracle = self._recorded.oracle
        self._window: int | None = None
        """The window that the last step ended on."""
        self._tasks = Tasks()
        self._observer = Observer(
            self._link.frame,
            self._add_step,
            self.run,
            self._start,
            config.mask,
            self._recorded.add_effects,
        )

    def _add_step(self, step: Step) -> None:
        self._window = step.after.window if step.after else None
        self._recorded.add_step(step)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs a coroutine beside the agent."""
        self._tasks.start(work)

    def thought(self, text: str) -> None:
        """The agent's reasoning for its next action."""
        self._observer.think(text)

    def _is_closed(self) -> bool:
        """Whether there is nothing left to watch."""
        return self._observer.gone

    async def _first_look(self, page: Any) -> None:
        """Returns once the page was looked at, or hangs."""
        try:
            async with asyncio.timeout(ATTACH_S):
                await self._observer.first_looks()
        except TimeoutError:
            log.warning(UNANSWERED, page.url, ATTACH_S)

    def _ended_by(self, error: BaseException | None) -> EndedBy:
        if error is not None:
            return ended_by(error)
        if self._observer.front_crashed:
            return "page-crashed"
        return "tab-closed" if self._is_closed() else "stop"

    async def _finish(self, answer: str, claims_success: bool | None, truncated: bool) -> None:
        await self._observer.settle()
        left = self._observer.opener_window not in (None, self._window)
        if (left or not self._recorded.steps) and not self._is_closed():
            # An agent that only read the page, or did nothing, or whose pop-up closed after its
            # last action: a step without an action keeps what is there to see.
            await self._observer.announce((), "")
        self._end_observer()
        by: EndedBy = "truncated" if truncated else "finish"
        if self._observer.front_crashed:
            by = "page-crashed"
        self._recorded.end(by, answer, claims_success)

    def _end_observer(self) -> None:
        self._observer.end()
        self._recorded.know(self._observer.known)

    def _close_link(self) -> None:
        if self._own_link:
            self._link.close()

    async def _end(self, error: BaseException | None) -> None:
        """Ends a run that nobody finished."""
        if not self._recorded.ended:
            await self._observer.settle()
            self._end_observer()
            self._recorded.end(self._ended_by(error), reason=crash_reason(error))

    async def _leave(self, error: BaseException | None) -> None:
        """Ends a run that nobody finished, and releases its pages."""
        await self._end(error)
        await self._tasks.close()
        await self._observer.stop()


class BlockingWatched(Watched):
    """A run of an agent that waits for each call."""

    def _wait(self, work: Coroutine[Any, Any, None]) -> None:
        """Returns once the work is done, or was given up."""
        raise NotImplementedError

    def settled(self) -> None:
        """Returns once every action so far has become a step."""
        self._wait(self._observer.settle())

    def step(self, action: str = "", thought: str = "") -> None:
        """Announces a step, for what the page cannot show."""
        self._wait(self._observer.announce(announced(action), thought))

    @contextlib.contextmanager
    def together(self, thought: str = "") -> Iterator[None]:
        """Several actions that are one step of the agent: `with run.together("..."):`."""
        self._wait(self._observer.hold())
        try:
            yield
        finally:
            self._wait(self._observer.release(thought))

    def finish(
        self,
        answer: str = "",
        claims_success: bool | None = None,
        timeout_s: float = FINISH_S,
        *,
        truncated: bool = False,
    ) -> Outcome:
        """Ends the run and waits for its verdict."""
        self._wait(self._finish(answer, claims_success, truncated))
        return self._recorded.wait_outcome(timeout_s)

    def stop(self, timeout_s: float = FINISH_S) -> Outcome | None:
        """Ends a run whose agent says nothing and waits for its verdict; None without a step."""
        self._wait(self._end(None))
        return self._recorded.wait_outcome(timeout_s) if self._recorded.steps else None


def announced(action: str) -> tuple[Action, ...]:
    """The action of a step that an agent tells of itself, in its own words."""
    return (Action(kind="other", at_ms=now_ms(), text=action),) if action else ()
