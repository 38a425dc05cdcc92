"""A run's actions and screens in parts that a model can read, so that none is left out."""

from __future__ import annotations

from collections.abc import Sequence

from courtside_judge.llm.prompting import ANSWER_CHARS, cut, quote
from courtside_judge.llm.screen_text import render_change
from courtside_store.records import Record, Step
from courtside_store.rendering import render_step

PART_CHARS = 6_000
_ACTION_CHARS = 300


class RunPart(Record, frozen=True, kw_only=True):
    """Steps of a run that follow each other, as text."""

    text: str
    last: int
    """Number of its last step; 0 where there is none."""


class RunParts:
    """The parts of one run. Each begins with a whole screen: it is read without the ones before."""

    def __init__(self, fence: str) -> None:
        self._fence = fence
        self._done: list[RunPart] = []
        self._texts: list[str] = []
        self._size = 0
        self._last = 0
        self._screen: Sequence[str] = ()

    @property
    def knows_screen(self) -> bool:
        """Is the screen before the next action known?"""
        return bool(self._screen)

    def show(self, screen: Sequence[str]) -> None:
        """The screen before the next action."""
        self._screen = screen

    def add(self, step: Step, screen: Sequence[str] | None) -> None:
        """The actions of a step, and the screen after. None: nobody described it."""
        if self._size >= PART_CHARS:
            self._close()
        if not self._texts and self._screen:
            self._put("The screen at first:", "\n".join(self._screen))
        action = render_step(step)[:_ACTION_CHARS]
        after = "(not described)" if screen is None else render_change(self._screen, screen)
        self._put(f"Step {step.index}:", f"{action}\nthe screen after:\n{after}")
        self._last = step.index
        self._screen = screen or ()

    def _put(self, head: str, text: str) -> None:
        self._texts.append(f"{head}\n{quote(text, self._fence)}")
        self._size += len(text)

    def _close(self) -> None:
        self._done.append(RunPart(text="\n\n".join(self._texts), last=self._last))
        self._texts, self._size = [], 0

    def read(self, answer: str) -> list[RunPart]:
        """All of them, the agent's answer in the last one. There is always one."""
        texts = [*self._texts]
        if answer:
            texts.append(f"The agent's answer:\n{quote(cut(answer, ANSWER_CHARS), self._fence)}")
        return [*self._done, RunPart(text="\n\n".join(texts), last=self._last)]
