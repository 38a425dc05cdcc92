"""A file that no importer can read is broken for a reason in plain words, never in Python's."""

from __future__ import annotations

import gzip
import io
import json
import pickle
import re
import struct
import zipfile
from pathlib import Path

import pytest

from courtside_formats.importers import Broken, Imported, read_runs
from courtside_formats.importers.imported import say_broken
from courtside_formats.importers.registry import FORMATS, format_named, read_unit

PYTHONS = re.compile(
    r"Expecting|Extra data|codec|Error\(|\bchar \d|NoneType|subscriptable|indices|out of range"
    r"|\[Errno|Ran out of input|load key|literal for|to unpack|has no attribute|\bdict\b|\bb'"
)
"""What only a programmer reads."""


def a_zip() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr("trace.trace", '{"type": "before"}\n' * 50)
    return out.getvalue()


PICKLE = pickle.dumps({"goal": ["Press Save"] * 50})
BROKEN = {
    "empty": b"",
    "blank": b" \n",
    "text": b"hello\nthis is no JSON",
    "cut JSON": b'{"a": 1,\n "b": [1, 2\n',
    "null": b"null",
    "list": b'[1, "a", null]',
    "lists": b"[[], [[]]]",
    "number": b"42",
    "object": b'{"steps": 3, "task": null}',
    "objects": b'{"steps": [null, {"a": 1}], "history": [[]], "events": null, "actions": [7]}',
    "cut zip": a_zip()[:200],
    "cut TFRecord": struct.pack("<Q", 100) + b"1234" + b"x" * 20,
    "cut pickle": PICKLE[:40],
    "pickle": PICKLE,
    "cut gzip": gzip.compress(PICKLE)[:30],
    "bytes": bytes(range(256)),
}


def reasons(format: str, file: Path) -> list[str]:
    found = read_unit(format_named(format), file)
    return [one.reason for one in found if isinstance(one, Broken)]


@pytest.mark.parametrize("content", BROKEN)
@pytest.mark.parametrize("format", [one.name for one in FORMATS])
def test_no_format_gives_pythons_words_as_the_reason(
    tmp_path: Path, format: str, content: str
) -> None:
    for ending in (".json", ".jsonl", ".zip", ".pkl", ".pkl.gz", ".html", ".txt"):
        file = tmp_path / f"run{ending}"
        file.write_bytes(BROKEN[content])
        for reason in reasons(format, file):
            assert reason and not PYTHONS.search(reason), (ending, reason)


@pytest.mark.parametrize(
    ("format", "name", "data", "reason"),
    [
        ("atif", "a.json", b"", "the file is empty"),
        ("atif", "a.json", b" \n", "a.json: it is empty"),
        ("atif", "a.json", b"hello", "a.json: not JSON: it does not begin as JSON does"),
        ("atif", "a.json", b'{"a": 1,\n"b": [1', "a.json: not JSON: it breaks off in line 2"),
        (
            "atif",
            "a.json",
            b'{\n"a": 1\n"b": 2}',
            "a.json: not JSON: a comma or the end of a list or object is expected in line 3, "
            "column 1",
        ),
        ("atif", "a.json", b"\xff\xfe\xff", "a.json: not JSON: it is no text in UTF-8"),
        ("pae", "a.zip", a_zip()[:200], "it is no zip file, breaks off, or is damaged"),
        (
            "androidworld",
            "a.pkl",
            PICKLE[:40],
            "a.pkl: no pickle that can be read: it breaks off, or is damaged",
        ),
        (
            "osworld",
            "traj.txt",
            b"x",
            "it is a file; a recording of its format is a folder with traj.jsonl in it",
        ),
    ],
)
def test_what_is_wrong_is_said_and_where(
    tmp_path: Path, format: str, name: str, data: bytes, reason: str
) -> None:
    (tmp_path / name).write_bytes(data)
    assert reasons(format, tmp_path / name) == [reason]


def test_a_file_in_utf_16_is_read_or_named_once(tmp_path: Path) -> None:
    for name in ("a-runs.jsonl", "appium.log"):
        text = '[HTTP] --> POST /session/5/element {"id": 1}\n' * 3
        (tmp_path / name).write_bytes(text.encode("utf-16"))
    steps = [{"source": "user", "message": "Tée"}]
    found = {"schema_version": "ATIF-v1.6", "agent": {"name": "a"}, "steps": steps}
    (tmp_path / "t.json").write_bytes(json.dumps(found).encode("utf-16"))
    *broken, run = read_runs(tmp_path)
    reasons = [one.reason for one in broken if isinstance(one, Broken)]
    assert reasons == ["it is text in UTF-16; save it as UTF-8"] * 2
    assert isinstance(run, Imported) and run.task == "Tée"


def test_a_broken_line_is_named_by_its_number_once(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    file.write_bytes(b'{"a": 1\n')
    (broken,) = read_unit(format_named("runs.jsonl"), file)
    assert isinstance(broken, Broken)
    assert (broken.path, broken.reason) == (f"{file}:1", "line: not JSON: it breaks off")


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (KeyError("task_id"), "'task_id' is missing in it"),
        (
            IndexError("list index out of range"),
            "it is not built as files of its format are: a part is missing or of another kind",
        ),
        (ValueError("invalid literal for int() with base 10: 'x'"), "'x' is no whole number"),
        (ValueError("step 3: no such action"), "step 3: no such action"),
    ],
)
def test_what_an_importer_raises_is_put_into_words(error: Exception, reason: str) -> None:
    assert say_broken("a.json", error).reason == reason
