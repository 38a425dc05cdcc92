"""Judging again over Ray: two real workers on this machine, one of them killed in the middle."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from counting_judge import install
from pages import seed
from waiting import wait_until

from courtside.engines import ray_cluster
from courtside.engines.ray_judging import RayJudging
from courtside_store.config import Config
from courtside_store.reading import Reader

WAIT_S = 120.0
RUNS, STEPS = 8, 3


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """Until it exists, a worker judges one run and stands still at the next."""
    return tmp_path / "gate"


@pytest.fixture
def command(config: Config, tmp_path: Path, gate: Path) -> Any:
    pytest.importorskip("ray", reason="Ray is not installed")
    held = {"COUNTING_HOLD": "1", "COUNTING_GATE": str(gate)}

    def start(*words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [
                sys.executable,
                "-m",
                "courtside",
                "--data-dir",
                str(config.data_dir),
                "judge",
                *words,
            ],
            env=os.environ | held | install(tmp_path / "plugged"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return start


def stored(config: Config) -> Counter[tuple[str, int | None]]:
    with Reader(config) as reader:
        return Counter(
            (verdict.run, getattr(verdict, "step", None))
            for summary in reader.every_run()
            for verdict in reader.every_verdict(summary.run.id)
            if verdict.judge.name == "evidence"
        )


def actors(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """Ray's processes that hold a judge: each has one as its child."""
    found = []
    for child in psutil.Process(process.pid).children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if "courtside_judge.process.server" in child.cmdline() and (parent := child.parent()):
                found.append(parent)
    return found


@pytest.mark.slow
def test_a_killed_worker_costs_no_verdict_and_none_is_stored_twice(
    config: Config, command: Any, gate: Path
) -> None:
    runs = seed(config, RUNS, STEPS)
    words = ("--judge", "slow-evidence", "--engine", "ray", "--workers", "2", "--json", "--again")
    with command(*words) as process:

        def both() -> list[psutil.Process]:
            found = actors(process)
            return found if len(found) == 2 and stored(config) else []

        wait_until(both, WAIT_S)[0].kill()
        before = len(stored(config))
        gate.touch()
        out, err = process.communicate(timeout=WAIT_S)
    assert process.returncode == 0, (out, err)
    assert 0 < before < RUNS * (STEPS + 1), "it was not the middle"
    report = json.loads(out)
    assert (report["runs"], report["steps"], report["failed"]) == (RUNS, RUNS * STEPS, 0)
    everything = {(run, step) for run in runs for step in [*range(1, STEPS + 1), None]}
    assert stored(config) == Counter(everything)
    assert "Traceback" not in err and err.count("A worker died") <= 1, err


@pytest.mark.slow
def test_a_cluster_that_goes_is_said_before_ray_ends_the_command(
    config: Config, command: Any, gate: Path
) -> None:
    seed(config, RUNS, STEPS)
    words = ("--judge", "slow-evidence", "--engine", "ray", "--workers", "1", "--again")
    with command(*words) as process:
        try:
            wait_until(lambda: actors(process) and stored(config), WAIT_S)
            children = psutil.Process(process.pid).children(recursive=True)
            [head] = [one for one in children if one.name() == "gcs_server"]
            head.kill()
            said = next(line for line in process.stderr if "Ray cluster" in line)
        finally:
            kill_all(psutil.Process(process.pid))
    assert "does not answer any more; what came back is kept" in said


def kill_all(process: psutil.Process) -> None:
    """With its children, which Ray has put into sessions of their own."""
    for one in [*process.children(recursive=True), process]:
        with suppress(psutil.NoSuchProcess):
            one.kill()


@pytest.mark.parametrize(
    ("address", "named"),
    [
        ("127.0.0.1:9", "no Ray cluster at 127.0.0.1:9"),
        ("ray://127.0.0.1:9", "no Ray cluster at ray://127.0.0.1:9"),
        ("nonsense", "expected HOST:PORT"),
    ],
)
def test_a_cluster_that_is_not_there_is_one_line(config: Config, address: str, named: str) -> None:
    pytest.importorskip("ray", reason="Ray is not installed")
    with pytest.raises((ValueError, ConnectionError), match=named):
        RayJudging(address=address).judge(config, iter([]), print)


def test_a_cluster_at_an_address_of_ip_version_6_is_found() -> None:
    pytest.importorskip("ray", reason="Ray is not installed")
    try:
        head = socket.create_server(("::1", 0), family=socket.AF_INET6)
    except OSError:
        pytest.skip("this machine has no IPv6")
    with head:
        ray_cluster.require_ray(f"[::1]:{head.getsockname()[1]}")


def test_without_ray_one_line_says_how_to_install_it(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ray_cluster, "find_spec", lambda _: None)
    with pytest.raises(RuntimeError, match="pip install 'courtside\\[ray\\]'"):
        RayJudging().judge(config, iter([]), print)
