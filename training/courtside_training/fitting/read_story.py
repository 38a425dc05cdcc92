"""The story that a run would have told if its screens had only been read. Knows no screen.

Tables hold the story of screens with elements alone, and most of their episodes are gone. What a
reader sees of those is known from the lines: texts without what tells a field from its value, and
of an action the name that was told, or the text at its point, or nothing. Two things are not: what
stood outside the window, and the text at a point whose element has no name. docs/lab/perception.md
measures how much that changes.
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from courtside_judge.evidence.story_line import StoryAction, StoryLine
from courtside_training.fitting.stored_story import StoredStory

Targets = Literal["told", "pressed", "none"]
"""What is known of what an action hit: the source told it, or it is the text at its point, or
nothing."""
_AT_A_POINT = {
    *("click", "double-click", "right-click", "tap", "long-press", "hover", "check", "drag"),
}
"""Kinds of action that a source of pictures tells with their point; that of a typed text is not
the field's."""


def story_as_read(story: StoredStory, targets: Targets) -> StoredStory:
    """The story as OCR without errors would have it."""
    end = replace(story.end, shows=_read(story.end.shows))
    return StoredStory(lines=tuple(_line(line, targets) for line in story.lines), end=end)


def _line(line: StoryLine, targets: Targets) -> StoryLine:
    actions = tuple(_action(action, targets) for action in line.actions)
    return replace(line, actions=actions, new=_read(line.new), gone=_read(line.gone))


def _read(texts: tuple[str, ...]) -> tuple[str, ...]:
    """A field and its value are one text."""
    return tuple(text.replace("=", " ", 1) for text in texts)


def _action(action: StoryAction, targets: Targets) -> StoryAction:
    if targets == "told":
        return action
    is_named = targets == "pressed" and action.kind in _AT_A_POINT
    return replace(action, role="", name=action.name if is_named else "", is_secret=False)
