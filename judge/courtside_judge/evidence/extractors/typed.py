"""Where a text comes from that was typed and that the task does not name. Knows no weights."""

from __future__ import annotations

import re
from itertools import pairwise

from courtside_judge.evidence.dates import as_task_says
from courtside_judge.evidence.field_names import is_search
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.text_forms import is_in, is_near, is_same
from courtside_judge.evidence.tracker import Tracker

_SUM = re.compile(r"((?:-|(?<!\d))\d{1,18})(?!\d)\s*([-+*x×])\s*(-?\d{1,18})(?!\d)\s*=")
_SOLUTION = re.compile(r"-?\d{1,40}")


def unasked_texts(run: Tracker) -> list[Finding]:
    """A finding for each typed text that is neither in the task nor nearly; what is only looked up
    is none."""
    asked = [one.text for one in run.goal.requirements]
    return [
        _source(run, text, step)
        for place, (text, step) in run.entries.typed.items()
        if text
        and not is_search(place.text)
        and not is_in(run.goal.task, text)
        and not as_task_says(text, run.goal.task)
        and not any(is_same(text, one) or is_near(text, one) for one in asked)
    ]


def _source(run: Tracker, text: str, step: int) -> Finding:
    if (solved := _sum(run, text, step)) is not None:
        return solved
    beside = _label_of(run, text)
    if beside:
        return Finding(kind="typed-beside-asked", what=text, where=beside, step=step)
    if beside is not None:
        wanted = "the value that belongs to the name in the task"
        return Finding(kind="typed-beside-unasked", what=text, step=step, wanted=wanted)
    first = run.screens.first
    shown = [e.value for e in first.elements] if first else []
    # All copied texts share one key, so that only the first step with one brings it: the weights
    # were fitted so.
    if any(is_same(value, text) for value in shown):
        return Finding(kind="typed-copied", step=step)
    if any(len(text) > 3 and text in value and value != text for value in shown):
        return Finding(kind="typed-cut", step=step, wanted="the whole text")
    kind = "typed-unasked" if run.goal.requirements else "typed-own"
    return Finding(kind=kind, what=text, step=step)


def _sum(run: Tracker, text: str, step: int) -> Finding | None:
    """A sum on the screen, and whether the typed number solves it."""
    first = run.screens.first
    shown = _SUM.search(first.text if first else "")
    if shown is None or not _SOLUTION.fullmatch(text):
        return None
    a, b = int(shown[1]), int(shown[3])
    value = {"+": a + b, "-": a - b}.get(shown[2], a * b)
    where = shown[0].strip()
    if int(text) == value:
        return Finding(kind="typed-solves", what=text, where=where, step=step)
    return Finding(kind="typed-solves-not", what=text, where=where, step=step, wanted=str(value))


def _label_of(run: Tracker, text: str) -> str | None:
    """The name beside which a value stands: its words if the task has them, "" if not."""
    first = run.screens.first
    elements = [e for e in first.elements if e.text] if first else []
    for before, element in pairwise(elements):
        if is_same(element.text, text) and not element.interactable:
            words = re.findall(r"\w+", before.text.lower())
            return before.text if words and run.goal.words.issuperset(words) else ""
    return None
