"""How often stored verdicts say what people say of the same runs and steps. Judges nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from courtside_judge.pending import VerdictTarget, target_of
from courtside_judge.stamps import is_same_judge
from courtside_store.reading import Reader
from courtside_store.records import JudgeStamp, Override, Record, Verdict

KINDS = {
    "success": "success",
    "failure": "failure",
    "goal-reached": "goal-reached",
    "towards-the-goal": "towards-the-goal",
    "not-sure": "no progress",
    "away-from-the-goal": "no progress",
}
"""Labels that mean the same have the same reward; any other word is neither for nor against."""


class Tally(Record, frozen=True, kw_only=True, omit_defaults=False):
    """How many of a number of labels agree."""

    same: int = 0
    of: int = 0

    def plus(self, same: bool) -> Tally:
        """The tally with one more label."""
        return Tally(same=self.same + same, of=self.of + 1)


class Agreement(Record, frozen=True, kw_only=True, omit_defaults=False):
    """One judge beside all people."""

    judge: JudgeStamp
    runs: Tally = Tally()
    steps: Tally = Tally()

    @property
    def share(self) -> float | None:
        """Of runs and steps together; None where no person labelled what it judged."""
        of = self.runs.of + self.steps.of
        return (self.runs.same + self.steps.same) / of if of else None

    def plus(self, place: VerdictTarget, same: bool) -> Agreement:
        """The agreement with one more label compared."""
        runs, steps = self.runs, self.steps
        if place is None:
            return Agreement(judge=self.judge, runs=runs.plus(same), steps=steps)
        return Agreement(judge=self.judge, runs=runs, steps=steps.plus(same))


def agreement_with_people(reader: Reader) -> list[Agreement]:
    """Of each judge, over every label that a person gave, each person's newest.

    A judge's newest answer counts. Left out are labels such as `unsure`, and verdicts `unknown`.
    """
    labels: dict[str, list[Override]] = defaultdict(list)
    for override in reader.overrides():
        labels[override.run].append(override)
    found: list[Agreement] = []
    for run, of_run in labels.items():
        for verdict in _newest(reader.every_verdict(run)):
            kind = KINDS.get(verdict.label)
            for override in of_run:
                other = KINDS.get(override.label or "")
                if override.step == target_of(verdict) and kind and other:
                    _add(found, verdict, kind == other)
    return found


def agreement_of(all: Sequence[Agreement], stamp: JudgeStamp) -> Agreement | None:
    """That of one judge; None where no label was compared with it."""
    return next((one for one in all if is_same_judge(one.judge, stamp)), None)


def _newest(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """The last answer of each judge on each place."""
    kept: list[Verdict] = []
    for one in verdicts:
        if one.status == "ok":
            kept = [old for old in kept if not _is_replaced(old, one)]
            kept.append(one)
    return kept


def _is_replaced(old: Verdict, new: Verdict) -> bool:
    return target_of(old) == target_of(new) and is_same_judge(old.judge, new.judge)


def _add(found: list[Agreement], verdict: Verdict, same: bool) -> None:
    at = next((n for n, one in enumerate(found) if is_same_judge(one.judge, verdict.judge)), None)
    if at is None:
        found.append(Agreement(judge=verdict.judge))
        at = len(found) - 1
    found[at] = found[at].plus(target_of(verdict), same)
