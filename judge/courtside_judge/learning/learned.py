"""What was learned from labels, kept in one small file of the data folder. Fits nothing."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec

from courtside_judge.agreement.intervals import Interval
from courtside_judge.evidence.linear import LogisticModel, Weights
from courtside_store.private_files import make_private, write_private
from courtside_store.records import JudgeStamp, Millis, Record, RunId, Sha256, Short
from courtside_store.stored_records import load_file

from .correction import Correction
from .scope import Scope


class UsedLabel(Record, frozen=True, kw_only=True, omit_defaults=False):
    """One label that something was learned from."""

    run: RunId
    success: bool
    by: Literal["person", "oracle", "recording"]


class Measure(Record, frozen=True, kw_only=True, omit_defaults=False):
    """One number, and its 95 % interval by resampling tasks; None where it is not defined."""

    value: float | None = None
    interval: Interval | None = None


class Quality(Record, frozen=True, kw_only=True, omit_defaults=False):
    """How good a judge is on the labelled runs."""

    accuracy: Measure
    """Where it must decide, from a probability of 0.5 on."""
    precision: Measure
    """Share of runs called a success that are one, by the limits that labels have."""
    coverage: Measure
    """Share of runs that get a label by them."""
    auroc: Measure
    brier: Measure
    log_loss: Measure


class Benefit(Record, frozen=True, kw_only=True, omit_defaults=False):
    """What learning changes on runs of tasks that it has not seen, by cross-validation."""

    runs: int
    tasks: int
    successes: int
    before: Quality
    after: Quality
    gain: Measure
    """Log-loss before less log-loss after, a run."""
    gain_on_rate: Measure
    """The gain in log-loss over always saying how often runs succeed."""


class Learned(Record, frozen=True, kw_only=True, omit_defaults=False):
    """What was learned for one scope, from what, by whom and when."""

    id: Short
    """It stands in its verdicts' stamps."""
    scope: Scope
    version: Short
    weights_sha256: Sha256
    """Of the shipped weights that it corrects: it holds for no others."""
    correction: Correction
    width: float
    """Of the prior, chosen by cross-validation."""
    who: Short
    at_ms: Millis
    labels: tuple[UsedLabel, ...]
    labels_sha256: Sha256
    benefit: Benefit

    def applied(self, weights: Weights) -> Weights:
        """The corrected weights. Steps are judged as before: nothing was learned of them."""

        def correct(model: LogisticModel) -> LogisticModel:
            return self.correction.applied(model)

        return msgspec.structs.replace(
            weights,
            run=weights.run.each(correct),
            unsighted=correct(weights.unsighted),
            read=weights.read.each(correct),
        )

    def stamped(self, stamp: JudgeStamp) -> JudgeStamp:
        """The stamp of the judge with the corrected weights."""
        return msgspec.structs.replace(stamp, learned=self.id)


class LearnedFile:
    """The file, read again whenever it has changed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._read_at: tuple[int, int] | None = None
        self._known: tuple[Learned, ...] = ()

    def load(self) -> tuple[Learned, ...]:
        """All that was learned, newest last. Raises ValueError on a file that nobody can read."""
        try:
            now = self.path.stat()
        except OSError:
            return _read(self.path)  # nothing, or it says why
        if (at := (now.st_ino, now.st_mtime_ns)) != self._read_at:
            self._known, self._read_at = _read(self.path), at
        return self._known

    def save(self, learned: Iterable[Learned]) -> None:
        """In place of what is there; without any the file goes."""
        kept = list(learned)
        if not kept:
            return self.path.unlink(missing_ok=True)
        make_private(self.path.parent)
        return write_private(self.path, msgspec.json.format(msgspec.json.encode(kept)) + b"\n")

    def add(self, one: Learned) -> None:
        """In place of what was learned for that scope."""
        self.save([*(old for old in self.load() if old.scope != one.scope), one])

    def forget(self, scope: Scope | None) -> tuple[Learned, ...]:
        """Deletes what was learned for a scope, or everything; returns it."""
        gone = tuple(one for one in self.load() if scope in (None, one.scope))
        self.save(one for one in self.load() if one not in gone)
        return gone


def _read(path: Path) -> tuple[Learned, ...]:
    try:
        return load_file(path, tuple[Learned, ...]) or ()
    except ValueError as error:
        raise ValueError(
            f"{error}; move it away, then `courtside learn` makes a new one"
        ) from error


def learned_for(learned: Iterable[Learned], agent: str, site: str, sha256: str) -> Learned | None:
    """What counts for a run that is judged with the weights of that hash; None: what ships."""
    fit = [o for o in learned if o.weights_sha256 == sha256 and o.scope.includes(agent, site)]
    return max(fit, key=lambda one: one.scope.rank, default=None)
