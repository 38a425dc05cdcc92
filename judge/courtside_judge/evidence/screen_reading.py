"""Reads one screen without the task's own words. Knows no other screen."""

from __future__ import annotations

import re

from courtside_store.records import FROM_PIXELS, Observation

from .goals import Goal
from .screen import Screen, has_tree, lies_in
from .text_forms import normal

_MIN_SENTENCE_CHARS = 20
"""A shorter text is not the task's sentence."""
_MIN_SENTENCE_SHARE = 0.4
"""At least this share of the task's words is in its sentence, even where values are boxes apart."""


def read_screen(look: Observation, goal: Goal) -> Screen:
    """Leaves out elements that only repeat the task."""
    task = normal(goal.task)
    banners = tuple(e.box for e in look.elements if e.box and _repeats(e.text, goal))
    kept = tuple(
        e
        for e in look.elements
        if e.interactable
        or not e.text
        or not (
            _repeats(e.text, goal)
            or (normal(e.text) in task and any(lies_in(e.box, b) for b in banners))
        )
    )
    state = tuple(
        (e.tag, e.text, e.value, tuple(s for s in e.state if s != "focused"))
        for e in kept
        if e.source not in FROM_PIXELS  # the same letters are read differently now and then
    )
    text = "" if has_tree(look) else look.text
    read = "\n".join(e.text for e in look.elements if e.source in FROM_PIXELS)
    return Screen(
        look=look,
        elements=kept,
        banners=banners,
        text=f"{look.text}\n{read}".strip() if has_tree(look) else look.text or read,
        signature=hash((look.url, look.title, state, text)),
    )


def _repeats(text: str, goal: Goal) -> bool:
    """Whether a text is the task's own sentence, though values in it may stand in boxes of their
    own and be missing. A value that the task quotes is not its sentence."""
    if len(text) <= _MIN_SENTENCE_CHARS or any(
        normal(text) in normal(r.text) for r in goal.requirements
    ):
        return False
    words = set(re.findall(r"\w+", text.lower()))
    return _MIN_SENTENCE_SHARE * len(goal.words) <= len(words) and words <= goal.words
