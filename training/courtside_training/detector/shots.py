"""Screenshots with the boxes of what can be acted on, from our pages and from other people's sets.

Knows files and roles; nothing of tensors. One JSON line a screenshot, in the form of the published
sets: `file, width, height, boxes [[class, x, y, width, height]]`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from courtside_store.geometry import Box
from courtside_store.records import Record
from courtside_training.datasets import find_dataset

CACHE = Path(__file__).parents[3] / ".training/detector"
"""Pages, screenshots and checkpoints; never part of the repository."""
WEB: Mapping[str, str] = {"button": "button", "field": "textbox", "link": "link"}
"""Interactable classes of the web set, as our roles."""
PHONE: Mapping[str, str] = {
    "Icon": "button",
    "ImageButton": "button",
    "TextButton": "button",
    "TextImageButton": "button",
    "EditText": "textbox",
    "CheckedTextView": "item",
    "Switch": "checkbox",
}
"""The classes of the phone set that one presses or fills, as our roles; not what holds them."""


class Shot(Record, frozen=True, kw_only=True):
    """A screenshot and what can be acted on in it."""

    file: Path
    family: str
    """A template family of our pages, or "web" or "phone"."""
    width: int
    height: int
    boxes: tuple[tuple[str, Box], ...]
    """Roles and boxes in its pixels."""


class _Line(Record, frozen=True, kw_only=True):
    file: str
    width: int
    height: int
    boxes: tuple[tuple[str, float, float, float, float], ...]
    family: str = ""


def read_shots(
    lines: Path, family: str = "", roles: Mapping[str, str] | None = None
) -> Iterator[Shot]:
    """Of a file of JSON lines; `file` is relative to its folder. `roles`: which classes are
    interactable and their role; None where the classes are our roles.
    """
    for text in lines.read_bytes().splitlines():
        line = msgspec.json.decode(text, type=_Line)
        boxes = tuple(
            (role, Box(x, y, width, height))
            for kind, x, y, width, height in line.boxes
            if (role := kind if roles is None else roles.get(kind)) and width >= 2 and height >= 2
        )
        yield Shot(
            file=lines.parent / line.file,
            family=family or line.family,
            width=line.width,
            height=line.height,
            boxes=boxes,
        )


def web_shots(part: str, folder: Path | None = None) -> list[Shot]:
    """`part`: train or eval; of the data set `element_boxes`, or of another folder."""
    file = (folder or find_dataset("element_boxes")) / f"web_{part}.jsonl"
    return list(read_shots(file, "web", WEB))


def phone_shots(part: str, folder: Path | None = None) -> list[Shot]:
    """The screenshots of the phone set."""
    file = (folder or find_dataset("element_boxes")) / f"phone_{part}.jsonl"
    return list(read_shots(file, "phone", PHONE))


def page_shots(families: frozenset[str], cache: Path = CACHE) -> list[Shot]:
    """The screenshots that were rendered of these families so far."""
    files = sorted((cache / "shots").glob("*.jsonl"))
    return [shot for file in files if file.stem in families for shot in read_shots(file)]
