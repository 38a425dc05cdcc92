"""When another attempt is made, and why none."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtside_refine.retrying.deciding import decide
from courtside_refine.retrying.retry_records import AttemptResult, RetryLimits, Trigger


def failed(number: int = 1, **more: Any) -> AttemptResult:
    """Surely, and each attempt in a way of its own."""
    fields = {"verdict": "failure", "score": 0.05, "failure": f"way {number}", **more}
    return AttemptResult(number=number, run="run", **fields)


def stop(limits: RetryLimits, *attempts: AttemptResult, took_s: float = 0.0) -> str | None:
    return decide(limits, attempts, took_s).stop


def test_a_sure_failure_is_retried() -> None:
    assert stop(RetryLimits(), failed()) is None


def test_a_success_ends_it_and_so_does_a_verdict_that_is_neither() -> None:
    assert stop(RetryLimits(), failed(), failed(2, verdict="success", score=0.9)) == "success"
    assert stop(RetryLimits(), failed(verdict="unknown", score=None)) == "unknown"
    assert stop(RetryLimits(retry_unknown=True), failed(verdict="unknown", score=None)) is None


def test_a_stop_that_a_flag_would_lift_names_the_flag() -> None:
    unknown = decide(RetryLimits(), [failed(verdict="unknown", score=None)], 0.0)
    risky = decide(RetryLimits(), [failed(irreversible="it paid")], 0.0)
    assert "--retry-unknown" in unknown.why and "irreversible" in risky.why
    unsure = decide(RetryLimits(), [failed(score=0.42)], 0.0)
    assert "0.58" in unsure.why and "--cost-false-positive 2" in unsure.why
    assert decide(RetryLimits(cost_false_positive=2), [failed(score=0.42)], 0.0).stop is None


def test_the_message_of_a_chance_that_is_too_small_says_what_decided_and_how_to_retry() -> None:
    why = decide(RetryLimits(), [failed(score=0.42)], 0.0).why
    assert "the judge says failure" in why and "worth it above 0.67" in why
    assert "costs 2 (cost_false_negative)" in why
    unlikely = failed(score=0.6)
    words = decide(RetryLimits(), [unlikely], 0.0).why
    assert words.endswith("To retry this run too: cost_false_positive=4 (--cost-false-positive 4)")
    assert decide(RetryLimits(cost_false_positive=4), [unlikely], 0.0).stop is None
    calibrated = decide(RetryLimits(), [failed(score=0.2, failure_below=0.1)], 0.0).why
    assert "--calibrate" in calibrated and "--after run" in calibrated


def test_all_that_stops_it_is_named_at_once() -> None:
    limits = RetryLimits(max_attempts=2, max_seconds=5)
    last = failed(2, score=0.4, failure="x", irreversible="step 2 sent POST /pay")
    decision = decide(limits, [failed(failure="x"), last], 9.0)
    assert decision.stop == "not-sure-enough"
    named = ("--max-attempts", "--max-seconds", "as attempt 1 did", "--allow-irreversible")
    assert [name in why for name, why in zip(named, decision.also, strict=True)] == [True] * 4
    assert decide(limits, [failed(verdict="success")], 9.0).also == ()


def test_a_judge_that_could_not_answer_is_never_retried_on() -> None:
    silent = failed(status="no-verdict", verdict=None)
    assert stop(RetryLimits(retry_unknown=True), silent) == "no-verdict"


def test_an_error_of_the_environment_is_no_failure_of_the_task() -> None:
    crash = failed(status="environment-error", verdict=None, explanation="the agent failed")
    for trigger in get_args(Trigger):
        assert stop(RetryLimits(trigger=trigger), crash) == "environment-error"


def test_a_failure_that_is_too_unlikely_is_not_retried_as_a_success_would_be_lost() -> None:
    assert stop(RetryLimits(), failed(score=0.4)) == "not-sure-enough"
    assert stop(RetryLimits(cost_false_positive=4.0), failed(score=0.4)) is None
    assert stop(RetryLimits(), failed(score=None)) is None


def test_calibrated_limits_decide_in_place_of_the_costs() -> None:
    assert stop(RetryLimits(), failed(score=0.4, failure_below=0.5)) is None
    assert stop(RetryLimits(), failed(score=0.2, failure_below=0.1)) == "not-sure-enough"


@given(st.floats(0, 1), st.floats(0.01, 100), st.floats(0.01, 100), st.floats(0.001, 10))
def test_the_dearer_a_false_negative_the_fewer_runs_are_retried(
    score: float, lost: float, missed: float, more: float
) -> None:
    cheap = RetryLimits(cost_false_negative=lost, cost_false_positive=missed)
    dear = RetryLimits(cost_false_negative=lost + more, cost_false_positive=missed)
    if stop(dear, failed(score=score)) is None:
        assert stop(cheap, failed(score=score)) is None


@given(
    st.lists(st.sampled_from(["success", "failure", "unknown"]), min_size=1, max_size=6),
    st.integers(1, 4),
    st.booleans(),
)
def test_no_loop_makes_more_attempts_than_allowed(
    verdicts: list[Any], most: int, ask_again: bool
) -> None:
    limits = RetryLimits(max_attempts=most, retry_unknown=ask_again)
    made: list[AttemptResult] = []
    for number, verdict in enumerate(verdicts, 1):
        made.append(failed(number, verdict=verdict))
        if stop(limits, *made) is not None:
            break
    assert len(made) <= most


def test_limits_on_attempts_time_and_tokens_end_it() -> None:
    assert stop(RetryLimits(max_attempts=2), failed(), failed(2)) == "max-attempts"
    assert stop(RetryLimits(max_seconds=10), failed(), took_s=10.5) == "max-seconds"
    limited = RetryLimits(max_tokens=100)
    assert stop(limited, failed(tokens=60), failed(2, tokens=40)) == "max-tokens"
    assert stop(limited, failed(tokens=60)) is None


def test_the_same_failure_twice_ends_it() -> None:
    attempts = failed(failure="x"), failed(2, failure="y"), failed(3, failure="x")
    limits = RetryLimits(max_attempts=9)
    assert stop(limits, *attempts) == "same-failure"
    assert stop(limits, *attempts[:2]) is None
    assert stop(RetryLimits(max_attempts=9, stop_at_same_failure=False), *attempts) is None


def test_a_step_that_cannot_be_undone_is_never_repeated_by_itself() -> None:
    paid = failed(irreversible="step 2 sent POST /pay, which was answered with 200")
    decision = decide(RetryLimits(), [paid], 0)
    assert decision.stop == "irreversible" and "POST /pay" in decision.why
    assert "allow_irreversible" in decision.why
    assert stop(RetryLimits(allow_irreversible=True), paid) is None
    assert stop(RetryLimits(trigger="always"), paid) == "irreversible"


def test_shadow_mode_says_what_would_be_done_and_does_nothing() -> None:
    assert stop(RetryLimits(shadow=True), failed()) == "shadow"
    assert stop(RetryLimits(shadow=True), failed(verdict="success")) == "success"


def test_shadow_mode_is_named_beside_what_would_have_stopped_it_anyway() -> None:
    decision = decide(RetryLimits(max_attempts=1, shadow=True), [failed()], 0)
    assert decision.stop == "max-attempts"
    assert len(decision.also) == 1 and "--no-shadow" in decision.also[0]


def test_an_oracle_decides_only_where_it_is_the_trigger() -> None:
    finished = failed(verdict="success", oracle=False)
    assert stop(RetryLimits(), finished) == "success"
    assert stop(RetryLimits(trigger="oracle"), finished) is None
    assert stop(RetryLimits(trigger="oracle"), failed(oracle=True)) == "success"


def test_blind_retry_asks_nobody() -> None:
    same = failed(verdict="success", failure="x"), failed(2, verdict="unknown", failure="x")
    assert stop(RetryLimits(trigger="always"), *same) is None
    assert stop(RetryLimits(trigger="always", max_attempts=2), *same) == "max-attempts"


@pytest.mark.parametrize(
    "wrong",
    [{"max_attempts": 0}, {"max_seconds": -1}, {"cost_false_negative": 0}, {"trigger": "whenever"}],
)
def test_limits_that_make_no_sense_are_refused_by_name(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        RetryLimits(**wrong).checked()
