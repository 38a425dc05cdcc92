"""The order of a retry: attempt, result, decision, lesson, next attempt."""

from __future__ import annotations

from builders import RUN

from courtside_refine.retrying.retry_loop import RetryLoop
from courtside_refine.retrying.retry_records import AttemptResult, RetryLimits
from courtside_store.records import Reflection


def test_a_lesson_that_was_asked_for_stands_with_the_attempt_that_it_is_of() -> None:
    loop = RetryLoop("Buy tea.", RetryLimits(max_attempts=2, retry_unknown=True))
    loop.next()
    assert loop.add(AttemptResult(number=1, run=RUN, verdict="unknown", score=0.5)).stop is None
    lesson = Reflection(run=RUN, text="Press Buy.", at_ms=1)
    loop.add_lesson(lesson)
    assert loop.next().lessons == (lesson,)
    decision = loop.add(AttemptResult(number=2, run=RUN, verdict="unknown", score=0.5))
    assert [one.reflection for one in loop.result(decision).attempts] == [lesson, None]
