"""Reads lists of tasks that a person brings: JSON, JSON lines, CSV, plain text. Ships none.

Meant for the tasks that papers evaluate on, whose files are not ours to hand on.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from courtside_formats.codecs.bounded import JsonObject
from courtside_store.records import Record, Short, Text

MAX_BYTES = 64 * 1024 * 1024
MAX_TEXT, MAX_SHORT = 20_000, 500
_IDS = ("id", "task_id", "episode_id", "ep_id", "annotation_id")
_TEXTS = ("task", "instruction", "intent", "goal", "goal_info", "question", "ques", "query", "text")
_SPLITS = ("split", "set", "subset")
_APPS = ("app", "domain", "category", "site", "web_name", "dataset")
_SPLIT_WORDS = {
    "train": "train",
    "training": "train",
    "test": "test",
    "eval": "test",
    "evaluation": "test",
    "val": "validation",
    "dev": "validation",
    "validation": "validation",
}
_DELIMITERS = {".csv": ",", ".tsv": "\t"}


class Task(Record, frozen=True, kw_only=True):
    """One thing that an agent may be asked to do."""

    id: Short
    """The list's own, else the file's name and the place in it, from 1."""
    text: Text
    split: Short = ""
    """ "train", "test", "validation", or the list's own word; empty where nothing says."""
    app: Short = ""
    """App, site or domain."""


class BadLine(Record, frozen=True, kw_only=True):
    """What is no task, and why, in one line."""

    place: str
    """File and line; in a JSON file the place among its tasks."""
    reason: str


FoundTask = tuple[str, Any]
"""A place and what stands there, a text or a mapping."""


def read_tasks(path: Path) -> Iterator[Task | BadLine]:
    """Every task of a file in its order, and every line that is none.

    The suffix says what it is: .json, .jsonl, .csv, .tsv; .txt and none is a task a line. A name
    with "train" or "test" in it says the split of tasks that do not say theirs. Raises ValueError
    for another suffix and where nothing of the file can be read, OSError where there is no file.
    """
    text = _read_text(path)
    match path.suffix.lower():
        case ".json":
            found = _in_json(path, text)
        case ".jsonl" | ".ndjson":
            found = _in_lines(path, text)
        case ".csv" | ".tsv":
            found = _in_table(path, text)
        case "" | ".txt" | ".md" | ".list" | ".tasks":
            found = ((f"{path.name}:{n}", line) for n, line in _numbered(text))
        case other:
            raise ValueError(
                f"{path}: {other} is no list of tasks; expected .json, .jsonl, .csv, .tsv, or .txt "
                "with a task a line"
            )
    split = _split_of(path.stem)
    places: dict[str, str] = {}
    for number, (place, value) in enumerate(found, 1):
        try:
            task = _task(value, f"{path.stem}-{number}", split)
        except ValueError as error:
            yield BadLine(place=place, reason=str(error))
            continue
        if earlier := places.get(task.id):
            yield BadLine(place=place, reason=f"id {task.id!r} is that of {earlier} too")
            continue
        places[task.id] = place
        yield task


def _read_text(path: Path) -> str:
    if path.stat().st_size > MAX_BYTES:
        raise ValueError(f"{path} has more than {MAX_BYTES} bytes; is it a list of tasks?")
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ValueError(f"{path}:{line} is not UTF-8: {error.reason}; save it as UTF-8") from error


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    lines = enumerate(text.split("\n"), 1)
    return ((number, line.strip()) for number, line in lines if line.strip())


def _in_lines(path: Path, text: str) -> Iterator[FoundTask]:
    for number, line in _numbered(text):
        try:
            yield f"{path.name}:{number}", json.loads(line)
        except (ValueError, RecursionError) as error:
            yield f"{path.name}:{number}", ValueError(f"not JSON: {error}")


def _in_json(path: Path, text: str) -> Iterator[FoundTask]:
    """A list; or an object of lists by split or app; or an object of texts by id."""
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path}: not JSON: {error}") from error
    match whole:
        case list():
            yield from ((f"{path.name} task {n}", value) for n, value in enumerate(whole, 1))
        case dict() if whole and all(isinstance(value, list) for value in whole.values()):
            for name, group in whole.items():
                field = "split" if name.lower() in _SPLIT_WORDS else "app"
                for number, value in enumerate(group, 1):
                    more = {"text": value} if isinstance(value, str) else value
                    named = {field: name, **more} if isinstance(more, dict) else more
                    yield f"{path.name} {name} {number}", named
        case dict() if whole and all(isinstance(value, str | dict) for value in whole.values()):
            for id, value in whole.items():
                more = {"text": value} if isinstance(value, str) else value
                yield f"{path.name} {id!r}", {"id": id, **more}
        case _:
            raise ValueError(
                f"{path}: expected a list of tasks, or an object of lists by split or app, "
                "or an object of tasks by id"
            )


def _in_table(path: Path, text: str) -> Iterator[FoundTask]:
    lines = text.splitlines(keepends=True)
    rows = csv.DictReader(lines, delimiter=_DELIMITERS[path.suffix.lower()], strict=True)
    names = [(name or "").strip().lower() for name in rows.fieldnames or ()]
    if not set(names) & set(_TEXTS):
        raise ValueError(f"{path}:1 names the columns {names}; one of {list(_TEXTS)} is needed")
    rows.fieldnames = names
    try:
        for row in rows:
            spilled = ValueError("more columns than the header has; quote texts that hold a comma")
            yield f"{path.name}:{rows.line_num}", spilled if None in row else row
    except csv.Error as error:
        yield f"{path.name}:{rows.line_num}", ValueError(str(error))


def _task(value: Any, id: str, split: str) -> Task:
    match value:
        case ValueError():
            raise value
        case str():
            fields: JsonObject = {"text": value}
        case dict():
            fields = {str(name).lower(): one for name, one in value.items() if one is not None}
        case _:
            raise ValueError(f"a task is {value!r}; expected a text or an object")
    text = _first(fields, _TEXTS)
    if not text:
        raise ValueError(f"no task; expected a text in one of {list(_TEXTS)}")
    own = _first(fields, _SPLITS)
    task = Task(
        id=_first(fields, _IDS) or id,
        text=text,
        split=_SPLIT_WORDS.get(own.lower(), own) or split,
        app=_first(fields, _APPS),
    )
    for name, most in (
        ("text", MAX_TEXT),
        ("id", MAX_SHORT),
        ("split", MAX_SHORT),
        ("app", MAX_SHORT),
    ):
        if len(getattr(task, name)) > most:
            raise ValueError(f"its {name} has more than {most} characters")
    return task


def _first(fields: JsonObject, names: tuple[str, ...]) -> str:
    """The first of these fields that says something; a list of names is joined."""
    for name in names:
        value = fields.get(name)
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            value = ", ".join(value)
        if isinstance(value, str | int) and str(value).strip():
            return str(value).strip()
    return ""


def _split_of(stem: str) -> str:
    words = re.split(r"[^a-z]+", stem.lower())
    return next((_SPLIT_WORDS[word] for word in words if word in _SPLIT_WORDS), "")
