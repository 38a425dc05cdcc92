"""A run in the words that the small language model learned to read. It knows no other words.

A line a step, and one for the end. Nothing may change here: the model's weights hang on it.
"""

from __future__ import annotations

from collections.abc import Sequence

from courtside_judge.evidence.story_line import StoryAction, StoryEnd, StoryLine

_MAX_ANSWER_CHARS = 200
"""At most so many letters of an answer are told."""


def render_run(lines: Sequence[StoryLine], end: StoryEnd, answer: str) -> tuple[str, ...]:
    """A line a step, and one for the end."""
    return (*map(render_story_line, lines), render_end(end, answer))


def render_story_line(line: StoryLine) -> str:
    """Without what went from the screen and the rows of what was hit."""
    parts = [
        "; ".join(map(_render_action, line.actions)) or "no action",
        *(f"sent {one.method} {one.path}: {one.status or one.failed}" for one in line.sent),
        *(f"the page said: {text}" for text in line.announced),
        *_render_undone(line.dialog, line.edited),
        f"at {line.place}" * bool(line.place),
        f"new: {', '.join(line.new)}" * bool(line.new),
        "nothing changed" * line.is_unchanged,
        "screen not seen" * line.is_unseen,
    ]
    return " | ".join(filter(None, parts))


def render_end(end: StoryEnd, answer: str) -> str:
    """The last screen, and what the agent says."""
    undone = _render_undone(end.dialog, end.edited)
    parts = [end.place, *undone, f"shows: {', '.join(end.shows)}", render_answer(answer)]
    return " | ".join(filter(None, parts))


def render_answer(answer: str) -> str:
    """What the agent says at the end."""
    return f"says: {' '.join(answer.split())[:_MAX_ANSWER_CHARS] or 'nothing'}"


def _render_action(action: StoryAction) -> str:
    text = "(secret)" if action.is_secret else f'"{action.text}"' * bool(action.text)
    target = f'{action.role} "{action.name}"' if action.name else action.role
    return " ".join(filter(None, (action.kind, text, "into" * bool(text and target), target)))


def _render_undone(dialog: str, edited: Sequence[str]) -> list[str]:
    waits = [f"a dialog waits: {dialog}"] if dialog else []
    return waits + ([f"edited, and not as it was: {', '.join(edited)}"] if edited else [])
