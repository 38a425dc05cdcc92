"""Which field a value of the task went into, and which one the task names. Draws no conclusion."""

from __future__ import annotations

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
_ADDRESSES = stems("email e-mail mail address")


class EnteredField(Record, frozen=True, kw_only=True):
    """One value of the task, typed or chosen."""

    step: int
    field: str
    value: str
    named: str
    """Another field of the screen, of which the words before the value speak."""


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
    names = [e.text for e in elements if _may_take(e, is_chosen) and e.text != target.text]
    before, after = _beside(goal, value, {normal(name).rstrip(_MARKS) for name in names})
    if _fits(target, value):
        return None
    named = next((name for name in names if stems(name) and stems(name) <= before), "")
    shared = own & (before | after)
    if shared and not shared < stems(named):
        return None
    return EnteredField(step=step, field=target.text, value=value, named=named) if named else None


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
