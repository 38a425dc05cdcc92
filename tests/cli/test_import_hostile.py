"""Files made to hurt: the import stays small, says what it left out, and takes in the rest."""

from __future__ import annotations

import gzip
import io
import json
import os
import pickle
import struct
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from recordings import a_png, lines, write

from courtside.importing.import_report import broken_line
from courtside_formats.importers import Broken, Imported
from courtside_formats.importers.process import ImporterProcess
from courtside_formats.importers.worker import ImportUnit
from courtside_store.config import Config
from courtside_store.reading import Reader

pytestmark = pytest.mark.slow
MOST_MB = 500
MEASURED = """
import resource, subprocess, sys
code = subprocess.call(sys.argv[1:])
most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(most // 1024, file=sys.stderr)
sys.exit(code)
"""
"""Runs a command and prints, last, the most that one of its processes held, in MB."""


def a_run(id: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "task": f"do {id}", "steps": [{"action": "clicked"}], **more}


def runs_with_bad_neighbours(folder: Path) -> None:
    """Two good runs among bad numbers, a line without end and one nested without end."""
    rows = (
        a_run("first"),
        a_run("too late", started_at_ms=2**64),
        a_run("huge reward", reward=10**400),
        '{"id": "infinite", "task": "x", "steps": [{"before": {"at_ms": 1e999}}]}',
        '{"id": "long", "task": "' + "x" * 70_000_000 + '"}',
        '{"id": "deep", "task": ' + "[" * 200_000 + "]" * 200_000 + "}",
        a_run("last"),
    )
    write(folder / "a" / "runs.jsonl", lines(*rows))


def many_lists(folder: Path) -> None:
    """60 MB of JSON that would be 2 GB of lists."""
    rows = '[{"goal": "x", "episode_data": [' + "[]," * 20_000_000 + "[]]}]"
    write(folder / "b" / "episodes.json", rows)


def fine_files_of_other_kinds(folder: Path) -> None:
    """They come last: what was read before must have cost them nothing."""
    steps = [{"step": 1, "action_json": {"action_type": "click", "index": 1}}]
    episode = {"task": "Clock", "goal": "do listed", "steps": steps, "oracle": True}
    write(folder / "z" / "episodes.json", [episode])
    columns = {"action_output_json": [{"action_type": "wait"}], "action_output": [""]}
    logged = {"goal": "do logged", "task_template": "Wifi", "episode_data": columns}
    write(folder / "z" / "Wifi_0.pkl.gz", gzip.compress(pickle.dumps([logged])))


def pickles(folder: Path) -> None:
    """One memo slot far out, sizes without end, and very many small lists."""
    write(folder / "c" / "FarOut_0.pkl", b"\x80\x04]r\xf0\xff\xff\xff.")
    write(folder / "c" / "Long_1.pkl", b"\x80\x04\x8e" + struct.pack("<Q", 2**50) + b"x.")
    write(folder / "c" / "Many_2.pkl.gz", gzip.compress(b"\x80\x04(" + b"\x8f" * 40_000_000, 1))
    write(folder / "c" / "Deep_3.pkl", b"\x80\x04" + b"]a" * 10 + b".")


def shards(folder: Path) -> None:
    """A record that claims a terabyte, and packed nothing that unpacks for ever."""
    head = struct.pack("<QI", 2**40, 0)
    write(folder / "d" / "x-00000-of-00002", head + b"x" * 100)
    write(folder / "d" / "x-00001-of-00002.gz", gzip.compress(bytes(300_000_000), 1))


