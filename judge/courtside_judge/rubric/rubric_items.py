"""What a task requires, as items that do not overlap. Knows no run: only the task makes them.

After the Universal Verifier (arXiv 2604.06240): items that overlap count one mistake twice.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

MAX_ITEMS = 6
MAX_ITEM_CHARS = 200
"""A longer line of a model's answer is no item of a rubric."""
OVERLAP = 0.7
"""Share of an item's words that another one holds, from which on the two say the same."""
COVERED = 0.5
"""Share of the task's words that a model's list must hold to be taken."""
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|(?<!\w)'[^']+'(?!\w)")
_PLACE = re.compile("\ue000(\\d+)\ue001")
_PARTS = re.compile(r"(?<=[.!?])\s+|;\s*|,?\s+(?:and\s+)?then\s+|,\s+and\s+", re.IGNORECASE)
_LISTED = re.compile(r";|(?:^|\s)\d{1,2}[.)]\s")
_EMPTY = frozenset(
    re.findall(
        r"\w+",
        "a an and are as at be been by for from has have if in into is it its must of on or so "
        "that the their them then there this to was were which will with your you",
    )
)
"""Words that tell no two requirements apart."""


def split_task(task: str) -> tuple[str, ...]:
    """By its sentences and by "then"; quoted text is never split. The task itself at the least."""
    quotes = _QUOTED.findall(task)
    numbers = iter(range(len(quotes)))
    masked = _QUOTED.sub(lambda _: f"\ue000{next(numbers)}\ue001", task)
    parts = (_PLACE.sub(lambda m: quotes[int(m[1])], part) for part in _PARTS.split(masked))
    return keep_apart([_tidy(part) for part in parts]) or ((_tidy(task),) if _tidy(task) else ())


def read_list(text: str, task: str) -> tuple[str, ...]:
    """The items of a model's list; none where it is no list of what the task requires.

    An item without a word of the task is the model's own; a list without a value that the task
    quotes, or without half of its words, has lost something.
    """
    wanted = _words(task)
    items = [_tidy(part) for part in _LISTED.split(text)]
    items = [item for item in items if len(item) <= MAX_ITEM_CHARS and _words(item) & wanted]
    kept = keep_apart(items)
    held = set[str]().union(*map(_words, kept))
    quotes = [quote[1:-1].lower() for quote in _QUOTED.findall(task)]
    whole = " ".join(kept).lower()
    if len(held & wanted) < COVERED * len(wanted) or not all(quote in whole for quote in quotes):
        return ()
    return kept


def keep_apart(items: Sequence[str]) -> tuple[str, ...]:
    """In their order; of two that say the same the fuller one, and so many at most."""
    kept: list[int] = []
    for number in sorted(range(len(items)), key=lambda n: -len(_words(items[n]))):
        words = _words(items[number])
        others = (_words(items[other]) for other in kept)
        if words and all(len(words & other) < OVERLAP * len(words) for other in others):
            kept.append(number)
    return tuple(items[number] for number in sorted(kept)[:MAX_ITEMS])


def _words(text: str) -> frozenset[str]:
    """Those that mean something; where there are only others, those."""
    every = frozenset(re.findall(r"\w+", text.lower()))
    return every - _EMPTY or every


def _tidy(text: str) -> str:
    return " ".join(text.split()).strip(" .,;:-*")
