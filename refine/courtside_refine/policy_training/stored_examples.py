"""Reads stored runs as attempts to train on, and says in one line why there are none."""

from __future__ import annotations

from collections.abc import Iterable

from courtside_formats.exports.judged import JudgedRun
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
    )
    if not examples:
        raise ValueError(_what_is_missing(found, attempts, filtered))
    return found


def stamps_of(runs: Iterable[JudgedRun]) -> tuple[JudgeStamp, ...]:
    """Of all judges whose verdicts are used, each once."""
    found: list[JudgeStamp] = []
    for run in runs:
        for one in run.steps:
            if one.verdict and not one.override and one.verdict.judge not in found:
                found.append(one.verdict.judge)
    return tuple(found)


def _what_is_missing(found: StoredExamples, runs: list[RewardedRun], filtered: bool) -> str:
    if not found.runs:
        return "no run matches; `courtside list` shows the runs that there are"
    if not found.steps:
        return f"none of the {found.runs} runs has a step"
    if not any(run.task for run in runs):
        return f"none of the {found.runs} runs has a task; `courtside task` gives them one"
    if not any(step.before and step.before.elements for run in runs for step in run.steps):
        return (
            f"none of the {found.steps} steps shows its screen's elements: nothing to choose among"
        )
    if filtered and not any(has_reward(run, at) for run in runs for at in range(len(run.steps))):
        return (
            f"none of the {found.steps} steps has a reward that is kept; `courtside judge` judges"
            " them, --min-reward any or --unfiltered keeps more"
        )
    return (
        f"none of the {found.steps} steps is a click, typing or choice on an element of its screen"
    )
