"""Which of the weights judge a run, by what was seen of it. Weighs nothing itself."""

from __future__ import annotations

from msgspec.structs import replace

from .catalogue import LANGUAGE
from .linear import NEVER, Limits, LogisticModel, Weights
from .plainness import emphasis
from .tracker import Tracker


def base_model(weights: Weights, run: Tracker) -> LogisticModel:
    """What weighs the whole run: other things count where no screen was seen, or only read."""
    if not run.screens.sighted:
        return weights.unsighted
    return weights.read if run.screens.only_read else weights.run


def run_model(weights: Weights, run: Tracker) -> LogisticModel:
    """The same for its task."""
    return base_model(weights, run).times(emphasis_in(run))


def model_so_far(weights: Weights, run: Tracker) -> LogisticModel:
    """What weighs a run that still goes on: a screen may still come."""
    if run.screens.only_read:
        return weights.read
    return weights.run.times(emphasis(run.goal))


def emphasis_in(run: Tracker) -> float:
    """How many times as much a finding counts in this run, by its task: the models of screens that
    were only read, or not seen, were not fitted so."""
    sees_elements = run.screens.sighted and not run.screens.only_read
    return emphasis(run.goal) if sees_elements else 1.0


def step_model(weights: Weights, run: Tracker) -> LogisticModel:
    """The model that weighs a step's progress."""
    return weights.read_step if run.screens.only_read else weights.step


def weighs_language(weights: Weights) -> bool:
    """Whether a language model's word counts: where it does not, no run need be read."""
    return any(entry.kind in weights.run.weights for entry in LANGUAGE)


def limits_of(weights: Weights, run: Tracker) -> Limits:
    """From which probability on it is a success, and below which a failure.

    A success is a state of the app: where no screen was recorded, nothing shows it.
    """
    if not run.screens.sighted:
        limits = weights.unsighted_limits
        return limits if run.screens.pictured else replace(limits, success=NEVER)
    limits = weights.read_limits if run.screens.only_read else weights.run_limits
    return limits.of_run(
        sent_nothing=run.app.sees_requests and not run.app.sent,
        handed_in=run.submission.handed_in,
    )
