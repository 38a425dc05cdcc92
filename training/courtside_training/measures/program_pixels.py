"""How much of a program is found in its pixels, by the boxes of its accessibility tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from courtside_formats.ui_trees.atspi import WindowContents
from courtside_judge.perception.protocol import OcrReader
from courtside_judge.perception.read_line_splitting import split_read_lines
from courtside_store.geometry import Box, Point, overlap
from courtside_store.records import Element

SCREEN = Box(0.0, 0.0, 1280.0, 800.0)
MIN_SIDE_PIXELS = 6.0
"""An element with a smaller side is not wanted."""
HALF = 0.5
Counts = dict[str, int]


def found_in(
    picture: bytes, wanted: Sequence[Box], readers: Mapping[str, OcrReader]
) -> dict[str, Counts]:
    """What each reader, by its name, finds of a program; lines are split at wide gaps."""
    return {
        name: counted(wanted, split_read_lines(picture, reader.read(picture)))
        for name, reader in readers.items()
    }


def wanted_boxes(look: WindowContents) -> list[Box]:
    """Of what can be acted on and is seen; the box of something whole that holds others counts."""
    boxes = [one.box for one in look.elements if one.interactable and one.box]
    seen = [box for box in boxes if min(box[2:]) >= MIN_SIDE_PIXELS and box.intersection(SCREEN)]
    return list(dict.fromkeys(seen))


def counted(wanted: Sequence[Box], read: Sequence[Element]) -> Counts:
    """How many are wanted, overlapped by half, and pressed; how many were read."""
    boxes = [one.box for one in read if one.box]
    hit = {_smallest_at(wanted, box.centre) for box in boxes}
    return {
        "wanted": len(wanted),
        "overlap": sum(any(overlap(box, one) >= HALF for one in boxes) for box in wanted),
        "pressed": sum(n in hit for n in range(len(wanted))),
        "read": len(boxes),
    }


def _smallest_at(boxes: Sequence[Box], point: Point) -> int | None:
    """Which box a click there hits: the smallest that holds the point."""
    there = [n for n, box in enumerate(boxes) if box.covers(point)]
    return min(there, key=lambda n: boxes[n].area, default=None)
