"""What judges and people say of stored runs, and which steps are kept for that. Writes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from courtside_store.lifecycle import CUT_SHORT, newest
from courtside_store.reading import Reader
from courtside_store.records import (
    JudgeStamp,
    Record,
    Run,
    RunVerdict,
    Step,
    StepLabel,
    StepVerdict,
)
from courtside_store.summaries import RunSummary

from .rewards import MinReward, Rewards

Effective = Callable[[RunVerdict, Run], RunVerdict]
"""The verdict on a run as it counts: by calibrated thresholds, see docs/guide/thresholds.md."""
LabelsOf = Literal["both", "people", "judge"]
LeftOut = Literal[
    "without_label", "without_verdict", "below_agreement", "below_score", "below_reward"
]
REWARDS = {"success": 1, "failure": 0}
"""The reward of a run by its label; one with another has none."""


class Compared(Record, frozen=True, kw_only=True):
    """How many labels of people a judge's verdicts agree with."""

    same: int
    of: int


class Selection(Record, frozen=True, kw_only=True):
    """Which runs and steps are exported, and by whose labels."""

    filter: str = ""
    """Of runs, in the words of the page's filter."""
    min_reward: MinReward = "progress"
    rewards: Rewards = Rewards()
    labels: LabelsOf = "both"
    """both: a person's label where there is one, else the verdict."""
    judge: str = ""
    """The name of the judge whose verdicts count; empty: the newest answer of any judge."""
    min_score: float | None = None
    """A verdict on a step with a lower score, or without one, is not used."""
    min_agreement: float | None = None
    """A judge that says what people say less often, or was never compared, is not used."""
    effective: Effective = lambda verdict, _: verdict
    """A run's verdict by the thresholds of now."""
    limits: Callable[[JudgeStamp], str] = lambda _: ""
    """From which scores on a judge's runs are a success or a failure, in words."""
    agreement: Callable[[JudgeStamp], Compared | None] = lambda _: None
    read: Callable[[Step], Step] = lambda step: step
    """A step with what was read of its pictures; unless given, as it was recorded."""

    def trusts(self, stamp: JudgeStamp) -> bool:
        """Whether the verdicts of a judge are used."""
        if self.min_agreement is None:
            return True
        found = self.agreement(stamp)
        return found is not None and found.same >= self.min_agreement * found.of


class JudgedStep(Record, frozen=True, kw_only=True):
    """A step, and what is known of it."""

    step: Step
    label: StepLabel | None = None
    reward: float | None = None
    override: StepLabel | None = None
    verdict: StepVerdict | None = None
    """The one that the label comes from, or would without a person's."""
    left_out: LeftOut | None = None
    """Why no row is made of it; None: it is kept."""


class JudgedRun(Record, frozen=True, kw_only=True):
    """A run with all its steps, those that are left out too."""

    summary: RunSummary
    steps: tuple[JudgedStep, ...]
    label: str | None
    """What counts of the run, a person's label or the judge's, `unknown` too; None: neither."""
    verdict: RunVerdict | None = None
    """The one that counts, as it counts."""
    is_by_person: bool = False
    """The reward comes from a person's label."""
    unhidden_task: str | None = None
    """The task before words of it were hidden; None where none were."""

    @property
    def reward(self) -> int | None:
        """1 for success, 0 for failure, None where nobody could tell."""
        return REWARDS.get(self.label or "")

    @property
    def task(self) -> str:
        """What tells its task from others, also in a public export; never written."""
        return self.summary.run.task if self.unhidden_task is None else self.unhidden_task

    @property
    def kept(self) -> tuple[JudgedStep, ...]:
        """The steps that are worth a row."""
        return tuple(one for one in self.steps if one.left_out is None)


