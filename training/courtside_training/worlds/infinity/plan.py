"""The words in which the way to solve a task is written down. Runs nothing."""

from __future__ import annotations

from dataclasses import dataclass

from courtside.demo.moves import Move
from courtside_training.world import Answer, Part
from courtside_training.worlds.errand import (
    choose,
    click,
    fill,
    link,
    named,
    operate,
    pick,
    press,
    submit,
    tick,
    untick,
)

__all__ = (
    "Answer",
    "Move",
    "Part",
    "Plan",
    "choose",
    "click",
    "fill",
    "link",
    "named",
    "operate",
    "pick",
    "press",
    "submit",
    "tick",
    "untick",
)


@dataclass(frozen=True, init=False)
class Plan:
    """The way to solve one task, in parts whose order matters only where one needs another."""

    parts: tuple[Part, ...]
    answer: Answer | None
    """What has to be said, where the task asks something."""
    task: str
    """The words of a task of our own. Empty: the words stand in the app's list of tasks."""
    impossible: bool
    """Nothing reaches the goal; the moves are what an agent may do instead."""

    def __init__(
        self,
        *parts: Part,
        answer: Answer | None = None,
        task: str = "",
        impossible: bool = False,
    ) -> None:
        object.__setattr__(self, "parts", parts)
        object.__setattr__(self, "answer", answer)
        object.__setattr__(self, "task", task)
        object.__setattr__(self, "impossible", impossible)

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(move for part in self.parts for move in part.moves)


Plans = dict[str, Plan]
"""By task: "real/task_h12" and "function/task_3" of the app's lists, "own/NAME" with own words."""
