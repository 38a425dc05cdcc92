"""Compares words by their stems: "buzzing" is what "buzzes" says. Draws no conclusion."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from functools import cache, lru_cache
from typing import NamedTuple

import snowballstemmer  # type: ignore[import-untyped]

from .content_words import content_words

_MAX_UNSTEMMED_CHARS = 3
"""A word of so many letters or fewer is left as it is."""


class Rivals(NamedTuple):
    """How much of the task something says, and the one of its kind that says most of it."""

    own: int
    """Stems that it shares with the task."""
    best: str = ""
    """The other one that shares more; empty where none does."""
    most: int = 0
    """Stems that this one shares, or the best of the others where none shares more."""
    covers: bool = False
    """Does the best share all that this one does, which is something, and more?"""


@lru_cache(maxsize=8192)
def stems(text: str) -> frozenset[str]:
    """The stems of the words that carry a meaning."""
    return frozenset(map(stem_of, content_words(text)))


@cache
def _stemmer() -> snowballstemmer.stemmer:
    return snowballstemmer.stemmer("english")


@lru_cache(maxsize=16384)
def stem_of(word: str) -> str:
    """The stem of one word in lower case."""
    stem: str = _stemmer().stemWord(word)
    return stem


def as_written(text: str, of: Set[str]) -> tuple[str, ...]:
    """The words of a text that have one of these stems, in their order: a stem is no word that a
    person reads."""
    words = re.findall(r"\w+", text)
    return tuple(dict.fromkeys(word for word in words if stems(word) & of))


def singulars(words: Iterable[str]) -> frozenset[str]:
    """The same words without the ending of a plural: "contacts" and "contact" are one, "settings"
    and "set" are two."""
    return frozenset(map(_singular, words))


def _singular(word: str) -> str:
    if len(word) <= _MAX_UNSTEMMED_CHARS or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("xes", "ches", "shes", "sses")):
        return word[:-2]
    return word.removesuffix("s")


def compare(task: str, own: str, others: Sequence[str]) -> Rivals:
    """One text among others of its kind, by the stems that it shares with a task; what only
    repeats it counts as the same."""
    asked, mine = stems(task), stems(own)
    shared = len(mine & asked)
    best, most, covers = "", 0, False
    for text in others:
        theirs = stems(text)
        if theirs != mine and len(theirs & asked) > most:
            best, most, covers = text, len(theirs & asked), shared > 0 and mine & asked < theirs
    return Rivals(own=shared, best=best if most > shared else "", most=most, covers=covers)
