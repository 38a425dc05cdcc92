"""What a watched run offers an agent, as types: an editor completes them, a checker holds them."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager, AbstractContextManager
from types import TracebackType
from typing import Protocol

from .linked_run import Outcome

FINISH_S = 60.0
"""How long `finish` waits for the verdict, unless its caller says otherwise."""


class WatchedRun(Protocol):
    """One run of an agent that waits for each call: `with courtside.watch(...) as run`."""

    run: str
    """The run's id; empty where nothing is recorded."""

    def thought(self, text: str) -> None:
        """The agent's reasoning for its next action."""

    def step(self, action: str = "", thought: str = "") -> None:
        """Announces a step, for what the page cannot show."""

    def together(self, thought: str = "") -> AbstractContextManager[None]:
        """Several actions that are one step of the agent: `with run.together("..."):`."""
        ...

    def settled(self) -> None:
        """Returns once every action so far has become a step."""

    def finish(
        self,
        answer: str = "",
        claims_success: bool | None = None,
        timeout_s: float = FINISH_S,
        *,
        truncated: bool = False,
    ) -> Outcome:
        """Ends the run and waits for its verdict, which is never None. `truncated`: the agent was
        cut off, e.g. after so many steps, before it said that it was done."""
        ...

    def oracle(self, success: bool, reward: float | None = None, name: str = "") -> None:
        """A benchmark's own result for this run; no judge sees it."""


class AsyncWatchedRun(Protocol):
    """A watched run of an asynchronous agent: `async with courtside.watch(...) as run`."""

    run: str
    """The run's id; empty where nothing is recorded."""

    def thought(self, text: str) -> None:
        """The agent's reasoning for its next action."""

    async def step(self, action: str = "", thought: str = "") -> None:
        """Announces a step, for what the page cannot show."""

    def together(self, thought: str = "") -> AbstractAsyncContextManager[None]:
        """Several actions that are one step of the agent: `async with run.together("..."):`."""
        ...

    async def settled(self) -> None:
        """Returns once every action so far has become a step."""

    async def finish(
        self,
        answer: str = "",
        claims_success: bool | None = None,
        timeout_s: float = FINISH_S,
        *,
        truncated: bool = False,
    ) -> Outcome:
        """Ends the run and waits for its verdict, which is never None. `truncated`: the agent was
        cut off, e.g. after so many steps, before it said that it was done."""
        ...

    def oracle(self, success: bool, reward: float | None = None, name: str = "") -> None:
        """A benchmark's own result for this run; no judge sees it."""


class Watch(Protocol):
    """What `courtside.watch(...)` returns: a run begins at `with`, or at `async with`."""

    def __enter__(self) -> WatchedRun: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None: ...

    async def __aenter__(self) -> AsyncWatchedRun: ...

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None: ...
