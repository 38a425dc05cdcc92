"""Reads Android in the Wild: TFRecord shards, or the same records as JSON lines.

What its actions mean stands in `courtside_formats.aitw.action_space`.
"""

from __future__ import annotations

import gzip
import io
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from msgspec import structs
from PIL import Image

from courtside_formats.aitw.action_space import STATUSES, from_aitw, is_tap
from courtside_formats.aitw.aitw_records import name_type, read_row
from courtside_formats.codecs.bounded import (
    JsonObject,
    inside,
    parse_line,
    read_head,
    read_lines,
    written_at_ms,
)
from courtside_formats.codecs.tfrecord import read_example, read_records
from courtside_store.geometry import Box
from courtside_store.records import Action, Element, Observation
from courtside_store.shortened_text import shortened

from .imported import READ_ERRORS, Broken, Imported, run_id, say_broken
from .pictures import (
    MAX_SHORT,
    MAX_TEXT,
    Pictures,
    ReadImage,
    file_image,
    held_image,
    text_image,
)
from .step_builder import AgentTurn, act, join

_SHARD = re.compile(r".+-\d{5}-of-\d{5}(\.gz)?|.+\.tfrecords?(\.gz)?")
MAX_ROWS = 2_000
"""An episode with more rows is refused."""


class AndroidInTheWild:
    """TFRecord shards, packed or not, and the same records as JSON lines."""

    name = "aitw"
    label_source = "none: the dataset has demonstrations"
    left_out = "device and activity names"

    def detect(self, path: Path) -> bool:
        """By a shard's name, or by the names in JSON lines."""
        if not path.is_file():
            return False
        if path.suffix == ".jsonl":
            return '"results/action_type"' in read_head(path)
        return _SHARD.fullmatch(path.name) is not None

    def read(self, path: Path) -> Iterator[Imported | Broken]:
        """Every episode whose records stand together; a shard that breaks off loses the rest."""
        done: set[str] = set()
        rows: list[JsonObject] = []
        for found in _rows(path):
            if isinstance(found, Broken):
                yield found
                continue
            if rows and found.get("episode_id") != rows[0].get("episode_id"):
                yield _read_whole(path, rows, done)
                rows = []
            if len(rows) <= MAX_ROWS:
                rows.append(found)
        if rows:
            yield _read_whole(path, rows, done)


def _rows(path: Path) -> Iterator[JsonObject | Broken]:
    if path.suffix == ".jsonl":
        for number, line in read_lines(path):
            try:
                row = parse_line(line, f"{path.name}:{number}")
                if not isinstance(row, dict):
                    raise ValueError("a line is no object with names and values")
                yield row
            except READ_ERRORS as error:
                yield say_broken(f"{path}:{number}", error)
        return
    with gzip.open(path) if _is_packed(path) else path.open("rb") as file:
        for record in read_records(file):  # type: ignore[arg-type]
            example = read_example(record)
            yield _packed({name: _single(name, value) for name, value in example.items()})


def _packed(row: JsonObject) -> JsonObject:
    """Raw pixels as PNG, a sixth of them, as a whole episode stands in memory."""
    found = row.get("image/encoded")
    height, width = int(row.get("image/height") or 0), int(row.get("image/width") or 0)
    if isinstance(found, bytes) and len(found) == height * width * 3:
        out = io.BytesIO()
        Image.frombytes("RGB", (width, height), found).save(out, "PNG", compress_level=1)
        row["image/encoded"] = out.getvalue()
    return row


