"""Which of the weights judge a run, by what was seen of it. Weighs nothing itself."""

from __future__ import annotations

from msgspec.structs import replace

from .catalogue import LANGUAGE
from .linear import NEVER, Limits, LogisticModel, Weights
from .task_length import length_of
from .tracker import Tracker
from .unfamiliar_screens import unfamiliar_kind

DOUBT = 0.5
"""How much of the log-odds goes where training saw no such screens. On 41 runs in Android apps,
which people who do not build the judge tried, AUROC was 0.67 where families of web apps left out
have 0.83: by the normal model log-odds that tell runs apart so badly carry 0.46 of the others'."""
_NOTHING = LogisticModel(bias=0.0, weights={})


def run_model(weights: Weights, run: Tracker, *, doubts: bool = True) -> LogisticModel:
    """What weighs the whole run: other things count where no screen was seen, or only read; half
    as much, so that more is unknown, where the screens are of a kind that training never saw.

    `doubts`: False where labels of that agent's or site's runs taught the weights.
    """
    model = model_so_far(weights, run) if run.screens.sighted else weights.unsighted
    return model.blended(_NOTHING, DOUBT) if doubts and unfamiliar_kind(run) else model


def model_so_far(weights: Weights, run: Tracker) -> LogisticModel:
    """What weighs a run that still goes on: a screen may still come."""
    model = weights.read if run.screens.only_read else weights.run
    return model.at(length_of(run.goal))


def step_model(weights: Weights, run: Tracker) -> LogisticModel:
    """The model that weighs a step's progress."""
    return weights.read_step if run.screens.only_read else weights.step


def weighs_language(weights: Weights) -> bool:
    """Whether a language model's word counts: where it does not, no run need be read."""
    return any(entry.kind in weights.run.long.weights for entry in LANGUAGE)


def limits_of(weights: Weights, run: Tracker, *, doubts: bool = True) -> Limits:
    """From which probability on it is a success, and below which a failure.

    A success is a state of the app: where no screen was recorded, nothing shows it. The lower
    limits of single kinds of runs were found on web pages, and hold for no other screens.
    """
    if not run.screens.sighted:
        limits = weights.unsighted_limits
        return limits if run.screens.pictured else replace(limits, success=NEVER)
    limits = weights.read_limits if run.screens.only_read else weights.run_limits
    if doubts and unfamiliar_kind(run):
        return limits.of_run()
    return _of_web_run(limits, run)


def least_false_success(weights: Weights, run: Tracker, probability: float) -> float | None:
    """The smallest share of false successes whose limits call this run a success; None: those of no
    share do, or none was measured on such runs: their screens were only read, unfamiliar, or never
    seen."""
    if not run.screens.sighted or run.screens.only_read or unfamiliar_kind(run):
        return None
    kept = (
        one.max_false_success
        for one in weights.promises
        if _of_web_run(one.limits, run).label(probability) == "success"
    )
    return next(kept, None)


def _of_web_run(limits: Limits, run: Tracker) -> Limits:
    return limits.of_run(
        sent_nothing=run.app.sees_requests and not run.app.sent and not run.story.leaves_edited,
        handed_in=run.submission.handed_in,
    )
