"""From which score on "success" can be believed, by hand: importing SciPy takes 1.3 s.

Knows no costs.

Learn then Test (Angelopoulos, Bates, Candès, Jordan, Lei 2021, arXiv 2110.01052). Ten scores, fixed
beforehand, are ten hypotheses "from this score on, more than the allowed share of what is called
success is false". Each has an exact binomial p-value: given how many runs are called success, the
number of false ones is binomial. Holm's procedure (1979) keeps the chance of rejecting any true one
below 1 - confidence, whatever the shape of the scores. The lowest rejected score is taken.

The guarantee: with probability `CONFIDENCE` over the choice of the labelled runs, of all future
runs that are called success at most the allowed share is false, as long as they come from where the
labelled ones came from. It says nothing about one agent, one site, or labels chosen by difficulty.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log

import msgspec

from courtside_judge.claims import effective_verdict
from courtside_store.records import Record
from courtside_store.thresholds import Thresholds

from .compare import ComparedRun
from .intervals import binomial_at_most

CONFIDENCE = 0.9
SCORES = tuple(n / 20 for n in range(10, 20))
"""0.50, 0.55 ... 0.95. Fixed: a score chosen by looking at the labels would void the guarantee."""


class TriedLimit(Record, frozen=True, kw_only=True, omit_defaults=False):
    """One score as the limit."""

    success_from: float
    called: int
    """Labelled runs that would be called success."""
    false: int
    """Those of them that are failures."""
    p: float
    """Chance of so few false ones, were the true share the allowed one."""
    safe: bool


class Conformal(Record, frozen=True, kw_only=True, omit_defaults=False):
    """What the labelled runs allow to promise."""

    max_false_success: float
    confidence: float
    success_from: float | None
    """None where no score is safe: too few labelled runs, or too many false successes."""
    coverage: float
    """Share of the labelled runs that still get a label."""
    tried: tuple[TriedLimit, ...]


def promise(
    outcomes: Sequence[ComparedRun], max_false_success: float, thresholds: Thresholds
) -> Conformal:
    """The lowest safe score, not below the one under which runs fail by their costs."""
    labelled = [o for o in outcomes if o.run.success is not None]
    # Which runs a score lets through must not hang on labels: a limit found by costs is set aside.
    free = 0.0 if thresholds.failure_below is not None else None
    plain = _with(thresholds, failure_below=free, max_false_success=max_false_success)
    tried = holm([_try(labelled, score, plain) for score in SCORES])
    least = thresholds.failure_below or 0.0
    safe = [one.success_from for one in tried if one.safe and one.success_from >= least]
    chosen = _with(
        thresholds, max_false_success=max_false_success, success_from=min(safe, default=None)
    )
    decided = [o for o in labelled if _label(o, chosen) != "unknown"]
    return Conformal(
        max_false_success=max_false_success,
        confidence=CONFIDENCE,
        success_from=chosen.success_from,
        coverage=len(decided) / len(labelled) if labelled else 0.0,
        tried=tuple(tried),
    )


def holm(tried: Sequence[TriedLimit]) -> list[TriedLimit]:
    """Which of them are safe, together: smallest p first, each beside how many are left."""
    safe: set[float] = set()
    for place, one in enumerate(sorted(tried, key=lambda one: one.p)):
        if one.p > (1 - CONFIDENCE) / (len(tried) - place):
            break
        safe.add(one.success_from)
    return [msgspec.structs.replace(one, safe=one.success_from in safe) for one in tried]


def _try(labelled: Sequence[ComparedRun], score: float, thresholds: Thresholds) -> TriedLimit:
    limit = thresholds.max_false_success or 0.0
    candidate = _with(thresholds, success_from=score)
    called = [o for o in labelled if _label(o, candidate) == "success"]
    false = sum(not o.run.success for o in called)
    p = binomial_at_most(false, len(called), limit) if called else 1.0
    return TriedLimit(success_from=score, called=len(called), false=false, p=p, safe=False)


def _label(outcome: ComparedRun, thresholds: Thresholds) -> str:
    if outcome.verdict.status != "ok":
        return "unknown"
    limit, ending = thresholds.max_false_success, outcome.run.ending
    return effective_verdict(outcome.verdict, ending, limit, thresholds).label


def _with(thresholds: Thresholds, **changes: float | None) -> Thresholds:
    return msgspec.structs.replace(thresholds, **changes)


def runs_needed(max_false_success: float) -> int:
    """Runs called success, none of them false, that the first of the ten tests takes."""
    return ceil(log((1 - CONFIDENCE) / len(SCORES)) / log(1 - max_false_success))
