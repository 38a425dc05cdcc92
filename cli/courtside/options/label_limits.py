"""From which scores on a judge gives its labels, in words for an export's card."""

from __future__ import annotations

from collections.abc import Callable

from courtside_judge.evidence.judge import stamp_of
from courtside_judge.evidence.linear import Limits, Weights, load_weights
from courtside_store.config import Config
from courtside_store.records import JudgeStamp
from courtside_store.thresholds import load_thresholds, render_limits


def limits_in_force(config: Config) -> Callable[[JudgeStamp], str]:
    """Of a judge by the stamp on its verdicts: its own limits, and what was calibrated on top."""
    allowed, thresholds = config.max_false_success, load_thresholds(config)
    weights = load_weights()
    shipped = stamp_of(weights)

    def limits_of_judge(stamp: JudgeStamp) -> str:
        is_shipped = (stamp.name, stamp.model_sha256) == (shipped.name, shipped.model_sha256)
        own = _own_limits(weights) if is_shipped and not stamp.learned else "the judge's own"
        return f"{own}{render_limits(stamp, allowed, thresholds)}"

    return limits_of_judge


def _own_limits(weights: Weights) -> str:
    return (
        f"the judge's own: a run is {_limits(weights.run_limits)}; one whose screens were only "
        f"read from pictures {_limits(weights.read_limits)}; between them it is unknown. A step is "
        f"towards the goal from {weights.towards_at:g} on, away from it up to {weights.away_at:g}"
    )


def _limits(limits: Limits) -> str:
    lower = {
        "where nothing was sent": limits.unsent,
        "where the button that ends the task was pressed last": limits.handed_in,
    }
    more = ", ".join(f"{limit:g} {kind}" for kind, limit in lower.items() if limit)
    where = f" ({more})" if more else ""
    return f"a success from {limits.success:g} on{where}, a failure below {limits.failure:g}"
