"""Whether what was sent changed that line of a list which the task speaks of, or made one twice.
Knows no weights."""

from __future__ import annotations

from courtside_judge.evidence.comparisons.list_changes import ListChange
from courtside_judge.evidence.dates import days_in, times_in
from courtside_judge.evidence.field_names import is_search
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.likeness import stems
from courtside_judge.evidence.screen import Screen
from courtside_judge.evidence.task_counts import wants_again
from courtside_judge.evidence.task_words import naming_stems
from courtside_judge.evidence.text_forms import normal
from courtside_judge.evidence.tracker import Tracker

from .presses import beside_presses

_LINE = 8.0
"""Viewport units that two lines are apart at least."""
_MIN_VALUE_CHARS = 3
"""A screen may show a shorter value twice by chance."""


def changed_lines(run: Tracker) -> list[Finding]:
    """Steps that sent something and changed a part of a list, where a line that has a name of the
    task stayed as it was; a name that changed in any step is done."""
    asked, names = stems(run.goal.task), naming_stems(run.goal.task)
    changed = frozenset[str]().union(*(one.asked_stems for one in run.list_changes.newest))
    pressed = (press.text for press in run.compared_presses.contexts)
    changed |= stems(" ".join((*pressed, *beside_presses(run))))
    found: dict[int, Finding] = {}
    for one in run.list_changes.newest:
        if all(days_in(text) or times_in(text) for text in one.texts):
            continue  # when something was changed last, and by whom
        lines = (text for text in one.stayed if (stems(text) & names) - changed)
        left = max(lines, key=lambda text: len(stems(text) & asked), default="")
        if left:
            found[one.step] = _other(one, left)
    return [*found.values()]


def _other(change: ListChange, left: str) -> Finding:
    kind, what = "list-other-changed", change.texts[0]
    return Finding(kind=kind, what=what, where=left, step=change.step, wanted=left)


def doubled(run: Tracker) -> list[Finding]:
    """What was typed and sent in one step and again in a later one, and stands there twice."""
    first, last, app = run.screens.first, run.screens.last, run.app
    if last is None or first is None or wants_again(run.goal.task):
        return []
    found: dict[str, int] = {}
    entries, end = run.entries.in_order, run.steps + 1
    for field, value, step in entries:
        if is_search(field):
            continue
        before = next((s for f, v, s in entries if (f, v) == (field, value)), step)
        was_sent = app.was_taken_between(before, step) and app.was_taken_between(step, end)
        if len(value) >= _MIN_VALUE_CHARS and was_sent and _more(first, last, value) > 1:
            found[value] = step
    return [Finding(kind="made-twice", what=what, step=step) for what, step in found.items()]


def _more(first: Screen, last: Screen, value: str) -> int:
    """In how many more places of a screen it stands than at the start."""
    return len(_places(last, value)) - len(_places(first, value))


def _places(screen: Screen, value: str) -> set[int]:
    """Heights at which a text that is no field holds it, also where it repeats the task."""
    return {
        round(e.box.y / _LINE)
        for e in screen.look.elements
        if e.box and not e.value and normal(value) in normal(e.text)
    }
