"""`courtside import` as a person runs it: with and without a daemon, twice, and on bad files."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from counting_judge import install
from recordings import a_png, lines, need, write
from waiting import wait_until

from courtside.importing import sending
from courtside.importing.imports import import_paths
from courtside_bridges.client.link import Link
from courtside_formats.importers import Imported
from courtside_store.config import Config
from courtside_store.reading import Reader
from courtside_store.records import Step

Run = Callable[..., subprocess.CompletedProcess[str]]
pytestmark = pytest.mark.slow


@pytest.fixture
def courtside(tmp_path: Path) -> Iterator[Run]:
    """The command on a data folder of its own; what it leaves running ends with the test."""
    env = {
        **os.environ,
        "COURTSIDE_DATA_DIR": str(tmp_path / "data"),
        "COURTSIDE_PORT": "0",
        "COLUMNS": "160",
    }

    def run(*words: str, code: int = 0) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "courtside", *words]
        done = subprocess.run(
            command, env=env, capture_output=True, text=True, timeout=120, check=False
        )
        assert done.returncode == code, (words, done.stdout, done.stderr)
        return done

    yield run
    if (tmp_path / "data" / "running.json").exists():
        run("stop")


A_CLICK = {"kind": "click", "point": [1, 2]}


def some_runs(folder: Path, runs: int = 3) -> Path:
    """A small runs.jsonl, every second run a success, each with a look and a click; its folder."""
    rows = [
        {
            "id": f"run-{n}",
            "task": f"Open page {n}",
            "agent": "maker",
            "steps": [
                {"after": {"image": f"{n}-1.png", "url": "http://x/"}, "action": "looked"},
                {"after": {"image": f"{n}-2.png"}, "action": A_CLICK},
            ],
            "answer": "done",
            "agent_claims_success": True,
            "oracle": n % 2 == 0,
            "reward": 0.5,
        }
        for n in range(runs)
    ]
    for n in range(runs):
        write(folder / f"{n}-1.png", a_png(n))
        write(folder / f"{n}-2.png", a_png(n + 100))
    write(folder / "runs.jsonl", lines(*rows))
    return folder


def last_line(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """What `--json` printed."""
    report: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return report


def test_without_a_daemon_runs_go_in_once_and_are_judged(courtside: Run, tmp_path: Path) -> None:
    folder = some_runs(tmp_path / "in")
    first = last_line(courtside("import", str(folder), "--json"))
    runs = first.pop("runs")
    assert first == {
        "imported": 3,
        "already": 0,
        "steps": 6,
        "frames": 6,
        "withheld": 0,
        "left_out": 0,
        "labelled": 3,
        "judged": 3,
        "broken": [],
    }
    again = last_line(courtside("import", str(folder), "--json"))
    assert (again["imported"], again["already"]) == (0, 3)
    with Reader(Config(data_dir=tmp_path / "data")) as reader:
        rows = reader.runs("source:import agent:maker")
        assert {row.run.id for row in rows} == {*runs}
        assert len(rows) == 3 and [row.oracle for row in reversed(rows)].count(True) == 2
        assert all(row.status == "ok" and row.verdict and row.pending == 0 for row in rows)
        assert all(row.run.answer == "done" and row.run.claims_success for row in rows)
        history = reader.run(rows[0].run.id)
        assert history and history.oracle and history.oracle.reward == 0.5
        assert history.oracle.name == "runs.jsonl" and history.session.name == "runs.jsonl"
    assert len(json.loads(courtside("list", "source:import", "--json").stdout)) == 3


def test_a_screen_that_never_had_a_picture_is_no_image_that_was_left_out(
    courtside: Run, tmp_path: Path
) -> None:
    """Our own export says why; of three screens only the second names an image."""
    screens: list[dict[str, Any]] = [
        {"extra": {"courtside": {"screen": {"withheld": "too quick"}}}},
        {
            "observation": {
                "results": [{"content": [{"type": "image", "source": {"path": "1.png"}}]}]
            }
        },
        {"extra": {"courtside": {"screen": {"withheld": "it moved"}}}},
    ]
    steps = [{"source": "agent", "message": "", **screen} for screen in screens]
    made = {"schema_version": "ATIF-v1.7", "agent": {"name": "a"}, "steps": steps}
    made |= {"extra": {"courtside": {"surface": "web"}}}
    report = last_line(courtside("import", str(write(tmp_path / "t.json", made)), "--json"))
    assert (report["steps"], report["frames"], report["withheld"]) == (3, 0, 1)


def test_a_running_daemon_takes_them_and_no_second_one_starts(
    courtside: Run, tmp_path: Path
) -> None:
    courtside("up", "--detach")
    result = courtside("import", str(some_runs(tmp_path / "in", 5)))
    assert "5 runs imported, 0 already stored, 0 broken" in result.stdout
    assert (
        "10 steps, 5 runs with a label" in result.stdout and "the daemon goes on" in result.stdout
    )
    courtside("import", str(tmp_path / "in" / "runs.jsonl"))
    with Reader(Config(data_dir=tmp_path / "data")) as reader:
        assert len(reader.runs("source:import")) == 5


def test_one_run_is_counted_in_the_singular(courtside: Run, tmp_path: Path) -> None:
    result = courtside("import", str(some_runs(tmp_path / "in", 1)))
    assert "1 run imported" in result.stdout and "2 steps, 1 run with a label" in result.stdout


@pytest.mark.parametrize(("truncated", "by"), [(False, "stop"), (True, "truncated")])
def test_a_run_that_just_ends_was_stopped_or_cut_off_and_goes_in_once(
    courtside: Run, tmp_path: Path, truncated: bool, by: str
) -> None:
    steps = [{"action": "opened page 1"}]
    row = {"id": "a", "task": "Open page 1", "steps": steps, "truncated": truncated}
    write(tmp_path / "in" / "runs.jsonl", lines(row))
    courtside("import", str(tmp_path / "in"))
    assert "0 runs imported, 1 already stored" in courtside("import", str(tmp_path / "in")).stdout
    with Reader(Config(data_dir=tmp_path / "data")) as reader:
        assert reader.runs()[0].run.ended_by == by


def test_an_import_that_was_broken_off_is_done_again(courtside: Run, tmp_path: Path) -> None:
    folder = some_runs(tmp_path / "in")
    courtside("import", str(folder))
    with contextlib.closing(sqlite3.connect(tmp_path / "data" / "courtside.db")) as db, db:
        db.execute("update run set ended_by = 'session-gone' where task = 'Open page 1'")
    db.close()
    again = last_line(courtside("import", str(folder), "--json"))
    assert (again["imported"], again["already"], again["broken"]) == (1, 2, [])
    with Reader(Config(data_dir=tmp_path / "data")) as reader:
        assert {row.steps for row in reader.runs()} == {2}


def test_a_run_that_the_daemon_did_not_take_whole_is_not_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def send(link: Link, imported: Imported, step: Step) -> None:
        if (imported.id, step.index) != ("run-1", 2):
            send_step(link, imported, step)

    send_step = sending._send_step
    monkeypatch.setattr(sending, "_send_step", send)
    config = Config(data_dir=tmp_path / "data")
    folder = some_runs(tmp_path / "in")
    report = import_paths(config, [folder], "auto", lambda *_: None, wait=False)
    assert [one.path for one in report.broken] == ["runs.jsonl run-1"]
    with Reader(config) as reader:
        assert {row.run.task for row in reader.runs()} == {"Open page 0", "Open page 2"}


def test_runs_of_one_task_are_stored_with_one_whichever_typed_its_password(
    courtside: Run, tmp_path: Path
) -> None:
    secret = "hunter22-Blue"
    target = {"role": "textbox", "text": "Password"}
    typed = {"kind": "type", "target": target, "text": secret}
    for id, action in (("a", "looked"), ("b", typed), ("c", "looked"), ("d", "looked")):
        row = {"id": id, "task": f"Log in with {secret}", "steps": [{"action": action}]}
        write(tmp_path / "in" / id / "runs.jsonl", lines(row))
    courtside("import", str(tmp_path / "in" / "d"))
    with contextlib.closing(sqlite3.connect(tmp_path / "data" / "courtside.db")) as db, db:
        db.execute("update run set task = 'as a person says it'")
    db.close()
    courtside("import", str(tmp_path / "in" / "d"), *(str(tmp_path / "in" / id) for id in "abc"))
    with Reader(Config(data_dir=tmp_path / "data")) as reader:
        tasks = sorted(row.run.task for row in reader.runs())
    assert tasks == [*["Log in with ***"] * 3, "as a person says it"]


def test_what_is_broken_is_named_and_the_rest_goes_in(courtside: Run, tmp_path: Path) -> None:
    folder = some_runs(tmp_path / "in")
    with (folder / "runs.jsonl").open("a") as file:
        file.write('{"id": "cut o')
    write(tmp_path / "bad" / "episodes.json", '[{"goal": "g", "episode_data": ')
    paths = (str(folder), str(tmp_path / "bad"), str(tmp_path / "nowhere"))
    done = courtside("import", *paths, code=1)
    assert "3 runs imported, 0 already stored, 3 broken" in done.stdout
    for name in ("runs.jsonl:4", "episodes.json", "nowhere"):
        assert name in done.stderr
    again = last_line(courtside("import", *paths, "--json", code=1))
    assert len(again["broken"]) == again["left_out"] == 3


def test_where_nothing_is_known_the_exit_code_says_so(courtside: Run, tmp_path: Path) -> None:
    write(tmp_path / "in" / "notes.txt", "hello")
    done = courtside("import", str(tmp_path / "in"), code=1)
    assert "known formats" in done.stderr and "Traceback" not in done.stderr
    assert "cvs" in courtside("import", "x", "--format", "cvs", code=2).stderr


def test_ctrl_c_while_it_is_judged_leaves_everything_in(courtside: Run, tmp_path: Path) -> None:
    folder = some_runs(tmp_path / "in", 5)
    command = [sys.executable, "-m", "courtside", "import", str(folder), "--json"]
    env = {**os.environ, "COURTSIDE_DATA_DIR": str(tmp_path / "data"), "COURTSIDE_PORT": "0"}
    held = {"COURTSIDE_JUDGE": "slow-evidence", "COUNTING_HOLD": "0"}
    held["COUNTING_GATE"] = str(tmp_path / "never")
    with subprocess.Popen(
        command,
        env=env | held | install(tmp_path / "plugged"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        wait_for_runs(tmp_path / "data", 5)
        os.killpg(process.pid, signal.SIGINT)  # a terminal tells every process of the command
        out, err = process.communicate(timeout=60)
    assert process.returncode == 0 and "Traceback" not in err, err
    report = json.loads(out.splitlines()[-1])
    assert report["imported"] == 5 and report["judged"] == 0
    assert last_line(courtside("import", str(folder), "--json"))["already"] == 5


def wait_for_runs(data: Path, runs: int) -> None:
    """Returns once so many imported runs have ended."""

    def are_there() -> bool:
        with contextlib.suppress(OSError, sqlite3.Error), Reader(Config(data_dir=data)) as reader:
            rows = reader.runs("source:import")
            return len([r for r in rows if r.run.ended_at_ms and r.oracle is not None]) == runs
        return False

    wait_until(are_there, 60)


def test_real_episodes_go_in_and_those_that_a_minute_allows_are_judged(courtside: Run) -> None:
    data = need("androidworld_t3a")
    report = last_line(courtside("import", str(data), "--json"))
    assert (report["imported"], report["labelled"], report["steps"]) == (48, 48, 645)
    listed = json.loads(courtside("list", "surface:android", "--json", "--limit", "99").stdout)
    judged = [row["status"] for row in listed if row.get("status")]
    assert set(judged) == {"ok"} and len(judged) >= report["judged"] > 0
    assert sum(row["oracle"] for row in listed) == 19
