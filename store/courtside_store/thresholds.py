"""From which score on a verdict counts as success or failure. Knows not how that was found.

Found by `courtside agreement --calibrate`, kept in the data folder, applied by `apply_thresholds`
alone; `courtside_judge.claims.effective_verdict` adds the rule about evidence. Kept with them: how
the judges that ask others are put together, which is found on the same labelled runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import msgspec

from .config import Config
from .private_files import write_private
from .records import JudgeStamp, Millis, Probability, Record, RunLabel, RunVerdict, Sha256, Short
from .rendering import counted
from .stored_records import load_file

MAX_EXPLANATION_CHARS = 20_000
"""A longer explanation is cut, since it could not be stored."""


class CascadeChoice(Record, frozen=True, kw_only=True, omit_defaults=False):
    """The scores from which on the cascade decides by itself and asks no model."""

    of: Short
    """Identity of the two judges for which it was found; with others the default holds."""
    sure_step: Probability
    sure_run: Probability
    runs: Short
    """Which labelled runs it comes from."""
    n: int
    at_ms: Millis


class PanelChoice(Record, frozen=True, kw_only=True, omit_defaults=False):
    """The judges that are chosen as the panel's members."""

    of: tuple[Short, ...]
    """The setting `panel` when it was found; with another setting that one holds."""
    members: tuple[Short, ...]
    runs: Short
    """Which labelled runs it comes from."""
    n: int
    at_ms: Millis


class Thresholds(Record, frozen=True, kw_only=True, omit_defaults=False):
    """What labelled runs showed about the scores of one judge."""

    judge: Short
    version: Short
    model_sha256: Sha256 | None = None
    identity: Short = ""
    """They hold for this version and model, or this identity, alone: another one's scores mean
    something else.
    """
    runs: Short
    """Which labelled runs they come from."""
    n: int
    at_ms: Millis
    cost_false_negative: float | None = None
    cost_false_positive: float | None = None
    failure_below: float | None = None
    """The score below which a run counts as failed: cheapest by these costs."""
    max_false_success: float | None = None
    success_from: float | None = None
    """Called success from this score on, at most that share is false; None where no score is
    known to be safe.
    """
    confidence: float | None = None
    """Of that promise, over the choice of the labelled runs."""
    coverage: float | None = None
    """Share of those runs that still got a label."""
    cascade: CascadeChoice | None = None
    panel: PanelChoice | None = None
    """Both stay when another judge is calibrated."""

    def is_of(self, stamp: JudgeStamp) -> bool:
        """Whether they were found for the judge that stamped a verdict so: never for one that
        learned from labels since.
        """
        if stamp.learned:
            return False
        if self.identity or stamp.identity:
            return (self.judge, self.identity) == (stamp.name, stamp.identity)
        mine = (self.judge, self.version, self.model_sha256)
        return mine == (stamp.name, stamp.version, stamp.model_sha256)


def load_thresholds(config: Config) -> Thresholds | None:
    """The calibrated thresholds, or None. Raises ValueError on an unreadable file."""
    try:
        return load_file(config.thresholds_file, Thresholds)
    except ValueError as error:
        raise ValueError(
            f"{error}; move it away, then `courtside agreement --calibrate` makes a new one"
        ) from error


def thresholds_trouble(config: Config) -> str:
    """Why what was calibrated does not count; empty where it does, or nothing was."""
    try:
        load_thresholds(config)
    except ValueError as error:
        return f"calibrated thresholds are not applied: {error}"
    return ""


def save_thresholds(config: Config, thresholds: Thresholds) -> None:
    """Writes thresholds in place of those that were calibrated before."""
    data = msgspec.json.format(msgspec.json.encode(thresholds), indent=2) + b"\n"
    write_private(config.thresholds_file, data)


def apply_thresholds(
    verdict: RunVerdict, max_false_success: float | None, thresholds: Thresholds | None
) -> RunVerdict:
    """The verdict as it counts, with the judge's own label kept in its stamp.

    Where false successes are limited, what was calibrated for this judge and that limit decides
    which runs are called a success, else the limits that the judge ships with; without either
    none is: a promise that nobody checked is none.
    """
    if verdict.status != "ok":
        return verdict
    stamp = verdict.judge
    if thresholds and not thresholds.is_of(stamp):
        thresholds = None
    label, why = _label(verdict, max_false_success, thresholds)
    if label == verdict.label and (not why or why in verdict.explanation):
        return verdict
    before = verdict.explanation[: MAX_EXPLANATION_CHARS - len(why) - len(" ()")]
    changed = msgspec.structs.replace(verdict, label=label, explanation=f"{before} ({why})")
    if label == verdict.label:
        return changed
    settings = {"own_label": verdict.label, **(stamp.settings or {})}
    return msgspec.structs.replace(
        changed,
        failure_kind=None,
        judge=msgspec.structs.replace(stamp, settings=settings),
    )


