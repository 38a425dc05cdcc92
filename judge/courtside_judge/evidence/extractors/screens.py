"""What extractors ask of a screen: which boxes are ticked, which texts it came to show."""

from __future__ import annotations

from courtside_judge.evidence.screen import Screen
from courtside_judge.evidence.text_forms import normal
from courtside_judge.evidence.tracker import Tracker

_MIN_SUBSTRING_CHARS = 8
"""Only a value of so many letters or more is looked for inside longer texts."""


def ticks(screen: Screen | None) -> dict[str, bool]:
    """Whether each box and option is ticked, by its name."""
    return {
        normal(e.text): "checked" in e.state or "selected" in e.state
        for e in (screen.elements if screen else ())
        if e.role in ("checkbox", "radio", "option") and e.text
    }


def came_to_show(run: Tracker, text: str) -> bool:
    """Whether the last screen shows a text that the first one did not."""
    first, last = run.screens.first, run.screens.last
    if last is None or first is None:
        return False
    wanted = normal(text)
    return _stands(wanted, last) and not _stands(wanted, first)


def _stands(wanted: str, screen: Screen) -> bool:
    """As a text of its own; a long one also inside another."""
    texts = [normal(text) for e in screen.elements for text in (e.text, e.value)]
    return wanted in texts or (
        len(wanted) >= _MIN_SUBSTRING_CHARS and any(wanted in text for text in texts)
    )
