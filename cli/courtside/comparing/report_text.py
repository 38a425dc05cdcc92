"""A comparison in words and cells, for the terminal and for Markdown alike. Knows no markup."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from courtside_store.rendering import counted
from courtside_store.shortened_text import shortened

from .comparison import MIN_TASKS, ComparedSide, Comparison
from .single_runs import SingleRun, SingleRuns
from .task_pairs import CHANGES, OutcomeCounts, TaskChange, TaskPair

MAX_TASKS = 50
MAX_TASK_CHARS = 120
MAX_WHY_CHARS = 240
TASK_HEADS = ("task", "surface", "before", "after", "change")
RUN_HEADS = ("", "before", "after")


class TaskCells(NamedTuple):
    """A row of the table of tasks; `task` is a page's or an agent's words."""

    task: str
    surface: str
    before: str
    after: str
    change: str


class RunCells(NamedTuple):
    """A row of the table of two runs; the last two may be a page's words."""

    name: str
    before: str
    after: str


class ReportLine(NamedTuple):
    """One line of the totals."""

    name: str
    words: str


def task_rows(found: Comparison) -> list[TaskCells]:
    """The tasks that both sides tried, what changed first; the surface where there are several."""
    has_surfaces = len({one.surface for one in found.tasks}) > 1
    return [
        TaskCells(
            shortened(one.task, MAX_TASK_CHARS),
            one.surface if has_surfaces else "",
            _successes(one.before),
            _successes(one.after),
            one.change,
        )
        for one in found.tasks[:MAX_TASKS]
    ]


def run_rows(runs: SingleRuns) -> list[RunCells]:
    """Two runs side by side, their ids first, and their steps from where they differ."""
    first, second = runs.before, runs.after
    return [
        RunCells("run", first.run, second.run),
        RunCells("task", _task(first), _task(second)),
        RunCells("outcome", _outcome(first), _outcome(second)),
        *_why(first, second),
        RunCells("steps", str(first.steps), str(second.steps)),
        *(
            RunCells(f"step {one.step}", one.before or "(ended)", one.after or "(ended)")
            for one in runs.steps
        ),
    ]


def headline(found: Comparison) -> str:
    """What a developer wants to know first."""
    if found.single_runs:
        return _of_single_runs(found)
    regressed = _count(found.tasks, "regressed")
    tasks = f"{counted(regressed, 'task')} regressed. " if regressed else ""
    return tasks + _overall(found)


def report_lines(found: Comparison) -> list[ReportLine]:
    """The totals. Of two single runs their rows say all but that one is not judged."""
    pending = found.before.outcomes.pending + found.after.outcomes.pending
    lines = [ReportLine("not judged", _pending(pending))] if pending else []
    if found.single_runs:
        return lines
    return [
        ReportLine("success rate", _rates(found)),
        ReportLine("tasks", _tasks(found)),
        ReportLine("runs before", _runs(found.before)),
        ReportLine("runs after", _runs(found.after)),
        *lines,
    ]


def next_step(found: Comparison) -> str:
    """A command that shows a failure of the first task that regressed or became worse; empty where
    there is none, and of two runs, whose ids are shown."""
    first = found.tasks[0] if found.tasks else None
    if found.single_runs or first is None or first.change not in ("regressed", "worse"):
        return ""
    return f"next: `courtside show {first.failed_after[0]}` shows a failure of the first task"


def difference_line(runs: SingleRuns) -> str:
    """Where two runs begin to differ."""
    if runs.first_different_step is None:
        return "Every step is the same in both runs."
    return f"The first step that differs is step {runs.first_different_step}."


def more_tasks(found: Comparison) -> str:
    """How many rows there is no room for; empty where all are shown."""
    more = len(found.tasks) - MAX_TASKS
    return f"and {counted(more, 'more task')}; --json has all" if more > 0 else ""