def zips(folder: Path) -> None:
    """A trace whose one line unpacks to 400 MB."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("trace.trace", b" " * 400_000_000)
    write(folder / "e" / "trace.zip", out.getvalue())


def images(folder: Path) -> None:
    """A run whose images are a pipe, a wall of pixels, a packed bomb, and one that is fine."""
    home = folder / "f"
    home.mkdir(parents=True)
    os.mkfifo(home / "pipe.png")
    Image.new("1", (9_000, 5_000)).save(home / "large.png")
    Image.new("RGBA", (8_000, 5_000)).save(home / "most.tiff", compression="tiff_deflate")
    write(home / "fine.png", a_png())
    looks = ["pipe.png", "large.png", "most.tiff", "fine.png", "missing.png"]
    steps = [{"after": {"image": name}, "action": "clicked"} for name in looks]
    write(home / "runs.jsonl", lines(a_run("pictures", steps=steps)))


GOOD = ("first", "last", "pictures", "listed", "logged")


def test_hostile_files_cost_less_than_500_mb_and_the_rest_goes_in(tmp_path: Path) -> None:
    makes = (runs_with_bad_neighbours, many_lists, pickles, shards, zips, images)
    for make in (*makes, fine_files_of_other_kinds):
        make(tmp_path / "in")
    done, report, most_mb = run_import(tmp_path, tmp_path / "in")
    print(done.stderr, report["broken"])
    assert done.returncode == 1, done.stderr
    config = Config(data_dir=tmp_path / "data")
    with Reader(config) as reader:
        rows = {row.run.task: row for row in reader.runs()}
        assert set(rows) == {f"do {what}" for what in GOOD}
        looks = [step.after for step in reader.steps(rows["do pictures"].run.id) if step.after]
    assert [bool(look.frame) for look in looks] == [False, False, True, True, False]
    assert "no plain file" in str(looks[0].withheld) and "9000x5000" in str(looks[1].withheld)
    left_out = {Path(one["path"].partition("#")[0]).name: one["reason"] for one in report["broken"]}
    assert report["left_out"] == len(report["broken"]) == 13, left_out
    assert all(left_out.values()) and all("\n" not in reason for reason in left_out.values())
    assert most_mb < MOST_MB, f"{most_mb} MB at the most"


def test_an_import_that_left_nothing_out_says_so_by_its_exit_code(tmp_path: Path) -> None:
    write(tmp_path / "in" / "runs.jsonl", lines(a_run("one"), a_run("two")))
    done, report, _ = run_import(tmp_path, tmp_path / "in")
    assert done.returncode == 0 and report["imported"] == 2 and report["left_out"] == 0


def run_import(
    home: Path, *paths: Path
) -> tuple[subprocess.CompletedProcess[str], dict[str, Any], int]:
    """The command as a person runs it; its report; MB at the most."""
    env = {**os.environ, "COURTSIDE_DATA_DIR": str(home / "data"), "COURTSIDE_OCR": "off"}
    command = [sys.executable, "-m", "courtside", "import", "--json", *map(str, paths)]
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, *command],
        env=env,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.stdout.startswith("{"), done.stderr
    return done, json.loads(done.stdout), int(done.stderr.split()[-1])


def test_a_file_that_takes_too_long_is_left_out_and_the_next_one_read(tmp_path: Path) -> None:
    unit = ImportUnit(
        format="runs.jsonl", path=str(write(tmp_path / "runs.jsonl", lines(a_run("one"))))
    )
    with ImporterProcess(wait_s=0.001) as reader:
        (found,) = reader.read(unit)
        assert isinstance(found, Broken) and "longer than 0.001 s" in found.reason
        reader._wait_s = 60
        (good,) = reader.read(unit)
        assert not isinstance(good, Broken) and good.id == "one"


def test_names_that_are_no_text_are_read_and_told_on_one_line(tmp_path: Path) -> None:
    odd, broken = tmp_path / os.fsdecode(b"\xff\xfe"), tmp_path / "a\n\x1b[31mb"
    write(odd / "runs.jsonl", lines(a_run("one")))
    write(broken / "runs.jsonl", "{bad")
    with ImporterProcess() as reader:
        units = list(reader.find(tmp_path, "auto"))
        found = [one for unit in units if isinstance(unit, ImportUnit) for one in reader.read(unit)]
    assert [one.id for one in found if isinstance(one, Imported)] == ["one"]
    (bad,) = (one for one in found if isinstance(one, Broken))
    assert (
        "\n" not in broken_line(bad)
        and "\x1b" not in broken_line(bad)
        and "runs.jsonl" in broken_line(bad)
    )
