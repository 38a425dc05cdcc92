"""Compares what was given with the values that the task asks for. Knows no weights."""

from __future__ import annotations

import re

from courtside_judge.evidence.facts.entries import FieldEntry
from courtside_judge.evidence.finding import Finding, How
from courtside_judge.evidence.likeness import stems
from courtside_judge.evidence.requirements import Requirement, asked_by, meets
from courtside_judge.evidence.text_forms import is_in, is_near, is_same, normal
from courtside_judge.evidence.tracker import Tracker

from .places import names_of_fields, names_of_places
from .screens import came_to_show, ticks
from .typed import unasked_texts

_UNDONE = {"asked-missing", "asked-untyped"}
_FIELDS = {"textbox", "searchbox"}
_LEAD = 6
"""Words before a value that may name its field."""
_WITH = " with "
"""Stands between a thing and its first field: `a message with the subject "Tea"` says nothing of a
field that is called "Message"."""
_UNIT = re.compile(r"\s([a-z]+)\b(?!\s*(?:[\d\"'“‘:=]|(?:to|as|is|of)\b))", re.I)
"""Directly behind a number, and before no other value: "35 minutes and serves 4", but "width 35
height 20"."""
_MAX_WHOLE_VALUE_CHARS = 3
"""A longer value is looked for inside other texts."""


def values(run: Tracker) -> list[Finding]:
    """What became of each value that the task asks for, and what was typed beside them."""
    named = names_of_places(run)
    wanted = (one for one in run.goal.requirements if normal(one.text) not in named)
    asked = _excuse_hidden(run, [_requirement(run, one) for one in wanted])
    asked = [one for one in asked if not _is_of_open_page(run, one)]
    return asked + _case(run) + _replaced(run, asked, unasked_texts(run))


def fields(run: Tracker) -> list[Finding]:
    """Whether each value that the task asks for went into the field that the task names with it,
    and whether it stayed there."""
    findings = []
    entries, vanished = run.entries.in_order, run.vanished.steps
    for number, (name, text, step) in enumerate(entries):
        asked = asked_by(text, run.goal.requirements)
        if asked is None:
            continue
        findings += _field(run, asked.text, name, step)
        later = (one for one in entries[number + 1 :] if name and one.field == name)
        newest = next(reversed([*later]), None)
        if (
            newest
            and not is_same(newest.value, text)
            and not run.app.was_taken_between(step, newest.step)
        ):
            findings.append(_replaced_by(newest, text))
        elif (at := vanished.get(asked.text, 0)) > step and not _empties(run, step, at):
            findings.append(Finding(kind="asked-vanished", what=text, step=at, wanted=text))
    return findings


def _is_of_open_page(run: Tracker, finding: Finding) -> bool:
    """Whether nothing seems to be done about a value that names the very page that was worked on:
    "ticket 7" on the page of that name."""
    if finding.kind != "asked-missing":
        return False
    wanted = normal(finding.wanted)
    if len(wanted) <= _MAX_WHOLE_VALUE_CHARS:
        wanted = _with_word_before(run, finding.wanted)
    return bool(wanted) and any(_stands_whole(wanted, name) for name in run.pages.worked_on)


def _empties(run: Tracker, entered: int, gone: int) -> bool:
    """Whether what was entered went as it was sent and taken: its form is empty for the next."""
    return run.app.was_taken_at(gone) and not run.app.was_taken_between(entered, gone)


def fields_beside(run: Tracker) -> list[Finding]:
    """Values that still stand in a field beside the one that the task names, into which neither
    they nor another value of the task went later."""
    newest, task = {one.field: one.value for one in run.entries.in_order}, run.goal.task
    return [
        Finding(
            kind="field-beside", what=one.value, where=one.field, step=one.step, wanted=one.named
        )
        for one in run.field_choices.beside_named
        if newest.get(one.field) == one.value and not is_in(task, newest.get(one.named, ""))
    ]


def _replaced_by(entry: FieldEntry, text: str) -> Finding:
    new, step = entry.value, entry.step
    return Finding(kind="asked-replaced", what=new, where=text, step=step, wanted=text)


def _field(run: Tracker, value: str, name: str, step: int) -> list[Finding]:
    """By the words that stand before each value in the task's sentence."""
    label = stems(name)
    own = _lead(run, value)
    named = names_of_places(run)
    requirements = (r for r in run.goal.requirements if normal(r.text) not in named)
    others = [_lead(run, r.text, _WITH) for r in requirements if r.text != value]
    if not label or not others:
        return []
    shared = len(label & own)
    if any(len(label & lead) > shared for lead in others):
        return [Finding(kind="field-of-other", what=value, where=name, step=step, wanted=value)]
    return [Finding(kind="field-as-asked", what=value, where=name, step=step)] if shared else []


