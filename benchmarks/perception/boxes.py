"""Finds a detector the controls that people or a page's markup marked? Knows no reader.

A control counts as found where a box of the detector overlaps it by half (intersection over union),
each box once, the surest first.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from courtside_judge.perception.fused_reader import Finder
from courtside_judge.perception.fusion import overlap
from courtside_judge.perception.picture import open_picture
from courtside_store.records import Box

ALIKE = 0.5
WEB = frozenset({"button", "field", "link"})
PHONE = frozenset(
    {
        *{"TextImageButton", "TextButton", "ImageButton", "Icon", "EditText"},
        *{"CheckedTextView", "Switch", "Multi_Tab"},
    }
)
"""The classes of each set that can be acted on."""


def recall_and_precision(
    finder: Finder, file: Path, classes: frozenset[str], most: int | None
) -> tuple[float | None, float | None]:
    """Over the first `most` pictures of a set, e.g. web_eval.jsonl; None where nothing counts."""
    hit = wanted = said = 0
    for picture, boxes in marked(file, classes, most):
        found = sorted(finder.detect(picture), key=lambda one: -one.confidence)
        hit += matches([one.box for one in found], boxes)
        wanted += len(boxes)
        said += len(found)
    return (round(hit / wanted, 4) if wanted else None, round(hit / said, 4) if said else None)


def marked(
    file: Path, classes: frozenset[str], most: int | None
) -> Iterator[tuple[Image.Image, list[Box]]]:
    """Each picture, with the boxes of those classes; what is marked twice counts once."""
    for line in file.read_text("utf-8").splitlines()[:most]:
        row: dict[str, Any] = json.loads(line)
        boxes = [(x, y, w, h) for name, x, y, w, h in row["boxes"] if name in classes]
        yield open_picture((file.parent / row["file"]).read_bytes()), list(dict.fromkeys(boxes))


def matches(found: Sequence[Box], wanted: Sequence[Box]) -> int:
    """How many of the wanted boxes were found."""
    left = list(wanted)
    for box in found:
        near = max(left, key=lambda one: overlap(box, one), default=None)
        if near is not None and overlap(box, near) >= ALIKE:
            left.remove(near)
    return len(wanted) - len(left)
