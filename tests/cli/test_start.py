"""A daemon that cannot start says why in one line, and one that stops has released everything."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from waiting import wait_until

from courtside import running_daemon
from courtside_store.config import Config
from courtside_store.daemon_state import is_locked, read_running
from courtside_store.database import Store


def courtside(config: Config, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "courtside", "--data-dir", str(config.data_dir), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def keep_started(monkeypatch: Any) -> list[subprocess.Popen[bytes]]:
    """Gets each process that is started from now on."""
    started: list[subprocess.Popen[bytes]] = []
    start = subprocess.Popen

    def kept(*words: Any, **options: Any) -> subprocess.Popen[bytes]:
        started.append(start(*words, **options))
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", kept)
    return started


def test_a_person_who_waits_long_is_told_why(config: Config, monkeypatch: Any) -> None:
    told: list[str] = []
    monkeypatch.setattr(running_daemon, "PATIENCE_S", 0.0)
    started = keep_started(monkeypatch)
    running_daemon.start_detached(config, told.append)
    courtside(config, "stop")
    started[0].wait(timeout=30)
    assert len(told) == 1 and told[0].startswith("the daemon is starting")


def assert_one_line(done: subprocess.CompletedProcess[str], *named: str, status: int = 1) -> None:
    assert done.returncode == status, done
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1 and lines[0].startswith("courtside: "), done.stderr
    for word in named:
        assert word in lines[0]


@contextmanager
def a_taken_port() -> Iterator[int]:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


@pytest.mark.parametrize("detached", [(), ("--detach",)])
def test_a_port_that_is_taken_is_named(config: Config, detached: tuple[str, ...]) -> None:
    with a_taken_port() as port:
        done = courtside(config, "up", *detached, "--port", str(port))
    assert_one_line(done, f"port {port} is taken", "--port")


@pytest.mark.parametrize("detached", [(), ("--detach",)])
@pytest.mark.parametrize(
    "rest", [b"this is no database, it only says so", b"SQLite format 3\0" * 9]
)
def test_a_database_that_is_damaged_is_named(
    config: Config, rest: bytes, detached: tuple[str, ...]
) -> None:
    config.data_dir.mkdir()
    config.database.write_bytes(rest * 300)
    assert_one_line(courtside(config, "up", *detached, "--port", "0"), "courtside.db", "damaged")
    assert config.database.read_bytes() == rest * 300


def test_a_database_that_is_damaged_in_its_middle_is_said_as_the_daemon_starts(
    config: Config,
) -> None:
    Store.open(config).close()
    with closing(sqlite3.connect(config.database)) as connection:
        (size,) = connection.execute("pragma page_size").fetchone()
        of_runs = "select rootpage from sqlite_schema where name = 'run_by_session'"
        (page,) = connection.execute(of_runs).fetchone()
    with config.database.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\x5a" * size)
    started = courtside(config, "up", "--detach", "--port", "0")
    courtside(config, "stop")
    (line,) = started.stderr.splitlines()
    assert line.startswith(f"{config.database} is damaged") and "put back a copy" in line


def test_tokens_that_are_damaged_are_named(config: Config) -> None:
    config.data_dir.mkdir()
    (config.data_dir / "credentials.json").write_text('[{"id": "src_1"')
    done = courtside(config, "up", "--port", "0")
    assert_one_line(done, "credentials.json is damaged", "pair")


def test_a_data_folder_that_is_a_file_is_named(config: Config) -> None:
    config.data_dir.write_text("")
    done = courtside(config, "up", "--port", "0")
    assert_one_line(done, f"'{config.data_dir}' is a file", status=2)


@pytest.mark.parametrize("detached", [(), ("--detach",)], ids=["", "detached"])
def test_a_data_folder_that_cannot_be_made_is_named(detached: tuple[str, ...]) -> None:
    done = courtside(Config(data_dir=Path("/proc/courtside")), "up", *detached)
    assert_one_line(done, "/proc/courtside: no folder can be made there; choose another one")


def in_a_small_world(folder: Path, prepare: str, *options: str) -> subprocess.CompletedProcess[str]:
    """`courtside up` on a file system of its own."""
    unshare = shutil.which("unshare")
    mount = f"mount -t tmpfs -o size=1m none {folder}"
    if (
        unshare is None
        or subprocess.run(
            [unshare, "-rm", "sh", "-c", mount], capture_output=True, check=False
        ).returncode
    ):
        pytest.skip("this machine does not let us mount a small file system (unshare -rm)")
    words = ("up", "--port", "0", *options)
    up = f"exec {sys.executable} -m courtside --data-dir {folder}/data {' '.join(words)}"
    return subprocess.run(
        [unshare, "-rm", "sh", "-c", f"{mount} && {prepare} && {up}"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=dict(os.environ),
    )


def test_a_full_disk_is_named(tmp_path: Path) -> None:
    fill = f"(dd if=/dev/zero of={tmp_path}/ballast bs=1k 2>/dev/null; true)"
    done = in_a_small_world(tmp_path, f"mkdir {tmp_path}/data && {fill}")
    assert_one_line(done, "free some space")


def test_a_full_disk_is_named_also_where_the_log_has_no_room(tmp_path: Path) -> None:
    fill = f"(dd if=/dev/zero of={tmp_path}/ballast bs=1k 2>/dev/null; true)"
    done = in_a_small_world(tmp_path, f"mkdir {tmp_path}/data && {fill}", "--detach")
    assert_one_line(done, f"the disk with the data folder {tmp_path}/data is full")


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    done = in_a_small_world(tmp_path, f"mkdir {tmp_path}/data && mount -o remount,ro {tmp_path}")
    assert_one_line(done, "read-only", "--data-dir")


def test_stop_returns_when_another_daemon_can_start(config: Config) -> None:
    for _ in range(2):
        assert courtside(config, "up", "--detach", "--port", "0").returncode == 0
        assert read_running(config) is not None
        assert courtside(config, "stop").stdout == "stopped\n"
        assert not is_locked(config)


def test_a_script_reads_where_it_runs_and_that_it_stopped(config: Config) -> None:
    first = json.loads(courtside(config, "up", "--detach", "--port", "0", "--json").stdout)
    again = json.loads(courtside(config, "up", "--json").stdout)
    assert first["url"].startswith("http://127.0.0.1:") and not first["already_running"]
    assert again == {**first, "already_running": True}
    assert json.loads(courtside(config, "stop", "--json").stdout) == {"stopped": True}


def test_up_says_where_it_runs_already_and_refuses_another_port(config: Config) -> None:
    first = courtside(config, "up", "--detach", "--port", "0")
    try:
        again = courtside(config, "up")
        assert first.stdout.startswith("courtside runs at ")
        assert again.stdout == first.stdout.replace("runs at", "already runs at")
        other = courtside(config, "up", "--detach", "--port", "9")
        assert_one_line(other, "already runs at http://127.0.0.1:", "`courtside stop`")
        linked = courtside(config, "url", "--json")
        assert json.loads(linked.stdout)["url"].startswith("http://")
    finally:
        courtside(config, "stop")


HASTY = """
from courtside import main, running_daemon
running_daemon.START_S = 0.0
main.main()
"""


def test_a_daemon_that_is_still_starting_is_not_called_dead(config: Config) -> None:
    up = [sys.executable, "-c", HASTY, "--data-dir", str(config.data_dir), "up", "--detach"]
    done = subprocess.run([*up, "--port", "0"], capture_output=True, text=True, timeout=60)
    assert_one_line(done, "still starting after 0 s", "`courtside status`")
    wait_until(lambda: read_running(config))
    assert courtside(config, "stop").returncode == 0
    config.data_dir.mkdir(exist_ok=True)
    with config.lock_file.open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert_one_line(courtside(config, "stop"), "starting or stopping; try again in a moment")
        again = courtside(config, "up", "--port", "0")
        assert_one_line(again, "another daemon or import begins or ends", "try again in a moment")


def test_up_says_so_where_its_judge_lacks_its_model(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COURTSIDE_JUDGE", "reasoner")
    started = courtside(config, "up", "--detach", "--port", "0")
    courtside(config, "stop")
    assert started.returncode == 0 and started.stdout.startswith("courtside runs at ")
    (line,) = started.stderr.splitlines()
    assert line.startswith("judge reasoner is not ready: no model is chosen; `courtside model")