def _lead(run: Tracker, value: str, link: str = "") -> frozenset[str]:
    """Stems of the few words before a value in the task, back to the value before; where a link
    stands between them, only of those behind it."""
    task, things = run.goal.task, run.goal.things
    begin = _place(value, task)
    if begin is None or value in things:  # no place: one of the days of "4 to 6 December"
        return frozenset()
    start, fields_named = 0, names_of_fields(run)
    for other in (one.text for one in run.goal.requirements if one.text not in {value, *things}):
        last = _place_before(begin, other, task, start)
        if last is not None and normal(other) not in fields_named:
            _, start = _unit(other, task, last)
    words = " ".join(task[start:begin].split()[-_LEAD:])
    unit, _ = _unit(value, task, begin)
    return stems(words.rpartition(link)[2] if link else words) | stems(unit)


def _place(value: str, task: str) -> int | None:
    """Where a value begins in a task, in whole words: a "3" stands not in "30"."""
    at = task.find(value)
    while at >= 0 and not _is_whole(value, task, at):
        at = task.find(value, at + 1)
    return at if at >= 0 else None


def _place_before(end: int, value: str, task: str, start: int) -> int | None:
    """Where a value begins last in a part of a task, in whole words. Without a pattern: of hundreds
    of values each would have its own."""
    at = task.rfind(value, start, end)
    while at >= 0 and not _is_whole(value, task, at):
        at = task.rfind(value, start, at + len(value) - 1)
    return at if at >= 0 else None


def _is_whole(value: str, task: str, at: int) -> bool:
    end = at + len(value)
    return not (task[at - 1 : at].isalnum() or task[end : end + 1].isalnum())


def _unit(value: str, task: str, at: int) -> tuple[str, int]:
    """The noun that directly follows a number at a place and says what it counts, and where it
    ends; empty, and the end of the value, where there is none."""
    end = at + len(value)
    unit = _UNIT.match(task, end) if value.isdigit() else None
    return (unit[1], unit.end()) if unit else ("", end)


def _requirement(run: Tracker, asked: Requirement) -> Finding:
    given = _done(run, asked) or _near(run, asked)
    if given is None and (press := _in_row(run, asked)) is not None:
        text, (where, step) = asked.text, press
        return Finding(kind="asked-row", what=text, where=where, step=step, wanted=text)
    return (
        given
        or _kept(run, asked)
        or Finding(kind=_not_given(run, asked), what=asked.text, wanted=asked.text)
    )


def _not_given(run: Tracker, asked: Requirement) -> str:
    if _left(run, asked):
        return "asked-left"
    if came_to_show(run, asked.text):
        return "asked-found" if run.goal.seeks else "asked-shown"
    words, sighted = re.findall(r"\w+", asked.text.lower()), run.screens.sighted
    if not sighted and run.thoughts.words.issuperset(words):
        return "asked-claimed"
    return "asked-untyped" if asked.kind == "typed" and sighted else "asked-missing"


def _given(run: Tracker) -> list[tuple[How, str, int]]:
    """(how, value, step) of what stands typed or chosen, or was clicked, newest first."""
    entries = run.entries
    given: list[tuple[How, str, int]] = [("typed", *one) for one in entries.typed.values()]
    for text, step in entries.chosen.values():
        given += [("chose", part, step) for part in [text, *text.split(", ")]]
    given += [("clicked", *one) for one in run.presses.clicked.values()]
    typed = {one.text for one in entries.typed.values()}
    shown = [(text, step) for text, step in run.shown.changed.values() if text not in typed]
    given += [("set", text, step) for text, step in shown]
    return sorted(given, key=lambda one: -one[2])


def _done(run: Tracker, asked: Requirement) -> Finding | None:
    for how, text, step in _given(run):
        if _meets(run, text, asked) and _still(run, how, text):
            return _is_done(asked, "given", "", step, how)
    for press in run.compared_presses.contexts:
        if normal(asked.text) in press.kinds:
            return _is_done(asked, "kind", press.text, press.step)
        if press.is_asked_row and normal(asked.text) in normal(press.row):
            return _is_done(asked, "row", press.text, press.step)
    return None


def _meets(run: Tracker, text: str, asked: Requirement) -> bool:
    """Whether a value is what was asked for, and is not written as another that was asked for."""
    if not meets(text, asked):
        return False
    others = (one.text for one in run.goal.requirements)
    return is_same(text, asked.text) or not any(is_same(text, other) for other in others)