def _of_single_runs(found: Comparison) -> str:
    if found.before.without_task or found.after.without_task:
        return (
            "Runs are compared at one task, and at least one of these has none: "
            '`courtside task RUN "..."` gives it one.'
        )
    if not found.tasks:
        return (
            "The two runs do not have the same task on the same kind of surface, so that neither "
            "is the better one."
        )
    few = "One run each is too little to tell whether the agent changed."
    match found.tasks[0].change:
        case "regressed":
            return f"The task regressed: it succeeded before and failed after. {few}"
        case "improved":
            return f"The task improved: it failed before and succeeded after. {few}"
        case "unknown":
            return "Nothing to compare: the outcome of at least one run is unknown."
        case _:
            return "The outcome is the same before and after."


def _overall(found: Comparison) -> str:
    match found.change:
        case "better":
            return "AFTER is better: the whole interval of the difference is above zero."
        case "worse":
            return "AFTER is worse: the whole interval of the difference is below zero."
        case "no-difference-shown":
            return "No difference of the success rates is shown: its interval holds zero."
        case "too-few-tasks":
            tasks = counted(found.compared_tasks, "task")
            return (
                f"Too few tasks to tell whether the success rate changed: {tasks} with a success "
                f"or a failure on both sides; at least {MIN_TASKS} are needed."
            )
        case "nothing-compared":
            if found.tasks:
                return "Nothing to compare: no task has a success or a failure on both sides."
            return "Nothing to compare: no run before has the same task as a run after."


def _rates(found: Comparison) -> str:
    if found.difference is None:
        return "none: no task has a success or a failure on both sides"
    rates = (
        f"{_percent(found.before.success_rate)} before, {_percent(found.after.success_rate)} after"
    )
    ends = ""
    if found.interval is not None:
        low, high = map(_points, found.interval)
        ends = f" (95 % interval {low} to {high})"
    number = counted(found.compared_tasks, "task")
    return f"{rates}: {_points(found.difference)} points{ends}; {number}, each counted once"


def _tasks(found: Comparison) -> str:
    changes = [
        f"{number} {change}" for change in CHANGES if (number := _count(found.tasks, change))
    ]
    both = f"{len(found.tasks)} on both sides" + (f": {', '.join(changes)}" if changes else "")
    only = (len(found.before.only_here), len(found.after.only_here))
    return f"{both}; {only[0]} only before, {only[1]} only after"


def _runs(side: ComparedSide) -> str:
    counts = side.outcomes
    without = f"; {side.without_task} without a task, left out" if side.without_task else ""
    return (
        f"{counts.runs}: {counts.successes} success, {counts.failures} failure, "
        f"{counts.unknown} unknown{without}"
    )


def _pending(number: int) -> str:
    return (
        f"{number} of the unknown runs; a running daemon judges them, and so does "
        "`courtside judge --pending`"
    )


def _count(tasks: Sequence[TaskPair], change: TaskChange) -> int:
    return sum(one.change == change for one in tasks)


def _successes(counts: OutcomeCounts) -> str:
    unknown = f"{counts.unknown} unknown" if counts.unknown else ""
    decided = f"{counts.successes} of {counts.decided}" if counts.decided else ""
    return ", ".join(filter(None, (decided, unknown)))


def _why(first: SingleRun, second: SingleRun) -> list[RunCells]:
    if not first.why and not second.why:
        return []
    return [RunCells("why", *(shortened(one.why, MAX_WHY_CHARS) for one in (first, second)))]


def _task(run: SingleRun) -> str:
    return shortened(run.task, MAX_TASK_CHARS) or "(no task)"


def _outcome(run: SingleRun) -> str:
    by = f"by the {run.outcome_by}" if run.outcome_by != "person" else "by a person"
    return f"{run.outcome} ({by if run.outcome_by else 'not judged yet'})"


def _percent(rate: float | None) -> str:
    return "none" if rate is None else f"{_tenths(rate * 100)} %"


def _points(difference: float) -> str:
    """With its sign; zero has none."""
    return ("+" if difference > 0 else "") + _tenths(difference * 100)


def _tenths(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
