"""A run as a language model is told it: the task, then each action and the screen that came of it.

It only ever grows at its end, so that a model reads each step once. Too long a story is shortened
by rule, with a mark where something is missing.
"""

from __future__ import annotations

from collections.abc import Sequence

from courtside_store.records import Step
from courtside_store.rendering import render_step

from .prompting import quote
from .screen_text import tell_change

MAX_CHARS = 12_000
"""Of a story; beyond it older screens go, down to half of it."""
MAX_ACTIONS = 200
"""Actions that are told one by one, the newest."""
_ACTION_CHARS = 300


class Chapter:
    """One step, told."""

    def __init__(self, number: int, action: str, screen: str) -> None:
        self.number = number
        self.action = action
        self.screen = screen

    @property
    def size(self) -> int:
        """Characters."""
        return len(self.action) + len(self.screen)


class Story:
    """One run's."""

    def __init__(self, task: str, fence: str) -> None:
        self._task = task
        self._fence = fence
        self._start = ""
        self._chapters: list[Chapter] = []
        self._screen: Sequence[str] = ()
        self.untold = 0
        """Screens of so many steps at the beginning are left out."""

    @property
    def knows_screen(self) -> bool:
        """Is the screen that the next action meets told?"""
        return bool(self._screen)

    def show(self, screen: Sequence[str]) -> None:
        """The screen before an action, where the story has none from the action before."""
        if self._chapters:
            self._chapters[-1].screen = "\n".join(screen)
        else:
            self._start = "\n".join(screen)
        self._screen = screen

    def add(self, step: Step, screen: Sequence[str] | None) -> None:
        """What was done, and the screen after. None: nobody described it."""
        told = "(not described)" if screen is None else tell_change(self._screen, screen)
        action = render_step(step)[:_ACTION_CHARS]
        if step.thought:
            action += f"\nthe agent thought: {' '.join(step.thought.split())[:_ACTION_CHARS]}"
        self._chapters.append(Chapter(step.index, action, told))
        self._screen = screen or ()
        self._shorten()

    def _shorten(self) -> None:
        told = self._chapters[self.untold :]
        size = sum(chapter.size for chapter in told)
        if size <= MAX_CHARS:
            return
        while size > MAX_CHARS / 2 and self.untold < len(self._chapters) - 1:
            size -= len(self._chapters[self.untold].screen)
            self.untold += 1

    def tell(self) -> str:
        """The whole story. What comes from a page or the agent is fenced."""
        parts = [f"The task:\n{quote(self._task, self._fence)}"]
        if self._start and not self.untold:
            parts.append(f"The screen at first:\n{quote(self._start, self._fence)}")
        first = max(0, self.untold - MAX_ACTIONS)
        if first:
            parts.append(f"[steps 1 to {first} are left out here]")
        if self.untold:
            parts.append(f"[the screens of the steps up to {self.untold} are left out here]")
        for position, chapter in enumerate(self._chapters[first:], first):
            shown = f"\nthe screen after:\n{chapter.screen}" if position >= self.untold else ""
            told = quote(f"{chapter.action}{shown}", self._fence)
            parts.append(f"Step {chapter.number}:\n{told}")
        return "\n\n".join(parts)
