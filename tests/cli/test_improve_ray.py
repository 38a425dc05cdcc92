"""`courtside improve --engine ray`: the same rows as in this process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from small_site import small_site, tasks_for

from courtside.engines.ray_loop_engine import RayLoopEngine
from courtside_refine.improving.environment import Reset
from courtside_refine.improving.training_loop import LoopPlan
from courtside_store.config import Config

pytestmark = [pytest.mark.chrome, pytest.mark.slow]


def improved(url: str, tasks: Path, out: Path, engine: str) -> Any:
    words = ["improve", url, "--out", str(out), "--tasks", str(tasks), "--actor", "explorer"]
    words += ["--iterations", "1", "--rollouts", "2", "--max-steps", "3", "--engine", engine]
    words += ["--reset-url", f"{url}reset", "--json"]
    run = subprocess.run(
        [sys.executable, "-m", "courtside", "--data-dir", str(out.parent / "data"), *words],
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout) | {"took_s": 0}


def test_the_text_actor_is_the_text_actor_also_in_ray(tmp_path: Path) -> None:
    plan = LoopPlan(url="http://x.test/", actor="text")
    config = Config(data_dir=tmp_path)
    engine = RayLoopEngine(config=config, plan=plan, reset=Reset(), frames=tmp_path / "frames")
    with pytest.raises(ValueError, match="no model is chosen"):
        engine.local()


def test_attempts_and_verdicts_come_back_from_ray(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: sh packaging/setup.sh models")
    pytest.importorskip("playwright")
    with small_site() as site:
        tasks = tasks_for(site.url, tmp_path / "tasks.jsonl")
        here = improved(site.url, tasks, tmp_path / "local", "local")
        there = improved(site.url, tasks, tmp_path / "ray", "ray")
    assert here == there and there["training"]["attempts"] == 2