Counted = tuple[RunLabel, str]
"""The label that counts, and the reason where a threshold decided it."""


def render_limits(
    stamp: JudgeStamp, max_false_success: float | None, thresholds: Thresholds | None
) -> str:
    """What `apply_thresholds` does with the verdicts of a judge, each part after a semicolon; empty
    where its own labels count.
    """
    if thresholds and not thresholds.is_of(stamp):
        thresholds = None
    costs = [*_costs_in_words(thresholds)]
    promise = [*_promise_in_words(max_false_success, thresholds)]
    if _for_share(thresholds, max_false_success):
        parts = _calibrated([*costs, *promise], thresholds)
    else:
        parts = [*_calibrated(costs, thresholds), *promise]
    return "".join(f"; {part}" for part in parts)


def _calibrated(parts: list[str], thresholds: Thresholds | None) -> list[str]:
    """Parts that were calibrated, and on what; without any nothing is said of it."""
    if not parts or thresholds is None:
        return parts
    day = datetime.fromtimestamp(thresholds.at_ms / 1000, UTC).date()
    return [*parts, f"calibrated on {counted(thresholds.n, 'labelled run')} on {day}"]


def _for_share(thresholds: Thresholds | None, max_false_success: float | None) -> Thresholds | None:
    """Them, if that share of false successes is the one that they were calibrated for."""
    if thresholds is None or thresholds.max_false_success != max_false_success:
        return None
    return thresholds


def _costs_in_words(thresholds: Thresholds | None) -> Iterator[str]:
    if thresholds and (limit := thresholds.failure_below) is not None:
        yield f"a run that it decides is a failure below {limit:.3g}, and a success from there on"


def _promise_in_words(
    max_false_success: float | None, thresholds: Thresholds | None
) -> Iterator[str]:
    if max_false_success is None:
        return
    yield f"at most {max_false_success:.0%} of successes may be false"
    found = _for_share(thresholds, max_false_success)
    if found is None:
        yield "nothing is calibrated for that: the limits that the judge ships with count"
        yield "a judge without such limits calls no run a success"
    elif found.success_from is None:
        yield "no score is known to be that safe, so no run is called a success"
    else:
        sure = found.confidence
        by = f", with {sure:.0%} confidence" if sure is not None else ""
        yield f"that holds from {found.success_from:.2f} on{by}"


def _label(
    verdict: RunVerdict, max_false_success: float | None, thresholds: Thresholds | None
) -> Counted:
    label, why = _by_costs(verdict, thresholds)
    if label == "failure" or max_false_success is None:
        return label, why
    limit = f"at most {max_false_success:.0%} of successes may be false"
    if found := _for_share(thresholds, max_false_success):
        return _by_calibration(verdict, label, found, limit)
    return _by_shipped_limits(verdict, label, max_false_success, limit)


def _by_costs(verdict: RunVerdict, thresholds: Thresholds | None) -> Counted:
    label, score = verdict.label, verdict.score
    if label == "unknown" or thresholds is None or score is None:
        return label, ""
    if (failure_below := thresholds.failure_below) is None:
        return label, ""
    limit = f"{failure_below:.3g}, the calibrated limit"
    if score < failure_below:
        counted: Counted = "failure", f"called a failure: its score {score:.3g} is below {limit}"
    else:
        counted = "success", f"called a success: its score {score:.3g} is not below {limit}"
    return counted if counted[0] != label else (label, "")


def _by_calibration(
    verdict: RunVerdict, label: RunLabel, thresholds: Thresholds, limit: str
) -> Counted:
    score, success_from = verdict.score, thresholds.success_from
    if label == "unknown":
        return label, ""
    if success_from is None:
        return "unknown", f"{limit}, and no score is known to be that safe"
    holds = f"{limit}, which holds from a score of {success_from:.2f} on by your labelled runs"
    if score is None or score < success_from:
        return "unknown", f"{holds}; this is {'none' if score is None else f'{score:.2f}'}"
    return label, holds


def _by_shipped_limits(
    verdict: RunVerdict, label: RunLabel, max_false_success: float, limit: str
) -> Counted:
    least = verdict.least_false_success
    measured = "limits that were measured on families of apps left out of training"
    if least is not None and least <= max_false_success:
        called = "" if label == "success" else "called a success: "
        return "success", f"{called}{limit}, by {measured}; on strangers' apps more are false"
    if label == "unknown":
        return label, ""
    if least is None:
        return "unknown", (
            f"{limit}, and neither your labelled runs nor limits that ship with this judge call "
            "this one a success"
        )
    return "unknown", f"{limit}; by {measured} it is a success only where {least:.0%} may be"
