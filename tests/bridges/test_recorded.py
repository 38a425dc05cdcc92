"""A run as a bridge tells it: a session of its own kind, numbered steps, one end, a verdict."""

from __future__ import annotations

import asyncio

from builders import a_jpeg, a_screen, an_action

from courtside_bridges.recorded import Recorded, open_link
from courtside_store.config import Config, Running
from courtside_store.reading import Reader


async def test_a_device_s_run_arrives_whole_and_is_judged(config: Config, daemon: Running) -> None:
    link = open_link("Pixel 4", config, "appium", "android")
    run = Recorded(link, agent="tapper")
    home, opened = (a_screen(frame=link.frame(a_jpeg(seed))) for seed in (1, 2))
    run.name_task("Open the settings")
    run.step([an_action("tap", "Settings")], home, opened, thought="the gear")
    run.step([], opened, opened)
    run.end("finish", claims_success=True)
    run.end("agent-crashed")
    outcome = await asyncio.to_thread(run.wait_outcome, 20)
    await asyncio.to_thread(link.close)
    with Reader(config) as reader:
        detail, steps = reader.run(run.run), list(reader.steps(run.run))
    assert outcome.verdict and detail
    assert (detail.summary.source, detail.summary.surface) == ("appium", "android")
    assert detail.summary.run.task == "Open the settings"
    assert detail.summary.run.ended_by == "finish"
    assert [step.index for step in steps] == [1, 2]
    assert steps[0].after and steps[1].before and steps[0].after.frame == steps[1].before.frame


async def test_a_verdict_that_does_not_come_is_an_empty_outcome(config: Config) -> None:
    link = open_link("Pixel 4", config, "appium", "android")
    run = Recorded(link)
    assert run.wait_outcome(0.01).verdict is None
    await asyncio.to_thread(link.hang_up)
