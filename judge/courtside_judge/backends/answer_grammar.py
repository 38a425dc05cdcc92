"""What an answer may look like, as GBNF: llama.cpp and llama-server hold a model to it."""

from __future__ import annotations

from collections.abc import Sequence

PARAGRAPH = "root ::= [^\\x00-\\x1F\\x7F]{1,2000}"
"""One paragraph, so that nothing that a page says makes the answer another shape."""


def one_of(words: Sequence[str]) -> str:
    """The grammar of an answer that is one of these words and nothing else."""
    return "root ::= " + " | ".join(f'"{word}"' for word in words)
