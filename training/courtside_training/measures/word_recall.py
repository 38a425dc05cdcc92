"""Which of the known words a reader found where they stand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from courtside_judge.perception.protocol import OcrReader
from courtside_store.geometry import Box
from courtside_store.records import Element

from .known_pages import KnownPage

MARGIN = 4
"""Pixels by which a reader's box may miss."""


def recall(ocr: OcrReader, pages: list[KnownPage]) -> dict[str, Any]:
    """The share of words that were read, over all pages, and by theme, language and letter size."""
    found: dict[str, list[int]] = {"all": [0, 0]}
    for page in pages:
        read = ocr.read(page.image)
        for line in page.lines:
            hit, whole = found_words([(line.text, line.box)], read)
            for kind in ("all", *page.name.split("-")[1:], f"{line.letter_px:g} px"):
                counts = found.setdefault(kind, [0, 0])
                counts[0] += hit
                counts[1] += whole
    shares = {kind: round(hit / whole, 4) for kind, (hit, whole) in found.items() if whole}
    return {
        "ocr_word_recall": shares.get("all"),
        "ocr_word_recall_of": shares,
        "words": found["all"][1],
        "words_of": {kind: whole for kind, (_, whole) in found.items()},
    }


def found_words(known: Iterable[tuple[str, Box]], read: Sequence[Element]) -> tuple[int, int]:
    """How many of the known words were read in their place, and how many there are."""
    found = whole = 0
    for text, box in known:
        there = " ".join(one.text for one in read if one.box and _meets(box, one.box))
        wanted, had = words(text), words(there)
        whole += sum(wanted.values())
        found += sum((wanted & had).values())
    return found, whole


def words(text: str) -> Counter[str]:
    """As they are written, capital letters included, without marks at their ends; of Chinese each
    letter, since it has no gaps."""
    parts = re.findall(r"[一-鿿]|[^\s一-鿿]+", text)
    bare = (part.strip(".,:;|()[]") for part in parts)
    return Counter(part for part in bare if part)


def _meets(known: Box, read: Box) -> bool:
    left, top, right, bottom = known.corners(MARGIN)
    x, y, end, low = read.corners()
    return x < right and end > left and top < (y + low) / 2 < bottom
