"""The click that only put the caret into a field, and what was known before it. Knows no text."""

from __future__ import annotations

from typing import Generic, TypeVar

from courtside_judge.evidence.screen import FIELDS
from courtside_store.records import Target

Known = TypeVar("Known")
_BORDER_UNITS = 30.0
"""A field begins at most so far left of its text."""


class FocusingClick(Generic[Known]):
    """The click into a field that was made last, where nothing was typed since: part of what is
    typed into it then."""

    def __init__(self) -> None:
        self._field: Target | None = None
        self._before: Known | None = None

    def press(self, target: Target, before: Known) -> None:
        """The next press, and what was known before it."""
        may_be_field = target.role in FIELDS or not (target.role or target.tag)
        self._field, self._before = (target, before) if may_be_field else (None, None)

    def before_typing(self, field: Target) -> Known | None:
        """What was known before the click that focused this field; None where none came right
        before the typing."""
        is_same = self._field == field or _is_on_line_of(self._field, field)
        before = self._before if is_same else None
        self._field = self._before = None
        return before


def _is_on_line_of(pressed: Target | None, field: Target) -> bool:
    """In a picture a field is where its text stands: whether that is on the line that was pressed
    right before, and no farther left."""
    if pressed is None or field.tag or field.role not in FIELDS:
        return False
    place, text = pressed.box, field.box
    if place is None or text is None or pressed.tag:
        return False
    return text.spans(place.middle) and place.right >= text.x - _BORDER_UNITS
