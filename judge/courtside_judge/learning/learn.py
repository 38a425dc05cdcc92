"""Learns from the labels of one scope, or says why not. Reads no store and writes no file."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

import msgspec

from courtside_judge.evidence.judge import stamp_of
from courtside_judge.evidence.linear import Weights, load_weights
from courtside_store.records import Record, now_ms
from courtside_store.rendering import counted

from .benefit import measure_benefit
from .cross_validation import learn_correction
from .examples import LabelledExamples
from .learned import Benefit, Learned, Measure
from .scope import Scope

MIN_RUNS = 10
MIN_OF_EACH = 3
"""Successes, and failures."""
MIN_TASKS = 4


class LearningOutcome(Record, frozen=True, kw_only=True, omit_defaults=False):
    """What came of it."""

    scope: Scope
    learned: Learned | None = None
    """None where nothing was learned; `why` says the reason."""
    why: str = ""
    benefit: Benefit | None = None
    """Known also where it is too small; None where there are too few labels."""


def learn(
    labelled: LabelledExamples,
    scope: Scope,
    who: str,
    weights: Weights | None = None,
    *,
    unusable: Mapping[str, int] | None = None,
) -> LearningOutcome:
    """What the labels teach, where it helps on tasks that it was not learned from. `unusable`: how
    many labelled runs were left out, by the reason in words.
    """
    if less := missing([(one.success, one.task) for one in labelled.examples]):
        why = f"too few labels for {scope}: {less}{_left_out(unusable or {})}"
        return LearningOutcome(scope=scope, why=f"{why}; `courtside label` asks for them")
    benefit = measure_benefit(labelled.examples)
    if why := _no_help(benefit):
        return LearningOutcome(scope=scope, why=f"{why}; nothing was changed", benefit=benefit)
    learned = _learned(labelled, scope, who, weights or load_weights(), benefit)
    return LearningOutcome(scope=scope, learned=learned, benefit=benefit)


def missing(labels: Sequence[tuple[bool, str]]) -> str:
    """How many labels of what kind are missing; empty where there are enough. `labels`: of each run
    whether it is a success, and its task.
    """
    successes = sum(success for success, _ in labels)
    known = len({task for _, task in labels})
    wanted = (
        (MIN_RUNS - len(labels), "labelled run", "labelled runs"),
        (MIN_OF_EACH - successes, "success", "successes"),
        (MIN_OF_EACH - (len(labels) - successes), "failure", "failures"),
        (MIN_TASKS - known, "different task", "different tasks"),
    )
    return ", ".join(
        f"{number} more {one if number == 1 else many}"
        for number, one, many in wanted
        if number > 0
    )


def _left_out(unusable: Mapping[str, int]) -> str:
    reasons = [f"{counted(number, 'run')} {reason}" for reason, number in unusable.items()]
    return f" (not counted: {', '.join(reasons)})" if reasons else ""


def _no_help(benefit: Benefit) -> str:
    """Why learning would not pay; empty where it does."""
    labels = f"the {benefit.runs} labels do not make the judge better on tasks left out"
    if not _is_above_zero(benefit.gain):
        return f"{labels} (log-loss less by {_range(benefit.gain)})"
    if not _is_above_zero(benefit.gain_on_rate):
        return (
            f"what the judge sees does not tell your labels apart (log-loss less than that of "
            f"always saying how often runs succeed by {_range(benefit.gain_on_rate)})"
        )
    return ""


def _is_above_zero(gain: Measure) -> bool:
    return gain.interval is not None and gain.interval[0] > 0


def _range(gain: Measure) -> str:
    if gain.interval is None or gain.value is None:
        return "nothing that can be measured"
    return f"{gain.value:.2f}, 95 % interval {gain.interval[0]:.2f} to {gain.interval[1]:.2f}"


def _learned(
    labelled: LabelledExamples, scope: Scope, who: str, weights: Weights, benefit: Benefit
) -> Learned:
    correction, width = learn_correction(labelled.examples)
    sha256 = stamp_of(weights).model_sha256
    assert sha256
    named = msgspec.json.encode([scope, correction, sha256, labelled.sha256])
    return Learned(
        id=hashlib.sha256(named).hexdigest()[:8],
        scope=scope,
        version=weights.version,
        weights_sha256=sha256,
        correction=correction,
        width=width,
        who=who,
        at_ms=now_ms(),
        labels=labelled.labels,
        labels_sha256=labelled.sha256,
        benefit=benefit,
    )
