"""What each event makes of a run, and which verdicts count for it. No SQL, no clock, no I/O.

docs/reference/protocol.md has the table of ends. An event that changes what a verdict rests on
raises the run's revision; a verdict counts only for the revision that it judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from .addresses import clean_text
from .records import EndedBy, Millis, Run, RunVerdict, StepVerdict

if TYPE_CHECKING:
    from .wire import RunEnd

V = TypeVar("V", StepVerdict, RunVerdict)
PRESUMED: frozenset[EndedBy] = frozenset({"idle", "session-gone"})
"""Ends that no source sent, or that may have come too early: a later step reverts them."""
AGENT_LOST: frozenset[EndedBy] = frozenset({"agent-crashed", "session-gone"})
"""A run that ends so lost its agent. A page's crash is none: the last action may have caused it."""
CUT_SHORT: frozenset[EndedBy] = frozenset({*AGENT_LOST, "page-crashed"})
"""A run that lost its agent or its page has not failed at its task, whatever a judge sees in what
there is of it.
"""
MAX_TASK_CHARS = 20_000
"""A longer one is no `Text`, and no judge could be asked about it."""
MAX_REASON_CHARS = 2_000
"""As much of the reason of a crash is kept."""


def with_step(run: Run) -> Run:
    """The run after one more step. A presumed end is reverted, any other end stands."""
    run = replace(run, revision=run.revision + 1)
    if run.ended_by in PRESUMED:
        return replace(run, ended_at_ms=None, ended_by=None, end_reason="")
    return run


def with_effects(run: Run) -> Run:
    """The run after more effects of one of its steps. Its end stands."""
    return replace(run, revision=run.revision + 1)


def with_task(run: Run, task: str) -> Run:
    """The run after somebody gave its task. Verdicts on its steps rest on the task too."""
    if task == run.task:
        return run
    revision = run.revision + 1
    return replace(run, task=task, revision=revision, task_revision=revision)


def check_task(task: str) -> None:
    """What a person gives as the task. Raises ValueError, which says what to do about it."""
    if not task.strip():
        raise ValueError("the task is empty; write what the agent is to do")
    if len(task) > MAX_TASK_CHARS:
        raise ValueError(f"the task has {len(task)} characters; at most {MAX_TASK_CHARS}")
    try:
        task.encode()
    except UnicodeEncodeError as error:
        why = f"there is half a character in the task, {task[error.start]!r}; leave it out"
        raise ValueError(why) from error


def check_end(run: Run, by: EndedBy) -> None:
    """Raises ValueError where the run has an end that this one does not replace.

    The agent's own finish replaces every other end; any end replaces a presumed one.
    """
    stands = run.ended_by is not None and run.ended_by not in PRESUMED
    if stands and (run.ended_by == "finish" or by != "finish"):
        raise ValueError(f"run {run.id} has ended ({run.ended_by}); begin a new one")


def with_end(run: Run, end: RunEnd) -> Run:
    """After an end that the run's source sent.

    Raises ValueError where the end that is there stands: see `check_end`.
    """
    check_end(run, end.ended_by)
    return replace(
        run,
        ended_at_ms=end.at_ms,
        ended_by=end.ended_by,
        end_reason=kept_reason(end.reason) if end.ended_by == "agent-crashed" else "",
        answer=end.answer,
        claims_success=end.claims_success,
        revision=run.revision + 1,
    )


def kept_reason(reason: str) -> str:
    """The first line of the reason of a crash, without secrets in its addresses and without what a
    terminal would obey: exports hold it. Drivers quote in the further lines what was typed.
    """
    lines = map(clean_text, reason[: 10 * MAX_REASON_CHARS].splitlines())
    shown = ("".join(c if c.isprintable() else " " for c in line) for line in lines)
    return next((words for line in shown if (words := " ".join(line.split()))), "")[
        :MAX_REASON_CHARS
    ]


def with_presumed_end(run: Run, by: EndedBy, at_ms: Millis, reason: str = "") -> Run:
    """The run after the daemon gave up waiting for its end. Replaces no other end, but for that of
    an agent that was stopped and that whoever ran it says has crashed. The reason of a crash is
    kept also where the agent has told of the crash itself.
    """
    reason = kept_reason(reason)
    is_crash = by == "agent-crashed" and run.ended_by in {*PRESUMED, "stop"}
    if run.ended_by is None or is_crash:
        run = replace(run, ended_at_ms=at_ms, ended_by=by)
    elif run.ended_by != by or not reason or run.end_reason:
        return run
    return replace(run, end_reason=reason, revision=run.revision + 1)


def newest(verdicts: Sequence[V]) -> V | None:
    """The newest verdict that is no error of its judge; where all are errors, the newest of them.
    `verdicts`: oldest first.
    """
    answers = [one for one in verdicts if one.status == "ok"] or verdicts
    return answers[-1] if answers else None


def is_disputed(verdicts: Iterable[RunVerdict]) -> bool:
    """Whether one judge calls the run a success, another a failure, by their newest verdicts."""
    newest_labels = {one.judge.name: one.label for one in verdicts if one.status == "ok"}
    return {"success", "failure"} <= {*newest_labels.values()}


def owes_lesson(verdict: RunVerdict) -> bool:
    """Whether its run is owed a lesson: it failed, or an environment error cut short what a judge
    called a failure. One that left nothing to judge by has no score, and teaches nothing.
    """
    cut_short = verdict.failure_kind is not None and verdict.score is not None
    failed = verdict.label == "failure" or cut_short
    return verdict.status == "ok" and failed


def is_current(verdict: StepVerdict | RunVerdict, run: Run) -> bool:
    """Whether a verdict judged the run as it is.

    A step's verdict rests on the steps up to it and on the task: it still counts after later steps.
    """
    if isinstance(verdict, StepVerdict):
        return verdict.revision >= run.task_revision
    return verdict.revision == run.revision
