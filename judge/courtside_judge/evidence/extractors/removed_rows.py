"""Which rows of a list went where something was to be removed, and which did not."""

from __future__ import annotations

import re

from courtside_judge.evidence.comparisons.listed_rows import rows_of
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.likeness import as_written, stems
from courtside_judge.evidence.screen import names_of
from courtside_judge.evidence.task_words import naming_stems
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.protocol import Ending

_EACH = re.compile(r"\b(?:all|every|everything|both|each)\b", re.I)
_EXCEPTS = re.compile(
    r"\b(?:but|except|leave|keep|other than|not|without|only|unless)\b|n['’]t\b", re.I
)
_PLURAL = re.compile(r"\b[a-z]{3,}s\b")
_MAX_ROW_CHARS = 80
"""A finding names so much of a row."""


def removed_rows(run: Tracker, ending: Ending) -> list[Finding]:
    """Rows that the task names and all of which were to go, but stand there; rows without a name of
    the task that went, while it names others. Only where the list stands at its address again, and
    nothing is excepted."""
    task, last = run.goal.task, run.screens.last
    first = run.listed_rows.first_on(last) if last and not run.screens.missed else ()
    if last is None or not first or _EXCEPTS.search(task):
        return []
    page = stems(" ".join(names_of(last)))
    names = naming_stems(task) - page
    asked = [row for row in first if names <= stems(row)]
    if not names or not asked:
        return []
    now = rows_of(last)
    gone = [row for row in first if row not in now]
    wanted = " ".join(as_written(task, names))
    found = []
    left = [row for row in asked if row in now]
    if left and (_EACH.search(task) or _wants_several(task, page)):
        found.append(Finding(kind="removal-left", what=left[0][:_MAX_ROW_CHARS], where=wanted))
    beside = [row for row in gone if not names & stems(row)]
    sendings = {one.step for one in run.app.sent if one.was_taken}
    is_same_list = len(gone) < len(first)
    if beside and is_same_list and len(gone) <= len(sendings):
        found.append(Finding(kind="removed-beside", what=beside[0][:_MAX_ROW_CHARS], where=wanted))
    return found


def _wants_several(task: str, page: frozenset[str]) -> bool:
    """Whether it says the name of the page in the plural: "the Odd Numbers songs", on "Songs"."""
    return any(stems(word) & page for word in _PLURAL.findall(task))