def _kept(run: Tracker, asked: Requirement) -> Finding | None:
    """A field that the task names with the value held it when its form was sent: nothing had to be
    typed."""
    lead = _lead(run, asked.text)
    for name, field in run.sent_forms.fields.items():
        if stems(name) & lead and meets(field.value, asked):
            return _is_done(asked, "kept", name, field.step)
    return None


def _in_row(run: Tracker, asked: Requirement) -> tuple[str, int] | None:
    """The newest control, and its step, in whose row the value stands, or whose own name says the
    row: "Delete Water plants"."""
    wanted = normal(asked.text)
    is_short = len(wanted) <= _MAX_WHOLE_VALUE_CHARS
    if is_short:
        wanted = _with_word_before(run, asked.text)
    presses, pressed_rows = run.compared_presses.contexts, run.compared_controls.rows
    rows = [(one.beside, one.text, one.step) for one in presses]
    rows += [(one.text, one.control, one.step) for one in pressed_rows if one.is_asked]
    stands = _stands_whole if is_short else _stands
    there = [(step, control) for row, control, step in rows if stands(wanted, normal(row))]
    there += [(one.step, one.text) for one in presses if _names(one.text, wanted)]
    if not wanted or not there:
        return None
    step, control = max(there)
    return control, step


def _with_word_before(run: Tracker, value: str) -> str:
    """A short value with the word that stands before it in the task, "customer 37", since a row
    may show its number for another reason; empty where none does."""
    found = re.search(rf"([^\W\d_]{{3,}})\W+{re.escape(value)}(?!\w)", run.goal.task)
    return normal(f"{found[1]} {value}") if found else ""


def _stands(wanted: str, row: str) -> bool:
    return wanted in row


def _stands_whole(wanted: str, row: str) -> bool:
    """In whole words: "room 3" is neither "room 37" nor "classroom 3"."""
    return re.search(rf"(?<!\w){re.escape(wanted)}(?!\w|[.,]\d)", row) is not None


def _names(control: str, wanted: str) -> bool:
    """Whether a control's own name ends in the value, as whole words."""
    return normal(control).endswith(f" {wanted}")


def _is_done(
    asked: Requirement, variant: str, where: str, step: int, how: How | None = None
) -> Finding:
    return Finding(
        kind="asked-done",
        what=asked.text,
        where=where,
        how=how,
        step=step,
        wanted=asked.text,
        variant=variant,
    )


def _still(run: Tracker, how: How, text: str) -> bool:
    """A box that was ticked and unticked again does not count."""
    return how != "clicked" or ticks(run.screens.last).get(normal(text), True)


def _near(run: Tracker, asked: Requirement) -> Finding | None:
    others = [other for other in run.goal.requirements if other is not asked]
    for how, text, step in _given(run):
        if any(is_same(text, other.text) for other in others):
            continue
        if how != "clicked" and is_near(text, asked.text):
            return Finding(
                kind="asked-near-miss",
                what=text,
                where=asked.text,
                step=step,
                wanted=asked.text,
                how=how,
            )
    return None


def _left(run: Tracker, asked: Requirement) -> bool:
    """Whether it could have been pressed or chosen on the last screen."""
    last = run.screens.last
    elements = last.elements if last else ()
    wanted = normal(asked.text)
    return any(
        normal(e.text) == wanted and e.interactable and e.role not in _FIELDS for e in elements
    )


def _excuse_hidden(run: Tracker, findings: list[Finding]) -> list[Finding]:
    """A value that was typed where nobody may look is neither done nor missed."""
    left = len(run.entries.hidden)
    excused = []
    for finding in findings:
        if left and finding.kind in _UNDONE:
            left -= 1
            finding = Finding(kind="asked-hidden", what=finding.what, wanted=finding.wanted)
        excused.append(finding)
    return excused


def _case(run: Tracker) -> list[Finding]:
    """Capital or small letters, where the task asks for them."""
    case = run.goal.case
    return [
        Finding(kind="case-wrong", what=text, step=step, wanted=f"{case} case")
        for text, step in run.entries.typed.values()
        if case and text != (text.upper() if case == "upper" else text.lower())
    ]


def _replaced(run: Tracker, asked: list[Finding], unasked: list[Finding]) -> list[Finding]:
    """A quoted value is missing and another one was typed: it stands where the quoted should."""
    quoted = {one.text for one in run.goal.requirements if one.kind in ("quoted", "typed")}
    missing = [f.wanted for f in asked if f.kind in _UNDONE and f.wanted in quoted]
    findings = []
    for finding in unasked:
        if missing and finding.kind == "typed-unasked":
            given, wanted = finding.what, missing.pop(0)
            finding = Finding(
                kind="typed-instead", what=given, where=wanted, step=finding.step, wanted=wanted
            )
        findings.append(finding)
    return findings