def _is_packed(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(2) == b"\x1f\x8b"


_LISTS = {
    "results/yx_touch",
    "results/yx_lift",
    "image/ui_annotations_positions",
    "image/ui_annotations_text",
}


def _single(name: str, values: list[Any]) -> Any:
    is_text = name != "image/encoded"
    decoded = [
        value.decode("utf-8", "replace") if is_text and isinstance(value, bytes) else value
        for value in values
    ]
    return decoded if name in _LISTS else (decoded[0] if decoded else None)


def _read_whole(path: Path, rows: list[JsonObject], done: set[str]) -> Imported | Broken:
    id = str(rows[0].get("episode_id"))
    if id in done:
        return Broken(path=f"{path}#{id}", reason="its records stand in several places")
    done.add(id)
    if len(rows) > MAX_ROWS:
        return Broken(path=f"{path}#{id}", reason=f"an episode of more than {MAX_ROWS} records")
    try:
        return _read_episode(path, id, rows)
    except READ_ERRORS as error:
        return say_broken(f"{path}#{id}", error)


def _read_episode(path: Path, id: str, rows: list[JsonObject]) -> Imported:
    at_ms = written_at_ms(path)
    rows = sorted(rows, key=lambda row: int(row.get("step_id") or 0))
    pictures = Pictures(at_ms)
    looks: list[Observation | None] = []
    turns: list[AgentTurn] = []
    for _, one in groupby(rows, key=_step_of):
        first, *more = one
        look = _look(path, pictures, first)
        looks.append(look)
        turns.append(AgentTurn(actions=tuple(_action(row, look, at_ms) for row in (first, *more))))
    actions = [action for turn in turns for action in turn.actions]
    run = run_id(AndroidInTheWild.name, path, id)
    return Imported(
        run=run,
        id=id,
        format=AndroidInTheWild.name,
        task=shortened(str(rows[0].get("goal_info") or ""), MAX_TEXT),
        agent="" if "courtside/step" in rows[0] else "person",
        surface="android",
        domain=shortened(re.split(r"[-.]", path.name)[0], MAX_SHORT),
        started_at_ms=at_ms,
        steps=join(run, looks, turns),
        frames=pictures,
        answer=next((one.text for one in reversed(actions) if one.kind == "answer"), ""),
        claims_success=STATUSES.get(name_type(rows[-1].get("results/action_type"))),
    )


def _step_of(row: JsonObject) -> tuple[Any, ...]:
    """The actions of one step of ours stand on one screen; each row of the dataset is a step, and
    so is the status that our export adds at the end.
    """
    step = row.get("courtside/step")
    is_status = name_type(row.get("results/action_type")) in STATUSES
    is_added = is_status and not row.get("courtside/extension")
    return (step, is_added) if step is not None else (id(row),)


def _look(path: Path, pictures: Pictures, row: JsonObject) -> Observation:
    look = pictures.look(_image(path, row))
    height = look.height or int(row.get("image/height") or 0)
    width = look.width or int(row.get("image/width") or 0)
    places = row.get("image/ui_annotations_positions") or []
    flat = [side for place in places for side in (place if isinstance(place, list) else [place])]
    texts = row.get("image/ui_annotations_text") or []
    elements = tuple(
        Element(
            id=number,
            role="text" if text else "icon",
            text=shortened(str(text), MAX_SHORT),
            box=_box(flat[4 * number - 4 : 4 * number], width, height),
            source="ocr",
        )
        for number, text in enumerate(texts, 1)
    )
    text = "\n".join(element.text for element in elements if element.text)
    return Observation(
        at_ms=look.at_ms,
        frame=look.frame,
        withheld=look.withheld,
        width=width,
        height=height,
        elements=elements,
        text=shortened(text, MAX_TEXT),
    )


def _box(sides: list[Any], width: int, height: int) -> Box | None:
    """y, x, height, width in parts of the screen, as x, y, width, height in pixels."""
    if len(sides) != 4 or not all(isinstance(side, int | float) for side in sides):
        return None
    y, x, tall, wide = (float(side) for side in sides)
    return Box(x * width, y * height, wide * width, tall * height)


def _image(path: Path, row: JsonObject) -> ReadImage | None:
    """Raw pixels in a shard; in JSON the name of a file beside it, or base64."""
    found = row.get("image/encoded")
    if isinstance(found, bytes):
        return held_image(found)
    if not isinstance(found, str) or not found:
        return None
    if len(found) < 500 and re.search(r"\.(png|jpe?g|webp)$", found):
        return file_image(inside(path.parent, found))
    return text_image(found)


def _action(row: JsonObject, look: Observation, at_ms: int) -> Action:
    raw: JsonObject = {
        name: row[name]
        for name in ("results/action_type", "results/yx_touch", "results/yx_lift")
        if name in row
    }
    action = read_row(row)
    if action.name == "DUAL_POINT" and not look.width:
        return act("tap" if is_tap(action) else "swipe", at_ms, raw=raw)
    done = from_aitw(action, look.width, look.height, at_ms, raw=raw)
    return structs.replace(done, text=shortened(done.text, MAX_TEXT))
