"""One run by its requirements, from what the evidence judge found. Asks no model.

Reads the evidence judge's verdicts alone: its evidence names what was asked for, its verdicts on
steps tell how the agent went about it.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from courtside_judge.protocol import Ending, JudgeSession
from courtside_store.records import Evidence, Flag, JudgeStamp, RunVerdict, Step, StepVerdict

from .item_checks import Check
from .session import cause_of_failure, explain

HELPLESS: tuple[Flag, ...] = ("impossible_task", "reached_captcha")
"""Flags of what no agent could have helped."""
MIN_WEIGHT = 0.5
"""Findings of less log-odds tell neither way: e.g. a value typed into a secret field."""


class EvidenceRubricSession:
    """One run. Of its steps it says nothing."""

    def __init__(self, evidence: JudgeSession, stamp: JudgeStamp) -> None:
        """`evidence`: the evidence judge's session; `stamp`: whose verdict it becomes."""
        self._evidence = evidence
        self._stamp = stamp
        self._steps: list[StepVerdict] = []

    def recall(self, step: Step) -> None:
        """Judged all the same: how the agent went about it is told by the verdicts on steps."""
        self.step(step)

    def step(self, step: Step) -> None:
        """Remembered for the end."""
        if verdict := self._evidence.step(step):
            self._steps.append(verdict)

    def finish(self, ending: Ending) -> RunVerdict:
        """The evidence judge's verdict; a success only where no requirement failed."""
        found = self._evidence.finish(ending)
        # Which shares of false successes it keeps was measured for the evidence judge alone.
        verdict = replace(found, judge=self._stamp, least_false_success=None)
        if verdict.score is None:
            return verdict
        checks = check(found.evidence)
        more = [*(replace(c.evidence(), weight=0.0) for c in checks), process(self._steps)]
        if checks:
            verdict = replace(verdict, explanation=f"{explain(checks)}; {found.explanation}")
        if found.label == "success" and any(one.word == "failed" for one in checks):
            verdict = replace(verdict, label="unknown")
        if found.label == "failure":
            kind, flags = found.failure_kind, found.flags
            more.append(cause_of_failure(kind == "environment" or bool({*flags} & {*HELPLESS})))
        return replace(verdict, evidence=(*found.evidence, *more))


def check(evidence: Sequence[Evidence]) -> list[Check]:
    """What the task asked for by name, each once: met where more speaks for it than against."""
    wanted: dict[str, list[Evidence]] = {}
    for one in evidence:
        if one.wanted:
            wanted.setdefault(one.wanted, []).append(one)
    return [_checked(item, about) for item, about in wanted.items()]


def _checked(item: str, about: Sequence[Evidence]) -> Check:
    weight = sum(one.weight for one in about)
    steps = [one.step for one in about if one.step]
    return Check(
        item=item,
        word="met" if weight >= MIN_WEIGHT else "failed" if weight <= -MIN_WEIGHT else "unseen",
        probability=None,
        step=max(steps, default=None),
    )


def process(steps: Sequence[StepVerdict]) -> Evidence:
    """How many steps led away, apart from how the run ended."""
    away = sum(one.label == "away-from-the-goal" for one in steps)
    return Evidence(
        kind="process", text=f"the way there: {away} of {len(steps)} steps led away from the goal"
    )
