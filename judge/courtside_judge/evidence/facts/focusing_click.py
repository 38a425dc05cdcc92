"""The click that only put the caret into a field, and what was known before it. Knows no text."""

from __future__ import annotations

from typing import Generic, TypeVar

from courtside_judge.evidence.screen import FIELDS
from courtside_store.records import Target

Known = TypeVar("Known")
_BORDER_UNITS = 28.0
"""A field begins at most so far left of its text."""


class FocusingClick(Generic[Known]):
    """The click into a field that was made last, where nothing was typed since: part of what is
    typed into it then."""

    def __init__(self) -> None:
        self._field: Target | None = None
        self._before: Known | None = None

    def press(self, target: Target, before: Known) -> None:
        """The next press, and what was known before it."""
        may_be_field = target.role in FIELDS or _is_of_picture(target)
        self._field, self._before = (target, before) if may_be_field else (None, None)

    def before_typing(self, field: Target) -> Known | None:
        """What was known before the click that focused this field; None where none came right
        before the typing."""
        is_same = self._field is not None and _is_same(self._field, field)
        before = self._before if is_same else None
        self._field = self._before = None
        return before


def _is_same(pressed: Target, field: Target) -> bool:
    """Whether the press was into that field. In a picture a field is where its text stands: what
    was pressed is on that line, no farther left, and no words of their own beside it."""
    if not _is_of_picture(pressed):
        return pressed == field
    place, text = pressed.box, field.box
    if place is None or text is None or not _is_read(field) or not text.spans(place.middle):
        return False
    is_beside = bool(pressed.text) and place.x > text.right
    return not is_beside and place.right >= text.x - _BORDER_UNITS


def _is_of_picture(target: Target) -> bool:
    """Something at a place of which neither kind nor tag is known."""
    return target.box is not None and not (target.role or target.tag)


def _is_read(field: Target) -> bool:
    return field.role in FIELDS and not field.tag
