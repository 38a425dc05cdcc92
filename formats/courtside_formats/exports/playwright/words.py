"""Whether a text says words. Knows no screen and writes no code."""

from __future__ import annotations

import re


def plain(text: str) -> str:
    """Without what a page may lay out in another way."""
    return " ".join(text.casefold().replace('"', "'").split())


def says(text: str, words: str) -> bool:
    """Whether they stand there whole: "Adam" does not say "Ada", nor "12" "2"."""
    sought = re.escape(plain(words))
    return bool(sought) and re.search(rf"(?<!\w){sought}(?!\w)", plain(text)) is not None
