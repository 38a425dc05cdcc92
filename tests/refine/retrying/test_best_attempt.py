"""Which attempt of a retry is the one to keep."""

from __future__ import annotations

import pytest

from courtside_refine.retrying.retry_records import AttemptResult, ReflexionResult, StopReason


def attempt(number: int, score: float | None, verdict: str = "failure") -> AttemptResult:
    return AttemptResult(number=number, run=f"run-{number}", verdict=verdict, score=score)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("attempts", "stopped", "best"),
    [
        ([attempt(1, 0.3), attempt(2, 0.1)], "max-attempts", 1),
        ([attempt(1, 0.1), attempt(2, 0.1)], "max-attempts", 2),
        ([attempt(1, 0.7, "unknown"), attempt(2, None, "unknown")], "no-verdict", 1),
        ([attempt(1, 0.7, "unknown"), attempt(2, 0.6, "success")], "success", 2),
        ([attempt(1, 0.6, "success"), attempt(2, 0.7, "unknown")], "max-attempts", 1),
        ([attempt(1, 0.7), attempt(2, 0.1)], "success", 2),  # the oracle was the trigger
        ([attempt(4, 0.2), attempt(5, 0.1)], "max-attempts", 4),  # it went on after a run
    ],
)
def test_the_best_is_a_success_or_what_is_likeliest_to_be_one(
    attempts: list[AttemptResult], stopped: StopReason, best: int
) -> None:
    result = ReflexionResult(task="t", attempts=tuple(attempts), stopped=stopped, why="")
    assert result.best.number == best and result.last is attempts[-1]
