"""What is installed is whole: page, extension, weights and recorded runs travel in the wheel."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_the_wheel_installs_into_an_empty_environment_and_replays_the_recorded_runs(
    tmp_path: Path,
) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "-w", str(tmp_path), str(ROOT)], check=True, timeout=300)
    wheel = next(tmp_path.glob("courtside-*.whl"))
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {
        "courtside_daemon/web/index.html",
        "courtside_bridges/extension/manifest.json",
        "courtside_bridges/extension/page/recorder.js",
        "courtside_judge/evidence/weights.json",
        "courtside_judge/perception/detector.json",
        "courtside_judge/evidence/language/language.onnx",
        "courtside_judge/evidence/language/language.json",
        "courtside_judge/evidence/language/vocab.txt",
        "courtside/demo/recorded/runs.jsonl",
    } <= names
    assert not [
        name
        for name in names
        if name.startswith(("tests/", "test_", "benchmarks/", "courtside_training/"))
    ]
    python = empty_environment(tmp_path / "env")
    subprocess.run(
        [*[str(python), "-m", "pip", "install", "-q", "--no-deps"], str(wheel)],
        check=True,
        timeout=300,
    )
    env = {**os.environ, "COURTSIDE_DATA_DIR": str(tmp_path / "data")}
    env.pop("PYTHONPATH", None)
    done = subprocess.run(
        [str(python.parent / "courtside"), "demo", "--exit", "--json"],
        env=env,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    runs = json.loads(done.stdout.splitlines()[-1])["runs"]
    assert runs and all(run["verdict"] for run in runs)
    where = "import courtside_store; print(courtside_store.__file__)"
    found = subprocess.run(
        [str(python), "-c", where],
        env=env,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.startswith(str(tmp_path / "env"))


def empty_environment(folder: Path) -> Path:
    """An environment without the project; its dependencies are borrowed, so that no network is
    needed. Its own packages come first."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    ask = "import sysconfig; print(sysconfig.get_path('purelib'))"
    asked = subprocess.run([str(python), "-c", ask], capture_output=True, text=True, check=True)
    borrowed = Path(asked.stdout.strip()) / "borrowed.pth"
    borrowed.write_text(sysconfig.get_path("purelib") + "\n")
    return python
