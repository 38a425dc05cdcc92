"""How many of a thing a task wants, and whether the same more than once. Knows no page."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from .dates import without_calendar
from .likeness import stems
from .text_forms import DIGITS

_COUNTS = re.compile(r"\b(?:how many|number of|count|in total|altogether|on average)\b", re.I)
_SEVERAL = re.compile(r"\b(?:all|both|each|every|everything|everyone|twice|any(?! more))\b", re.I)
_AGAIN = re.compile(
    r"\b(?:all|each|every|everything|everyone|twice|times|again|cop(?:y|ies))\b", re.I
)
_SOME = re.compile(r"\b(?:some|several|few|many|more|dozens?)\b", re.I)
_ONE_MORE = re.compile(r"\b(?:one more|another|once)\b", re.I)
_AMOUNT = re.compile(r"(?<![\w.,:/#+$€£-])\d{1,2}(?![\w:/%-]|[.,]\d)")
_AMOUNTS = {
    **{word: int(digits) for word, digits in DIGITS.items()},
    **{"couple": 2, "pair": 2, "twice": 2},
}
_COUNTED = re.compile(
    rf"(?<![\w.,:/+$€£-])({'|'.join(_AMOUNTS)}|\d{{1,2}})\s+(?=((?:[a-z'’-]+\s+){{0,2}}[a-z'’-]+))",
    re.I,
)
_NOT_COUNTED = re.compile(
    r"\s*\b(?:and|at|by|for|from|in|into|of|on|or|per|that|the|then|this|to|until|which|with)\b.*",
    re.I,
)
"""Ends the words of what is counted."""
_RELATIVE = re.compile(
    r"\b(?:more|less|fewer|another|extra|further|additional|again|times|twice|double|half|"
    r"increase|decrease|raise|reduce|lower|extend|shorten|by)\b",
    re.I,
)


@lru_cache(maxsize=256)
def asks_for_count(task: str) -> bool:
    """Whether what is asked for is a number that mostly stands on no screen."""
    return _COUNTS.search(task) is not None


@lru_cache(maxsize=256)
def means_several(task: str) -> bool:
    """Whether the same may be wanted of several things."""
    return _SEVERAL.search(task) is not None


@lru_cache(maxsize=256)
def wants_one_more(task: str) -> bool:
    """Whether one is to be added to those that are there."""
    return _ONE_MORE.search(task) is not None


@lru_cache(maxsize=256)
def most_wanted(task: str) -> int | None:
    """The most that it wants of one thing: its largest small number, or one where it says none;
    None where nobody can say."""
    words = re.findall(r"[a-z]+", task.lower())
    numbers = [*map(int, _AMOUNT.findall(task)), *(_AMOUNTS[w] for w in words if w in _AMOUNTS)]
    if numbers:
        return max(numbers)
    is_open = means_several(task) or (_SOME.search(task) and not wants_one_more(task))
    return None if is_open else 1


class TaskCount(NamedTuple):
    """A number of something that a task asks for."""

    word: str
    """E.g. "two"."""
    number: int
    stems: frozenset[str]
    """Of what is counted."""


@lru_cache(maxsize=256)
def counts_in(task: str) -> tuple[TaskCount, ...]:
    """How many the task wants of what; none where it may be to those that are there already."""
    if _RELATIVE.search(task):
        return ()
    matches = _COUNTED.finditer(without_calendar(task))
    found = ((match[1], _NOT_COUNTED.sub("", match[2])) for match in matches)
    return tuple(
        TaskCount(word=word, number=_AMOUNTS.get(word.lower()) or int(word), stems=stems(what))
        for word, what in found
        if word.lower() in _AMOUNTS or word.isdecimal()  # no "ſix", which `_COUNTED` takes for six
    )


@lru_cache(maxsize=256)
def wants_again(task: str) -> bool:
    """Whether the same may be typed more than once: "both" means two things, each of them once."""
    return _AGAIN.search(task) is not None
