"""A run as text for a language model: the task, then each action and the screen after it.

It only grows at its end, so that the KV cache holds the rest. One that is too long is shortened by
rule, with a mark where something is missing.
"""

from __future__ import annotations

from collections.abc import Sequence

from courtside_store.records import Step
from courtside_store.rendering import render_step

from .left_out_parts import count_left_out
from .prompting import TASK_CHARS, cut, quote
from .screen_text import render_change

MAX_ACTIONS = 200
"""Actions that are listed, the newest."""
_ACTION_CHARS = 300


class TranscriptEntry:
    """One step."""

    def __init__(self, number: int, action: str, screen: str) -> None:
        self.number = number
        self.action = action
        self.screen = screen

    @property
    def size(self) -> int:
        """Characters."""
        return len(self.action) + len(self.screen)


class Transcript:
    """The transcript of one run."""

    def __init__(self, task: str, fence: str) -> None:
        self._task = task
        self._fence = fence
        self._start = ""
        self._entries: list[TranscriptEntry] = []
        self._screen: Sequence[str] = ()
        self.left_out = 0
        """Screens of so many steps at the beginning are left out."""

    @property
    def knows_screen(self) -> bool:
        """Is the screen before the next action in it?"""
        return bool(self._screen)

    def show(self, screen: Sequence[str]) -> None:
        """Adds the screen before an action, where there is none from the action before."""
        if self._entries:
            self._entries[-1].screen = "\n".join(screen)
        else:
            self._start = "\n".join(screen)
        self._screen = screen

    def add(self, step: Step, screen: Sequence[str] | None) -> None:
        """Adds the actions of a step, and the screen after. None: nobody described it."""
        after = "(not described)" if screen is None else render_change(self._screen, screen)
        action = render_step(step)[:_ACTION_CHARS]
        if step.thought:
            action += f"\nthe agent thought: {' '.join(step.thought.split())[:_ACTION_CHARS]}"
        self._entries.append(TranscriptEntry(step.index, action, after))
        self._screen = screen or ()
        self._shorten()

    def _shorten(self) -> None:
        size = sum(entry.size for entry in self._entries[self.left_out :])
        screens = [len(entry.screen) for entry in self._entries]
        self.left_out = count_left_out(self.left_out, size, screens)

    def render(self) -> str:
        """All of it. What comes from a page or the agent is fenced."""
        parts = [f"The task:\n{quote(cut(self._task, TASK_CHARS), self._fence)}"]
        if self._start and not self.left_out:
            parts.append(f"The screen at first:\n{quote(self._start, self._fence)}")
        first = max(0, self.left_out - MAX_ACTIONS)
        if first:
            parts.append(f"[steps 1 to {first} are left out here]")
        if self.left_out:
            parts.append(f"[the screens of the steps up to {self.left_out} are left out here]")
        for position, entry in enumerate(self._entries[first:], first):
            shown = f"\nthe screen after:\n{entry.screen}" if position >= self.left_out else ""
            quoted = quote(f"{entry.action}{shown}", self._fence)
            parts.append(f"Step {entry.number}:\n{quoted}")
        return "\n\n".join(parts)
