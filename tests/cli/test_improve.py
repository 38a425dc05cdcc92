"""`courtside improve` as a person runs it."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from small_site import small_site, tasks_for

from courtside.main import cli


def improve(url: str, out: Path, *more: str) -> Result:
    words = ["--data-dir", str(out.parent / "data"), "improve", url, "--out", str(out)]
    size = ["--actor", "explorer", "--iterations", "1", "--rollouts", "2", "--max-steps", "4"]
    return CliRunner().invoke(cli, [*words, *size, *more])


@pytest.mark.chrome
def test_an_iteration_is_a_row_and_a_second_run_makes_no_attempt_again(tmp_path: Path) -> None:
    pytest.importorskip("playwright")
    with small_site() as site:
        tasks = tasks_for(site.url, tmp_path / "tasks.jsonl")
        more = ("--tasks", str(tasks), "--reset-url", f"{site.url}reset", "--json")
        run = improve(site.url, tmp_path / "loop", *more)
        asked = len(site.asked)
        again = improve(site.url, tmp_path / "loop", *more)
    row = json.loads(run.stdout)
    assert row["iteration"] == 1 and row["actor"] == "explorer"
    made = row["training"]
    assert made["attempts"] == made["checked"] == 2 and made["environment_errors"] == 0
    assert made["success"] + made["failure"] + made["unknown"] == 2
    assert site.asked.count("POST /reset") == 2 and len(site.asked) == asked
    assert json.loads(again.stdout) == row


@pytest.mark.chrome
def test_each_stage_and_how_far_it_is_stand_on_stderr(tmp_path: Path) -> None:
    pytest.importorskip("playwright")
    with small_site() as site:
        run = improve(site.url, tmp_path / "loop", "--reset-url", f"{site.url}reset", "--json")
    assert len(run.stdout.splitlines()) == 1, run.stdout
    lines = run.stderr.splitlines()
    walked = [line for line in lines if line.startswith(f"screens of {site.url}, for tasks: ")]
    assert walked[0].endswith(": 0 of 25") and len(walked) > 3
    for stage in ("training attempts", "training verdicts"):
        said = [line for line in lines if line.startswith(f"iteration 1: {stage}: ")]
        assert [line.rpartition(": ")[2] for line in said] == ["0 of 2", "1 of 2", "2 of 2"]
    assert lines.index(walked[-1]) < lines.index("iteration 1: training attempts: 0 of 2")


@pytest.mark.chrome
def test_ctrl_c_says_what_is_kept_and_how_to_go_on(tmp_path: Path) -> None:
    pytest.importorskip("playwright")
    tasks = tasks_for("http://127.0.0.1:9/", tmp_path / "tasks.jsonl")
    out = tmp_path / "loop"
    words = ["improve", "http://127.0.0.1:9/", "--out", str(out), "--tasks", str(tasks)]
    words += ["--actor", "explorer", "--reset-cmd", "sleep 600"]
    process = subprocess.Popen(
        [sys.executable, "-m", "courtside", "--data-dir", str(tmp_path / "data"), *words],
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    for line in process.stderr:
        if "training attempts: 0 of" in line:
            break
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=60)[1].splitlines()
    kept = "its tasks, 0 finished iterations, 0 attempts of the next"
    assert f"courtside: {out} keeps {kept}; the same command goes on" in said
    assert said[-1] == "courtside: cancelled" and process.returncode == 130


@pytest.mark.chrome
def test_a_dead_site_is_one_line_and_leaves_no_folder(tmp_path: Path) -> None:
    pytest.importorskip("playwright")
    dead = improve("http://127.0.0.1:9/", tmp_path / "loop")
    assert dead.exit_code == 1 and "does not answer" in str(dead.exception)
    assert "Page.goto" not in str(dead.exception) and "net::" not in str(dead.exception)
    assert not (tmp_path / "loop").exists()


@pytest.mark.chrome
def test_a_reset_that_fails_is_one_line_and_no_failed_task(tmp_path: Path) -> None:
    pytest.importorskip("playwright")
    tasks = tasks_for("http://127.0.0.1:9/", tmp_path / "tasks.jsonl")
    command = f"{shlex.quote(sys.executable)} -c 'raise SystemExit(3)'"
    out = tmp_path / "loop"
    words = ["improve", "http://127.0.0.1:9/", "--out", str(out), "--tasks", str(tasks)]
    words += ["--actor", "explorer", "--reset-cmd", command]
    run = subprocess.run(
        [sys.executable, "-m", "courtside", "--data-dir", str(tmp_path / "data"), *words],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    message = "3 attempts in a row came to nothing: the reset failed: it ended with status 3"
    assert run.returncode == 1 and run.stderr.splitlines()[-1] == f"courtside: {message}"
    verdicts = out / "01" / "training-verdicts.jsonl"
    assert not verdicts.exists() or not verdicts.read_bytes()


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (("--judge", "nobody"), "judge is 'nobody'"),
        (("--address", "127.0.0.1:1"), "add --engine ray"),
        (("--reset-cmd", "no-such-program"), "there is no program"),
    ],
)
def test_what_cannot_be_done_is_said_before_the_work(
    tmp_path: Path, more: tuple[str, ...], why: str
) -> None:
    run = improve("http://127.0.0.1:9/", tmp_path / "loop", *more)
    assert why in str(run.exception) and not (tmp_path / "loop").exists()


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (("--actor", "text"), "no model is chosen"),
        (("--actor", "marks"), "no chosen model sees images"),
        (("--judge", "pae"), "no chosen model sees images"),
        (("--unseen", "none"), "holds no task"),
    ],
)
def test_where_a_model_or_a_task_is_missing_no_folder_is_left(
    tmp_path: Path, more: tuple[str, str], why: str
) -> None:
    (tmp_path / "none").touch()
    tasks = tasks_for("http://127.0.0.1:9/", tmp_path / "tasks.jsonl")
    given = [str(tmp_path / "none") if one == "none" else one for one in more]
    run = improve("http://127.0.0.1:9/", tmp_path / "loop", "--tasks", str(tasks), *given)
    assert why in str(run.exception) and not (tmp_path / "loop").exists()
