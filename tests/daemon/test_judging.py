"""The daemon and the judge in its process: what each kind of judge is asked, and how often."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest
from builders import a_jpeg, a_screen
from counting_judge import NAME, install
from msgspec.structs import replace

from courtside_bridges.client.linked_run import LinkedRun, open_link
from courtside_daemon.app import running
from courtside_store.config import Config
from courtside_store.reading import Reader


@pytest.fixture
def outcomes_only(config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Config:
    """With a judge that says nothing of steps."""
    for name, value in install(tmp_path / "plugged").items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("COUNTING_OUTCOMES_ONLY", "1")
    return replace(config, judge=NAME, ocr="off")


def act(config: Config, steps: int) -> LinkedRun:
    """A run of so many steps on a phone."""
    link = open_link("Pixel", config, "appium", "android")
    run = LinkedRun(link, task="Open the settings")
    looks = [a_screen(frame=link.frame(a_jpeg(n, (16, 12)))) for n in range(steps + 1)]
    for before, after in pairwise(looks):
        run.step([], before, after)
    run.end("finish", "done")
    return run


async def test_a_judge_of_outcomes_is_shown_each_step_once_and_leaves_them_without_a_verdict(
    outcomes_only: Config,
) -> None:
    async with running(outcomes_only):
        for steps in (3, 2):
            run = await asyncio.to_thread(act, outcomes_only, steps)
            outcome = await asyncio.to_thread(run.wait_outcome, 60)
            assert outcome.verdict and outcome.verdict.explanation == f"seen {steps}"
            with Reader(outcomes_only) as reader:
                assert reader.verdicts(run.run) == {}
                waiting = reader.to_judge(run.run)
            assert waiting and waiting.steps == tuple(range(1, steps + 1))
