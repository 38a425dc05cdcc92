"""The daemon with a model that judges live: the word first, reasons later, models off."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from builders import a_jpeg, a_screen
from msgspec.structs import replace
from waiting import until

from courtside_bridges.client.control_api import call
from courtside_bridges.client.linked_run import LinkedRun, open_link
from courtside_daemon.app import running
from courtside_judge.backends.chosen import Chosen, ModelChoice, save_chosen
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.reading import Reader
from courtside_store.records import StepVerdict

pytestmark = pytest.mark.models
COLOURS = (0, 255, 65_280)
"""So far apart that the judge sees each screen change."""


@pytest.fixture
async def asked(config: Config, tiny: Chosen) -> AsyncIterator[tuple[Config, Running]]:
    """A daemon whose judge asks the tiny model of every step."""
    config = replace(config, judge="reasoner", caption_max_tokens=24)
    save_chosen(config.models_file, tiny)
    async with running(config) as (daemon, _):
        yield config, daemon


def look_around(config: Config, frames: int = 2) -> tuple[LinkedRun, int]:
    """A run of an agent on a phone whose screens come as pictures."""
    link = open_link("Pixel", config, "appium", "android")
    run = LinkedRun(link, task="Open the settings")
    looks = [a_screen(frame=link.frame(a_jpeg(n, (160, 120)))) for n in COLOURS[: frames + 1]]
    for before, after in pairwise(looks):
        run.step([], before, after)
    run.end("finish", "done")
    return run, frames


async def status_of(config: Config, daemon: Running) -> dict[str, Any]:
    """What the daemon says of itself."""
    return await asyncio.to_thread(call, config, daemon, "GET", "/v1/status")


async def verdicts_of(config: Config, run: LinkedRun, reasons: int) -> list[StepVerdict]:
    """Every verdict on its steps, once so many have come."""

    def enough() -> list[StepVerdict]:
        with Reader(config) as reader:
            details = [reader.step(run.run, n) for n in range(1, run.steps + 1)]
        verdicts = [verdict for step in details if step for verdict in step.verdicts]
        return verdicts if len(verdicts) >= reasons else []

    return await until(enough, 60)


async def test_the_word_comes_first_and_the_reasons_after(asked: tuple[Config, Running]) -> None:
    config, daemon = asked
    run, steps = look_around(config)
    outcome = await asyncio.to_thread(run.wait_outcome, 60)
    verdicts = await verdicts_of(config, run, 2 * steps)
    assert outcome.verdict and outcome.verdict.status == "ok" and outcome.verdict.prompt
    for number in range(1, steps + 1):
        word, reasons = (v for v in verdicts if v.step == number)
        assert (word.label, word.score) == (reasons.label, reasons.score)
        assert word.explanation != reasons.explanation
        assert word.judge.model == "tiny" and word.judge.settings
    kept = Blobs(config.blobs)
    assert b"Open the settings" in (kept.read(verdicts[0].prompt or "") or b"")
    status = await status_of(config, daemon)
    assert status["models"]["names"] and status["models"]["tokens_per_s"] > 0
    assert status["models"]["captions"] == steps + 1 and not status["judge_trouble"]
    await asyncio.to_thread(run.link.close)


async def test_a_model_file_that_is_gone_turns_the_judge_off_and_steps_are_kept(
    config: Config, tiny: Chosen, tmp_path: Path
) -> None:
    assert tiny.reasoner
    gone = replace(tiny.reasoner, model=str(tmp_path / "gone.gguf"))
    save_chosen(config.models_file, Chosen(reasoner=gone))
    config = replace(config, judge="reasoner")
    async with running(config) as (daemon, _):
        run, steps = look_around(config)
        outcome = await asyncio.to_thread(run.wait_outcome, 60)
        status = await status_of(config, daemon)
        await asyncio.to_thread(run.link.close)
    assert outcome.verdict and outcome.verdict.status == "error"
    assert outcome.verdict.label == "unknown" and "gone.gguf" in outcome.verdict.explanation
    assert "gone.gguf" in status["judge_trouble"] and status["models"] is None
    with Reader(config) as reader:
        assert len(list(reader.steps(run.run))) == steps


async def test_cascade_is_the_live_judge_once_a_reasoner_is_chosen(
    config: Config, tiny: Chosen
) -> None:
    async with running(config) as (daemon, _):
        assert (await status_of(config, daemon))["judge"] == "evidence"
    save_chosen(config.models_file, tiny)
    async with running(config) as (daemon, _):
        assert (await status_of(config, daemon))["judge"] == "cascade"
        run, _steps = look_around(config)
        outcome = await asyncio.to_thread(run.wait_outcome, 60)
        await asyncio.to_thread(run.link.close)
    assert outcome.verdict and outcome.verdict.judge.name == "cascade"


async def test_a_running_daemon_takes_up_other_models_at_its_next_run(
    config: Config, tiny: Chosen
) -> None:
    assert tiny.reasoner
    gone = replace(tiny.reasoner, model="/nowhere/gone.gguf")
    save_chosen(config.models_file, Chosen(reasoner=gone))
    async with running(config) as (daemon, _):
        status = await status_of(config, daemon)
        assert status["judge"] == "cascade" and "gone.gguf" in status["judge_trouble"]
        save_chosen(config.models_file, Chosen())
        run, _steps = look_around(config)
        outcome = await asyncio.to_thread(run.wait_outcome, 60)
        status = await status_of(config, daemon)
        await asyncio.to_thread(run.link.close)
    assert outcome.verdict and outcome.verdict.judge.name == "evidence"
    assert outcome.verdict.status == "ok"
    assert status["judge"] == "evidence" and not status["judge_trouble"]


async def test_a_server_that_is_down_is_one_line(config: Config) -> None:
    pytest.importorskip("openai", reason="openai is missing: sh packaging/setup.sh models")
    nobody = ModelChoice(backend="openai", model="http://127.0.0.1:9/v1", name="nobody")
    save_chosen(config.models_file, Chosen(reasoner=nobody))
    async with running(replace(config, judge="text")):
        run, _steps = look_around(config)
        outcome = await asyncio.to_thread(run.wait_outcome, 60)
        await asyncio.to_thread(run.link.close)
    assert outcome.verdict and outcome.verdict.status == "error"
    assert "127.0.0.1:9" in outcome.verdict.explanation
    assert "\n" not in outcome.verdict.explanation
