"""The command as a person runs it: real processes, a real daemon, errors in one line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import click
import pytest

from courtside.demo.recorded import folder, load_recorded
from courtside.main import cli

ROOT = Path(__file__).parents[2]


class Courtside(Protocol):
    """One command in a process of its own; it has to end with that code."""

    def __call__(self, *words: str, code: int = 0) -> subprocess.CompletedProcess[str]: ...


@pytest.fixture
def courtside(tmp_path: Path) -> Iterator[Courtside]:
    env = {
        **os.environ,
        "COURTSIDE_DATA_DIR": str(tmp_path / "data"),
        "COURTSIDE_PORT": "0",
        "COLUMNS": "160",
    }

    def run(*words: str, code: int = 0) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-m", "courtside", *words],
            env=env,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == code, (words, done.stdout, done.stderr)
        return done

    yield run
    subprocess.run(
        [sys.executable, "-m", "courtside", "stop"],
        env=env,
        capture_output=True,
        check=False,
        timeout=60,
    )


def test_up_doctor_pair_url_and_stop(courtside: Courtside) -> None:
    assert "127.0.0.1" in courtside("up", "--detach").stdout
    assert "127.0.0.1" in courtside("up", "--detach").stdout
    checks = {c["what"]: c["ok"] for c in json.loads(courtside("doctor", "--json").stdout)}
    assert checks["daemon"] and checks["data"]
    assert len(json.loads(courtside("pair", "--json").stdout)["code"]) == 8
    assert "#login=" in courtside("url").stdout
    courtside("stop")
    assert "courtside up" in courtside("url", code=1).stderr


def test_errors_are_one_line_that_says_what_to_do(courtside: Courtside) -> None:
    for words in (("list",), ("url",), ("show", "run_x"), ("--data-dir", "/dev/null/x", "up")):
        stderr = courtside(*words, code=1).stderr
        assert (
            stderr.startswith("courtside: ")
            and stderr.count("\n") == 1
            and "Traceback" not in stderr
        )


def test_the_recorded_demo_runs_without_a_browser_and_is_listed_after(
    courtside: Courtside, tmp_path: Path
) -> None:
    done = json.loads(courtside("demo", "--exit", "--json").stdout.splitlines()[-1])
    assert all(
        run["verdict"] == ("success" if run["oracle"] else "failure") for run in done["runs"]
    )
    assert {run["oracle"] for run in done["runs"]} == {True, False}
    where = ("--data-dir", str(tmp_path / "data" / "demo"))
    listed = json.loads(courtside(*where, "list", "--json").stdout)
    assert len(listed) == len(done["runs"])
    assert json.loads(courtside(*where, "list", "verdict:failure", "--json").stdout)
    assert "verdict:" in courtside(*where, "show", "last").stdout
    assert "button" in courtside(*where, "search", "Login").stdout
    assert "known words" in courtside(*where, "list", "verdit:x", code=1).stderr
    out = tmp_path / "out"
    exported = json.loads(courtside(*where, "export", "--out", str(out), "--json").stdout)
    assert exported["rows"] == len((out / "steps.jsonl").read_text().splitlines()) > 0
    assert json.loads(courtside(*where, "purge", "--all", "--yes", "--json").stdout)["runs"] == len(
        listed
    )


def test_shipped_runs_are_small_and_whole() -> None:
    assert sum(f.stat().st_size for f in folder().iterdir()) < 400_000
    for run in load_recorded(folder()):
        assert run.task and run.steps and all(s.after and s.after.frame for s in run.steps)
        assert all((folder() / f"{s.after.frame}.jpg").is_file() for s in run.steps if s.after)


def test_the_extension_asks_for_little_and_an_automated_copy_for_all(
    courtside: Courtside, tmp_path: Path
) -> None:
    folder = Path(json.loads(courtside("extension", "--json").stdout)["folder"])
    asked = json.loads((folder / "manifest.json").read_text())
    assert asked["host_permissions"] == ["http://127.0.0.1/*"]
    assert "Load unpacked" in courtside("extension").stderr
    hint = courtside("extension", "--automated", "--out", str(tmp_path / "ext")).stderr
    assert f"--load-extension={tmp_path / 'ext'} " in hint and "Load unpacked" not in hint
    copy = json.loads((tmp_path / "ext" / "manifest.json").read_text())
    assert copy["host_permissions"] == ["<all_urls>"] and copy["key"] == asked["key"]


@pytest.mark.parametrize("name", ["courtside", "courtside.main"])
def test_what_every_command_waits_for_is_cheap(name: str) -> None:
    heavy = {"aiohttp", "websockets", "PIL", "rich", "sqlite_utils", "playwright", "numpy"}
    code = f"import sys, {name}; print(courtside.__version__, *{heavy}.intersection(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0.1.0"]


def test_each_word_of_the_command_is_there_and_says_what_it_does() -> None:
    context = click.Context(cli)
    for word in cli.list_commands(context):
        command = cli.get_command(context, word)
        assert command and command.name == word and command.get_short_help_str()
    assert cli.get_command(context, "runs") is None
