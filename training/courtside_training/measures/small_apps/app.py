"""What a small app is: its pages, what a form changes, and tasks with ways to do them.

The state is plain data. A way is right where the state at the end is the one that the task wants,
whole: an item too many is as wrong as one too few, and a question changes nothing.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

State = dict[str, Any]
Form = Mapping[str, str]
Move = tuple[str, ...]
"""What Playwright does, and with what: ("fill", selector, text)."""
VIEWPORT = {"width": 1000, "height": 700}


@dataclass(frozen=True)
class Way:
    """One attempt at a task."""

    name: str
    """Straight, detour, or the way in which it fails."""
    moves: tuple[Move, ...]
    answer: str = ""
    """What it says at the end, where the task asks something."""


@dataclass(frozen=True)
class Task:
    """What is to be done, in a person's words."""

    text: str
    ways: tuple[Way, ...]
    change: Callable[[State], object] = lambda state: None
    """Makes of the state at the start the one that is wanted."""
    answer: str = ""
    """Is in the answer of a right way, where the task asks something."""


@dataclass(frozen=True)
class App:
    """One small app."""

    name: str
    start: State
    page: Callable[[State, str], str]
    """The page at a path."""
    tasks: tuple[Task, ...]
    change: Callable[[State, str, Form], str] = lambda state, path, form: "/"
    """Does what was sent to a path, and says where that leads."""
    in_page: bool = False
    """The state is in the page's `state`, and nothing is sent."""

    def is_right(self, task: Task, way: Way, state: State) -> bool:
        """Whether the way ended in what the task wants."""
        wanted = copy.deepcopy(self.start)
        task.change(wanted)
        return state == wanted and (not task.answer or task.answer in way.answer)


RIGHT = ("straight", "detour")


def fill(selector: str, text: str) -> Move:
    return "fill", selector, text


def click(selector: str) -> Move:
    return "click", selector


def choose(selector: str, label: str) -> Move:
    return "select_option", selector, label


def press(selector: str, key: str) -> Move:
    return "press", selector, key


def way(name: str, *moves: Move, answer: str = "") -> Way:
    return Way(name=name, moves=moves, answer=answer)


def document(title: str, body: str, script: str = "") -> str:
    """A page."""
    code = f"<script>{script}</script>" if script else ""
    return f"<!doctype html><meta charset=utf-8><title>{title}</title>{body}{code}"
