"""Cuts a text into the word pieces of BERT's uncased vocabulary, by their numbers."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

UNKNOWN = "[UNK]"
_CONTINUES = "##"
"""Marks a piece that is not the first of its word."""
_MAX_WORD_CHARS = 100
"""A longer word is unknown as a whole."""
_ASCII_SIGNS = frozenset("$+<=>^`|~")
"""BERT takes them for punctuation; Unicode calls them symbols."""
_LEFT_OUT = frozenset(("Cc", "Cf", "Co", "Cs", "Mn"))
"""Control characters, and accents."""
_CJK = (
    *((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F)),
    *((0x2B740, 0x2B81F), (0x2B920, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F)),
)
"""First and last of each block of ideographs: each of them is a word."""


class WordPieces:
    """A vocabulary, and how texts are written in it."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._numbers = {piece: number for number, piece in enumerate(vocabulary)}

    def number(self, piece: str) -> int:
        """The number of one piece. Raises KeyError where it is not in the vocabulary."""
        return self._numbers[piece]

    def numbers(self, text: str) -> Iterator[int]:
        """The pieces of a text. No text gives a mark such as "[SEP]"."""
        for word in words_of(text):
            yield from self._of_word(word)

    def _of_word(self, word: str) -> list[int]:
        """Each piece as long as the vocabulary has one."""
        pieces, start = list[int](), 0
        unknown = [self._numbers[UNKNOWN]]
        if len(word) > _MAX_WORD_CHARS:
            return unknown
        while start < len(word):
            mark = _CONTINUES if start else ""
            ends = range(len(word), start, -1)
            end = next((n for n in ends if mark + word[start:n] in self._numbers), None)
            if end is None:
                return unknown
            pieces.append(self._numbers[mark + word[start:end]])
            start = end
        return pieces


def words_of(text: str) -> list[str]:
    """In small letters without accents; each punctuation mark and ideograph is a word."""
    return "".join(map(_cleaned, unicodedata.normalize("NFD", text))).split()


@lru_cache(maxsize=4096)
def _cleaned(char: str) -> str:
    kind = unicodedata.category(char)
    if char in "\t\n\r" or kind.startswith("Z"):
        return " "
    if kind in _LEFT_OUT or char == "\N{REPLACEMENT CHARACTER}":
        return ""
    if kind.startswith("P") or char in _ASCII_SIGNS or _is_ideograph(ord(char)):
        return f" {char} "
    return char.lower()


def _is_ideograph(code: int) -> bool:
    return any(first <= code <= last for first, last in _CJK)
