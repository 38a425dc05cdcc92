"""Finds an answer on the page, for a task that asks something. Reads; acts on nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.likeness import stems
from courtside_refine.actors.page_view import PageView

_NUMBER = re.compile(
    r"\bhow (?:many|much|long|old|far|often)\b|\b(?:count|number|total|price)\b", re.I
)
_MAX_TEXT_CHARS = 80
MAX_ELEMENTS_ASIDE = 3
"""One line of a page has at most so many elements on either side of a text."""


def asks(task: str) -> bool:
    """Whether the task wants something said."""
    return read_goal(task).asks


def read_answer(task: str, view: PageView, draw: Random, temperature: float) -> str:
    """What stands nearest to the words of the task and is not one of them; empty: nothing does."""
    texts = [row.element.value or row.element.text for row in view.rows]
    asked = stems(task)
    wants_number = bool(_NUMBER.search(task))
    best, most = "", float("-inf")
    for at, text in enumerate(texts):
        own = stems(text)
        if not text or len(text) > _MAX_TEXT_CHARS or (own and own <= asked):
            continue
        score = _nearness(texts, at, asked) + 1.0 * (wants_number and any(map(str.isdigit, text)))
        score += temperature * draw.gauss(0, 1)
        if score > most:
            best, most = text, score
    return best


def _nearness(texts: Sequence[str], at: int, asked: frozenset[str]) -> float:
    """Words of the task in what stands round it, the nearest most."""
    total = 0.0
    for other in range(
        max(0, at - MAX_ELEMENTS_ASIDE), min(len(texts), at + MAX_ELEMENTS_ASIDE + 1)
    ):
        total += len(stems(texts[other]) & asked) / (1 + abs(other - at))
    return total
