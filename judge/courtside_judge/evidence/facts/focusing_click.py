"""The click that only put the caret into a field, and what was known before it. Knows no text."""

from __future__ import annotations

from typing import Generic, TypeVar

from courtside_judge.evidence.screen import FIELDS
from courtside_store.records import Target

Known = TypeVar("Known")


class FocusingClick(Generic[Known]):
    """The click into a field that was made last, where nothing was typed since: part of what is
    typed into it then."""

    def __init__(self) -> None:
        self._field: Target | None = None
        self._before: Known | None = None

    def press(self, target: Target, before: Known) -> None:
        """The next press, and what was known before it."""
        is_field = target.role in FIELDS
        self._field, self._before = (target, before) if is_field else (None, None)

    def before_typing(self, field: Target) -> Known | None:
        """What was known before the click that focused this field; None where none came right
        before the typing."""
        before = self._before if self._field == field else None
        self._field = self._before = None
        return before
