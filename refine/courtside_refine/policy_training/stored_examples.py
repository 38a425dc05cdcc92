"""Reads stored runs as attempts to train on, and says in one line why there are none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from courtside_formats.exports.judged import JudgedRun
from courtside_formats.exports.training_data import TO_LABEL, Exported, left_out
from courtside_store.records import JudgeStamp, Record

from .example import Example
from .rewarded_run import RewardedRun, every_step, examples_of, has_reward, rewarded_run_of


class StoredExamples(Record, frozen=True, kw_only=True):
    """The training examples in stored runs."""

    examples: tuple[Example, ...]
    runs: int
    steps: int
    """Of all runs, whether they are kept or not."""
    judges: tuple[JudgeStamp, ...] = ()
    """Whose verdicts chose among the steps."""
    left_out: str = ""
    """How many steps were not kept for which reason, in words; empty: none."""


def stored_examples(runs: Iterable[JudgedRun], *, filtered: bool = True) -> StoredExamples:
    """`filtered`: the steps that the selection keeps; else all, whatever anybody says of them.

    Raises ValueError where there is nothing to train on, with what is missing.
    """
    judged = list(runs)
    attempts = [rewarded_run_of(run) for run in judged]
    examples = examples_of(attempts, has_reward if filtered else every_step)
    found = StoredExamples(
        examples=tuple(examples),
        runs=len(judged),
        steps=sum(len(run.steps) for run in judged),
        judges=stamps_of(judged) if filtered else (),
        left_out=steps_left_out(judged) if filtered else "",
    )
    if not examples:
        raise ValueError(_what_is_missing(judged, attempts, filtered))
    return found


def stamps_of(runs: Iterable[JudgedRun]) -> tuple[JudgeStamp, ...]:
    """Of all judges whose verdicts are used, each once."""
    found: list[JudgeStamp] = []
    for run in runs:
        for one in run.steps:
            if one.verdict and not one.override and one.verdict.judge not in found:
                found.append(one.verdict.judge)
    return tuple(found)


def why_nothing_is_kept(runs: Sequence[JudgedRun], filtered: bool) -> str:
    """Where a model of words finds no step to learn: what is missing, with how many lack it."""
    if missing := _missing_of_all(runs):
        return missing
    steps = sum(len(run.steps) for run in runs)
    if filtered and not any(run.kept for run in runs):
        return _without_reward(steps, runs)
    more = f"; left out: {why}" if filtered and (why := steps_left_out(runs)) else ""
    return f"none of the {steps} steps has an action that the recording holds whole{more}"


def _missing_of_all(runs: Sequence[JudgedRun]) -> str:
    if not runs:
        return "no run matches; `courtside list` shows the runs that there are"
    if not any(run.steps for run in runs):
        return f"none of the {len(runs)} runs has a step"
    if not any(run.summary.run.task for run in runs):
        return f"none of the {len(runs)} runs has a task; `courtside task` gives them one"
    return ""


def steps_left_out(runs: Sequence[JudgedRun]) -> str:
    """How many of them the selection leaves out for which reason, in an export's words."""
    return left_out(_counts(runs))


def _counts(runs: Sequence[JudgedRun]) -> Exported:
    counts: Counter[str] = Counter(
        one.left_out for run in runs for one in run.steps if one.left_out
    )
    return Exported(**counts)


def _without_reward(steps: int, runs: Sequence[JudgedRun]) -> str:
    counts = _counts(runs)
    how = "`courtside judge` judges them, --min-reward any or --unfiltered keeps more"
    if counts.without_label:
        how = f"{TO_LABEL}, and --unfiltered keeps all"
    return f"none of the {steps} steps has a reward that is kept: {left_out(counts)}; {how}"


def _what_is_missing(judged: Sequence[JudgedRun], runs: list[RewardedRun], filtered: bool) -> str:
    if missing := _missing_of_all(judged):
        return missing
    steps = sum(len(run.steps) for run in runs)
    if not any(step.before and step.before.elements for run in runs for step in run.steps):
        return f"none of the {steps} steps shows its screen's elements: nothing to choose among"
    if filtered and not any(has_reward(run, at) for run in runs for at in range(len(run.steps))):
        return _without_reward(steps, judged)
    more = f"; left out: {why}" if filtered and (why := steps_left_out(judged)) else ""
    return (
        f"none of the {steps} steps is a click, typing or choice on an element of its screen{more}"
    )
