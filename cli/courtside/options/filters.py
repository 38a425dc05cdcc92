"""The words of a filter on the command line, as the filter language wants them."""

from __future__ import annotations

from collections.abc import Sequence

from courtside_store.filters import LAST


def requote(word: str) -> str:
    """A word of the command line as the filter wants it."""
    return f'"{word}"' if " " in word and '"' not in word else word


def filter_of(words: Sequence[str]) -> str:
    """One filter of all words; `last` alone is the newest run, as it is for `show`."""
    if list(words) == [LAST]:
        return f"run:{LAST}"
    return " ".join(map(requote, words))
