"""What labelled runs teach: their features at the end, as the judge sees them. Fits nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import msgspec

from courtside_judge.agreement.labelled import Labelled
from courtside_judge.claims import is_observed
from courtside_judge.evidence.judge import EvidenceJudge

from .learned import UsedLabel
from .regression import LabelledEnd


@dataclass(frozen=True)
class LabelledExamples:
    """Labelled runs as examples, and which labels they are."""

    examples: tuple[LabelledEnd, ...]
    labels: tuple[UsedLabel, ...]

    @property
    def sha256(self) -> str:
        """The hash of the labels, in the order of their runs."""
        ordered = sorted(self.labels, key=lambda one: one.run)
        return hashlib.sha256(msgspec.json.encode(ordered)).hexdigest()


def read_examples(
    runs: Iterable[Labelled], judge: EvidenceJudge, on_read: Callable[[], None]
) -> LabelledExamples:
    """Runs with a task and something observed; the others are left out. `on_read` is called
    after each run.
    """
    examples, labels = [], []
    for run in runs:
        found = read_example(run, judge)
        on_read()
        if found is None or run.success is None:
            continue
        examples.append(found)
        label = UsedLabel(run=run.case.run, success=run.success, by=run.labelled_by)
        labels.append(label)
    return LabelledExamples(tuple(examples), tuple(labels))


def read_example(run: Labelled, judge: EvidenceJudge) -> LabelledEnd | None:
    """None where the run has no label or no task, or nothing of it was observed."""
    session = judge.start(run.case, run.frames)
    seen = False
    for step in run.steps():
        session.recall(step)
        seen = seen or is_observed(step)
    if run.success is None or not run.case.has_task or not seen:
        return None
    end = session.weighed_end(run.ending)
    task = normal_task(run.case.task)
    return LabelledEnd(end.amounts, end.model, run.success, task, end.limits, end.bar)


def normal_task(task: str) -> str:
    """A key of the task; tasks that differ in case and spaces only are one."""
    return " ".join(task.lower().split())
