"""The order in which the daemon answers with a screen's elements: that of the judge."""

from __future__ import annotations

import asyncio

import pytest
from builders import a_screen, a_step, an_element
from msgspec.structs import replace
from pages import Agent

from courtside_bridges.client.control_api import call
from courtside_daemon.app import running
from courtside_judge.backends.chosen import Chosen, ModelChoice, save_chosen
from courtside_store.config import Config
from courtside_store.geometry import Box

CHOSEN = Chosen(reasoner=ModelChoice(backend="openai", model="http://127.0.0.1:9/v1", name="none"))


@pytest.mark.parametrize(
    ("setting", "shown"),
    [
        ("story=raster", ["Top", "Bottom"]),
        ("reasoner=raster", ["Bottom", "Top"]),
        ("raster", ["Top", "Bottom"]),
    ],
)
async def test_a_step_is_listed_as_by_the_judge_that_the_cascade_asks(
    config: Config, setting: str, shown: list[str]
) -> None:
    config = replace(config, element_order=(setting,))
    config.data_dir.mkdir()
    save_chosen(config.models_file, CHOSEN)
    look = a_screen(
        an_element(1, "Bottom", box=Box(10, 200, 50, 20)),
        an_element(2, "Top", box=Box(10, 10, 50, 20)),
    )
    async with running(config) as (daemon, _):
        agent = Agent(config)
        run = agent.begin()
        agent.step(a_step(1, before=look, after=look))
        await agent.close()
        step = await asyncio.to_thread(call, config, daemon, "GET", f"/v1/runs/{run}/steps/1")
    assert [one["text"] for one in step["step"]["before"]["elements"]] == shown
