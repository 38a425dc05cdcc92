"""The moves of a scripted agent on a page, and the short ways to write them. Solves no task."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Literal

from courtside_store.geometry import Point

SUBMIT = "#subbtn, #area button:has-text('Submit'), #search, .ui-submit"


MoveKind = Literal[
    "click", "force-click", "fill", "select", "press", "type", "hover", "drag", "scroll", "goto"
]


@dataclass(frozen=True)
class Move:
    """One thing to do, and the version of it with one value wrong."""

    act: MoveKind
    where: str
    value: str = ""
    """Text to fill in or to type, the label to select, keys to press (a space between them), pixels
    to scroll down, the address to go to."""
    wrong: Move | None = None
    submits: bool = False
    note: str = ""
    """What the agent thinks as it does it."""
    at: tuple[Point, ...] = ()
    """Pixels from the upper left corner of what is there: the point to click (its middle where
    there is none), or the way of a drag."""
    choices: tuple[str, ...] = ()
    """The labels to select, where they may be several; `value` is empty then."""


Solver = Callable[[Any, str], Awaitable[list[Move]]]


def spoil(word: str) -> str:
    """A value that is nearly right: one letter or digit is another."""
    middle = len(word) // 2
    letter = word[middle]
    if letter.isdigit():
        other = str((int(letter) + 1) % 10)
    else:
        other = "e" if letter.lower() != "e" else "a"
        other = other.upper() if letter.isupper() else other
    return word[:middle] + other + word[middle + 1 :]


def fill(where: str, value: str, wrong: str | None = None) -> Move:
    bad = Move("fill", where, wrong or spoil(value))
    return Move("fill", where, value, bad, note=f'I type "{value}".')


def click(where: str, wrong: str = "") -> Move:
    bad = Move("click", wrong) if wrong else None
    return Move("click", where, wrong=bad, note="I click what was asked for.")


def submit(where: str = SUBMIT) -> Move:
    return Move("click", where, submits=True, note="Everything is set, I submit.")


def quoted(task: str) -> list[str]:
    return re.findall(r'"([^"]*)"', task)


def exact(selector: str, text: str) -> str:
    return f"{selector}:text-is({_string(text)})"


def _string(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


async def other(page: Any, selector: str, text: str) -> str:
    """Another thing of the same sort, for a near miss; empty where there is none."""
    names = await page.locator(selector).all_inner_texts()
    others = [name.strip() for name in names if name.strip() and name.strip() != text]
    return exact(selector, others[0]) if others else ""


def listed(task: str, start: str, end: str) -> list[str]:
    named = task.split(start, 1)[1].rsplit(end, 1)[0]
    return [] if named == "nothing" else named.split(", ")
