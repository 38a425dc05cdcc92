"""The words of a filter on the command line, as the filter language wants them."""

from __future__ import annotations

from collections.abc import Sequence

from courtside_store.filters import LAST, check_operator, example_of, is_filter


def requote(word: str) -> str:
    """A word of the command line as the filter wants it: text with spaces in quotation marks.

    Several filters in one word stay several, and `verdict: failure` is one. Raises ValueError for
    an operator among its parts.
    """
    if '"' in word or " " not in word:
        return word
    parts = word.split()
    for part, following in zip(parts, [*parts[1:], ""], strict=True):
        check_operator(part, following)
    if any(map(is_filter, parts[1:])):
        return word
    name, sign, value = word.partition(":")
    return f'"{name}{sign}{value.lstrip()}"' if is_filter(parts[0]) else f'"{word}"'


def filter_of(words: Sequence[str]) -> str:
    """One filter of all words; `last` alone is the newest run, as it is for `show`."""
    if list(words) == [LAST]:
        return f"run:{LAST}"
    return " ".join(map(requote, words))


def no_match(words: Sequence[str]) -> str:
    """Says that no run matches: a word such as `failure` is looked for in texts."""
    meant = next(filter(None, map(example_of, words)), "")
    return f"no run matches; perhaps {meant} is meant" if meant else "no run matches"
