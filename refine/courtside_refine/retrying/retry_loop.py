"""The order of a retry loop: attempt, result, decision, next attempt. Does no I/O."""

from __future__ import annotations

import time
from collections.abc import Callable

from msgspec.structs import replace

from courtside_bridges.client.attempt import Attempt
from courtside_store.records import Reflection

from .deciding import Decision, at_limits, decide
from .retry_records import AttemptResult, ReflexionResult, RetryLimits


class RetryLoop:
    """All attempts at one task."""

    def __init__(
        self,
        task: str,
        limits: RetryLimits,
        *,
        lessons: tuple[Reflection, ...] = (),
        parent_run: str | None = None,
        first: int = 1,
        hands_lessons: bool = True,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`lessons`, `parent_run` and `first`: where earlier attempts are continued.

        Without `hands_lessons` no attempt gets a lesson (blind retry).
        """
        self._task = task
        self._limits = limits
        self._lessons = lessons
        self._parent = parent_run
        self._first = first
        self._hands_lessons = hands_lessons
        self._now = now
        self._began = now()
        self._results: list[AttemptResult] = []

    def next(self) -> Attempt:
        """The attempt to make now, with every lesson so far, once each, oldest first."""
        lessons = self._lessons if self._hands_lessons else ()
        return Attempt(self._task, self._first + len(self._results), self._parent, lessons)

    def add(self, result: AttemptResult) -> Decision:
        """Takes in how it went; what to do now."""
        self._results.append(result)
        self._parent = result.run or self._parent
        self.add_lesson(result.reflection)
        return decide(self._limits, self._results, self._now() - self._began)

    def add_lesson(self, lesson: Reflection | None) -> None:
        """Remembers the lesson of the newest attempt for those to come, and with its result."""
        if lesson is not None:
            self._lessons += (lesson,)
            self._results[-1] = replace(self._results[-1], reflection=lesson)

    @property
    def is_at_limit(self) -> bool:
        """Whether no attempt may follow, even where a person asks for one."""
        return bool(at_limits(self._limits, self._results, self._now() - self._began))

    def result(self, decision: Decision) -> ReflexionResult:
        """How it ended, once a decision says to stop."""
        assert decision.stop
        return ReflexionResult(
            task=self._task,
            attempts=tuple(self._results),
            stopped=decision.stop,
            why=decision.why,
            also=decision.also,
        )
