"""One run by its requirements, from what the evidence judge found. Asks no model.

Reads the evidence judge's verdicts alone: its evidence names what was asked for, its verdicts on
steps tell how the agent went about it.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from courtside_judge.evidence.text_forms import is_in
from courtside_judge.protocol import Ending, JudgeSession
from courtside_store.records import Evidence, Flag, JudgeStamp, RunVerdict, Step, StepVerdict

from .item_checks import IN_WORDS, Check
from .session import cause_of_failure

HELPLESS: tuple[Flag, ...] = ("impossible_task", "reached_captcha")
"""Flags of what no agent could have helped."""
MIN_WEIGHT = 0.5
"""Findings of less log-odds tell neither way: e.g. a value typed into a secret field."""
DONE = ("asked-done", "typed-named", "chose-named", "pressed-named")
"""Findings that what the task names was given or pressed, however little they weigh."""


class EvidenceRubricSession:
    """One run. Of its steps it says nothing."""

    def __init__(self, task: str, evidence: JudgeSession, stamp: JudgeStamp) -> None:
        """`evidence`: the evidence judge's session; `stamp`: whose verdict it becomes."""
        self._task = task
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
        checks = check(self._task, found.evidence)
        more = [*(replace(c.evidence(), weight=0.0) for c in checks), process(self._steps)]
        why = f"{explain(checks)}; {found.explanation}" if checks else found.explanation
        if found.label == "success" and any(one.word == "failed" for one in checks):
            verdict, why = replace(verdict, label="unknown"), f"not sure: {why}"
        verdict = replace(verdict, explanation=why)
        if found.label == "failure":
            kind, flags = found.failure_kind, found.flags
            more.append(cause_of_failure(kind == "environment" or bool({*flags} & {*HELPLESS})))
        return replace(verdict, evidence=(*found.evidence, *more))


def check(task: str, evidence: Sequence[Evidence]) -> list[Check]:
    """What the task names, each once: met where more speaks for it than against."""
    named: dict[str, list[Evidence]] = {}
    for one in evidence:
        item = one.wanted or (one.what if one.kind in DONE else "")
        if item and is_in(task, item):
            named.setdefault(item, []).append(one)
    return [_checked(item, about) for item, about in named.items()]


def _checked(item: str, about: Sequence[Evidence]) -> Check:
    weight = sum(max(one.weight, MIN_WEIGHT) if one.kind in DONE else one.weight for one in about)
    steps = [one.step for one in about if one.step]
    return Check(
        item=item,
        word="met" if weight >= MIN_WEIGHT else "failed" if weight <= -MIN_WEIGHT else "unseen",
        probability=None,
        step=max(steps, default=None),
    )


def explain(checks: Sequence[Check]) -> str:
    """Which are met and which are not; what the task does not name is not among them."""
    by_word = (
        (how, [f'"{one.item}"' for one in checks if one.word == word])
        for word, how in IN_WORDS.items()
    )
    parts = (f"{how}: {', '.join(items)}" for how, items in by_word if items)
    return f"of what the task names, {'; '.join(parts)}"


def process(steps: Sequence[StepVerdict]) -> Evidence:
    """How many steps led away, apart from how the run ended."""
    away = sum(one.label == "away-from-the-goal" for one in steps)
    return Evidence(
        kind="process", text=f"the way there: {away} of {len(steps)} steps led away from the goal"
    )
