"""Which quoted texts of a task only say where something is to be done. Knows no weights."""

from __future__ import annotations

import re

from courtside_judge.evidence.text_forms import normal
from courtside_judge.evidence.tracker import Tracker

_ON_PAGE = re.compile(
    r"\b(?:on|in|at|under|from)\s+(?:the|my|your|its)\s+(?:\w+\s+)?"
    r"(?:page|screen|tab|section|view|form|dialog|panel)\s+(?:called\s+|named\s+|titled\s+)?"
    r"[\"'“‘]$",
    re.I,
)
"""Stands before the quoted name of a page."""


def names_of_places(run: Tracker) -> frozenset[str]:
    """Quoted names, for comparing, of pages and fields that the run used: "On the page 'Settings',
    set the field 'Name' to 'Mara'" asks for one value. A page or a field that was not used stays a
    text of which nothing was done."""
    kinds = {normal(one.text): one.kind for one in run.goal.requirements}
    quoted = frozenset(text for text, kind in kinds.items() if kind == "quoted")
    values = {normal(one.value) for one in run.entries.in_order}
    return ((quoted & names_of_fields(run)) | _pages(run)) - values


def names_of_fields(run: Tracker) -> frozenset[str]:
    """Of all fields in which something was typed or chosen, for comparing."""
    return frozenset(normal(one.field) for one in run.entries.in_order if one.field)


def _pages(run: Tracker) -> frozenset[str]:
    task = run.goal.task
    return frozenset(
        normal(one.text)
        for one in run.goal.requirements
        if not run.goal.seeks
        and normal(one.text) in run.pages.names
        and _ON_PAGE.search(task.partition(one.text)[0])
    )
