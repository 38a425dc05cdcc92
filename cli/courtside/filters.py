"""The words of a filter on the command line, as the filter language wants them."""

from __future__ import annotations

from collections.abc import Sequence


def requote(word: str) -> str:
    """A word of the command line as the filter wants it."""
    return f'"{word}"' if " " in word and '"' not in word else word


def filter_of(words: Sequence[str]) -> str:
    """One filter of all words."""
    return " ".join(map(requote, words))
