"""Which field a value of the task went into, and which one the task names. Draws no conclusion."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from courtside_judge.evidence.field_names import is_search
from courtside_judge.evidence.goals import Goal
from courtside_judge.evidence.likeness import stems
from courtside_judge.evidence.text_forms import is_in, normal
from courtside_store.records import Element, Record, Target

_WORDS_BESIDE = 6
"""Words of a task beside a value that may name its field."""
_LISTS = {"combobox", "listbox"}
_FIELDS = {"textbox", "combobox", "spinbutton"}
_MARKS = " *:"
"""Behind the name of a field: it has to be filled, or stands before its field."""
_REPLACED_BEFORE = re.compile(r"\b(?:rename|from)\s+(?:the\s+)?(.{1,80}?)\s+(?:to|as|into)\W*$")
_REPLACED_AFTER = re.compile(
    r"\W*(?:,|and)?\s*\b(?:not|instead of|rather than)\s+(.{1,80}?)\W*(?:[.,;]|$)"
)
"""The value that another one takes the place of, by what stands before that one, and behind it."""
_OF_DAYS = re.compile(r"\b(?:on|at|since|until|date|day|time)\W*$", re.I)
"""So end names of fields for a day or a time: "Lost on"."""
_ADDRESSES = stems("email e-mail mail address")


class EnteredField(Record, frozen=True, kw_only=True):
    """One value of the task, typed or chosen."""

    step: int
    field: str
    value: str
    named: str
    """Another field of the screen, of which the words before the value speak, or which holds the
    value that it is to take the place of."""


def read_entered(
    elements: Sequence[Element], target: Target, value: str, goal: Goal, step: int
) -> EnteredField | None:
    """None where the words beside the value speak of the field that it went into, or of no other
    that could take it: what a list offers is for no field that is typed into. Beside "first name"
    they speak of a field "First name" and of none that is called "Last name"."""
    own = stems(target.text)
    if goal.seeks or not own or is_search(target.text) or not is_in(goal.task, value):
        return None
    is_chosen = target.role in _LISTS or target.tag == "select"
    others = [e for e in elements if _may_take(e, is_chosen) and e.text != target.text]
    if named := _holds_replaced(goal.task, value, others, elements, target):
        return EnteredField(step=step, field=target.text, value=value, named=named)
    names = [e.text for e in others]
    before, after = _beside(goal, value, {normal(name).rstrip(_MARKS) for name in names})
    if _fits(target, value):
        return None
    names = [one for one in names if not _OF_DAYS.search(one) or any(map(str.isdigit, value))]
    named = next((name for name in names if stems(name) and stems(name) <= before), "")
    shared = own & (before | after)
    if shared and not shared < stems(named):
        return None
    return EnteredField(step=step, field=target.text, value=value, named=named) if named else None


def _holds_replaced(
    task: str, value: str, others: Sequence[Element], elements: Sequence[Element], target: Target
) -> str:
    """The only other field that holds what a value is to take the place of, by the task: "rename A
    to B", "from A to B", "B, not A". Empty where the one that it went into holds that itself."""
    before, _, after = normal(task).partition(normal(value))
    found = _REPLACED_BEFORE.search(before) or _REPLACED_AFTER.match(after)
    old = normal(found[1].strip("\"'“”‘’ ")) if found else ""
    held = [e.text for e in elements if normal(e.value) == old] if old else []
    names = [e.text for e in others if normal(e.value) == old]
    return names[0] if len(names) == len(held) == 1 and target.text not in held else ""


def _may_take(field: Element, is_chosen: bool) -> bool:
    """Whether it may be meant for a value that was chosen, or typed: a list of fixed options takes
    no typed one."""
    return field.role in _LISTS if is_chosen else field.role in _FIELDS and field.tag != "select"


def _fits(target: Target, value: str) -> bool:
    """Whether it is an address in a field for one: its form says where it belongs."""
    return "@" in value and bool(stems(target.text) & _ADDRESSES)


def _beside(goal: Goal, value: str, fields: Set[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Stems of the few words before a value in the task and after it, up to the next values; a
    field may be quoted too."""
    before, _, after = normal(goal.task).partition(normal(value))
    for other in goal.requirements:
        text = normal(other.text)
        if text and text != normal(value) and text not in fields:
            before, after = before.rpartition(text)[2], after.partition(text)[0]
    before = before.rpartition(" for ")[2]  # "the room Elm for Ada": Ada is no room
    return stems(" ".join(before.split()[-_WORDS_BESIDE:])), stems(
        " ".join(after.split()[:_WORDS_BESIDE])
    )