def judged_runs(reader: Reader, selection: Selection) -> Iterator[JudgedRun]:
    """Every run that matches, newest first. Raises ValueError on a bad filter, and at the end where
    no run has a verdict of the judge that was named.
    """
    others: set[str] = set()
    found = False
    for summary in reader.every_run(selection.filter):
        run = judged_run(reader, summary, selection)
        if selection.judge and not found:
            found = run.verdict is not None or any(one.verdict for one in run.steps)
            others |= {one.judge.name for one in reader.every_verdict(summary.run.id)}
        yield run
    if others and not found:
        raise ValueError(
            f"no run has a verdict of the judge {selection.judge!r}; "
            f"there are verdicts of {', '.join(sorted(others))}"
        )


def judged_run(reader: Reader, summary: RunSummary, selection: Selection) -> JudgedRun:
    """One stored run with its verdicts, its labels and all its steps."""
    run = summary.run
    verdict, verdicts = _verdicts(reader, run.id, selection.judge)
    cells = reader.every_step_summary(run.id, summary.steps)
    people = {cell.step: cell.override for cell in cells}
    effective = selection.effective(verdict, run) if verdict and verdict.status == "ok" else None
    label = _run_label(summary, effective, selection)
    is_by_person = selection.labels != "judge" and summary.override is not None
    is_cut_short = run.ended_by in CUT_SHORT and not is_by_person
    failed = label == "failure" or (is_cut_short and bool(effective and effective.failure_kind))
    if label == "failure" and is_cut_short:
        label = "unknown"
    return JudgedRun(
        summary=summary,
        steps=tuple(
            judged_step(step, people.get(step.index), verdicts.get(step.index), selection, failed)
            for step in map(selection.read, reader.steps(run.id))
        ),
        label=label,
        verdict=effective,
        is_by_person=is_by_person,
    )


def _verdicts(
    reader: Reader, run: str, judge: str
) -> tuple[RunVerdict | None, dict[int, StepVerdict]]:
    """The verdicts that count, on the run and on its steps: of one judge, or of any."""
    if not judge:
        return reader.run_verdict(run), reader.verdicts(run)
    verdicts = [one for one in reader.every_verdict(run) if one.judge.name == judge]
    by_step: dict[int, list[StepVerdict]] = {}
    for one in verdicts:
        if isinstance(one, StepVerdict):
            by_step.setdefault(one.step, []).append(one)
    return (
        newest([one for one in verdicts if isinstance(one, RunVerdict)]),
        {step: last for step, all in by_step.items() if (last := newest(all))},
    )


def judged_step(
    step: Step,
    person: StepLabel | None,
    verdict: StepVerdict | None,
    selection: Selection,
    failed: bool,
) -> JudgedStep:
    """A step by a person's label, else by the verdict. In a run that `failed` a judge's "goal
    reached" is not rewarded; a person's is."""
    override = None if selection.labels == "judge" else person
    label, left_out = (override, None) if override else _label_of(verdict, selection)
    reward = selection.rewards.of(label) if label else None
    if failed and label == "goal-reached" and not override:
        reward = selection.rewards.other
    if reward is not None and reward < selection.rewards.least(selection.min_reward):
        left_out = "below_reward"
    return JudgedStep(
        step=step,
        label=label,
        reward=reward,
        override=override,
        verdict=verdict,
        left_out=left_out,
    )


def _label_of(
    verdict: StepVerdict | None, selection: Selection
) -> tuple[StepLabel | None, LeftOut | None]:
    """The judge's label, or why it does not count."""
    if selection.labels == "people":
        return None, "without_label"
    if verdict is None or verdict.status != "ok":
        return None, "without_verdict"
    if not selection.trusts(verdict.judge):
        return None, "below_agreement"
    least = selection.min_score
    if least is not None and (verdict.score is None or verdict.score < least):
        return None, "below_score"
    return verdict.label, None


def _run_label(summary: RunSummary, verdict: RunVerdict | None, selection: Selection) -> str | None:
    label: str | None = None if selection.labels == "judge" else summary.override
    if label is None and selection.labels != "people" and verdict is not None:
        label = verdict.label if selection.trusts(verdict.judge) else None
    return label
