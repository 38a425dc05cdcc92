"""Leaves out what a live run's own screens or words contradict. Knows no weights.

The functions that read a story alone find the same in tables, for which the weights were fitted:
what only a live run can tell is settled here.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from .exceptions_of_task import denied_numbers, without_exceptions
from .facts.app_reactions import name_of
from .finding import Finding
from .likeness import as_written, stems
from .story_line import stems_of
from .task_words import naming_stems, switches
from .tracker import Tracker

_SWITCHED = {"on", "off"}
_AGAIN = {"sent-again", "sent-twice"}


def without_contradicted(run: Tracker, findings: Sequence[Finding]) -> list[Finding]:
    """The findings of a run's end, without opposites that are no switches, and without names of
    the task that what was done says after all."""
    named = _named_by_run(run)
    kept = (
        _without_named(run, one, named) if one.kind == "names-undone" else one for one in findings
    )
    return [
        one
        for one in kept
        if one is not None
        and not _is_no_switch(run, one)
        and not (one.kind == "named-unsent" and stems(one.where) <= named)
        and not (one.kind == "names-at-saving" and _follows_unseen(run, one))
        and not (one.kind in _AGAIN and _is_of_several_pages(run, one))
    ]


def _is_of_several_pages(run: Tracker, finding: Finding) -> bool:
    """Whether what was sent twice by its path was sent from other pages each time: the same value
    of two things, whose numbers a path leaves out."""
    sent = (one for one in run.app.sent if one.was_taken)
    pages = [one.page for one in sent if name_of(one.request) == finding.what]
    return bool(pages) and all(pages) and len({*pages}) == len(pages)


def _follows_unseen(run: Tracker, finding: Finding) -> bool:
    """Whether nobody saw the screens before something was sent: what seems to have come up then may
    have stood there for long, and a run of which less was seen must not look better."""
    step = finding.step or 0
    return any(line.is_unseen for line in run.story.lines[max(step - 3, 0) : max(step - 1, 0)])


def _is_no_switch(run: Tracker, finding: Finding) -> bool:
    """Whether it calls "on" and "off" opposites where the task switches nothing: "leave it on the
    list" is no wish to press "On"."""
    is_switch = finding.kind == "opposite-pressed" and finding.where in _SWITCHED
    return is_switch and not switches(run.goal.task)


def _named_by_run(run: Tracker) -> frozenset[str]:
    """Stems of what names the rows that the task wants and that something was done in, and the
    pages that were worked on; and of the names and numbers that the task excepts."""
    rows = [one.row for one in run.compared_presses.contexts if one.is_asked_row]
    rows += [one.text for one in run.compared_controls.rows if one.is_asked]
    excepted = naming_stems(run.goal.task) - naming_stems(without_exceptions(run.goal.task))
    excepted |= denied_numbers(run.goal.task)
    return stems_of((*rows, *run.pages.worked_on)) | excepted


def _without_named(run: Tracker, undone: Finding, named: frozenset[str]) -> Finding | None:
    """Without the names that the run has; None where no other is left."""
    names = stems_of(undone.items)
    left = names - named
    if left == names:
        return undone
    if not left:
        return None
    amount = undone.amount * len(left) / len(names)
    return replace(undone, items=as_written(run.goal.task, left), amount=amount)
