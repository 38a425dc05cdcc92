"""What is installed is whole: page, extension, weights and recorded runs travel in the wheel."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_the_wheel_runs_on_its_own_and_replays_the_recorded_runs(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "-w", str(tmp_path), str(ROOT)], check=True, timeout=300)
    wheel = next(tmp_path.glob("courtside-*.whl"))
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        packed.extractall(tmp_path / "site")
    assert {
        "courtside_daemon/web/index.html",
        "courtside_bridges/extension/manifest.json",
        "courtside_bridges/extension/page/recorder.js",
        "courtside_judge/weights.json",
        "courtside/demo/recorded/runs.jsonl",
    } <= names
    site = tmp_path / "site"
    env = {**os.environ, "PYTHONPATH": str(site), "COURTSIDE_DATA_DIR": str(tmp_path / "data")}
    where = "import courtside_store; print(courtside_store.__file__)"
    found = subprocess.run(
        [sys.executable, "-c", where],
        env=env,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.startswith(str(site))
    done = subprocess.run(
        [sys.executable, "-m", "courtside", "demo", "--exit", "--json"],
        env=env,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    runs = json.loads(done.stdout.splitlines()[-1])["runs"]
    assert runs and all(run["verdict"] for run in runs)
