"""Axe finds nothing on the page: a run, a list, dialogs, no run; at each size, light and dark."""

from __future__ import annotations

from typing import Any

import pytest
from axe import violations
from pages import Agent, a_page_with_one_step, open_page, seed

from courtside_store.config import Config
from courtside_store.daemon_state import Running

pytestmark = pytest.mark.chrome


@pytest.mark.parametrize("width", [1440, 800, 390])
@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_a_run_can_be_read_by_everybody(
    config: Config, daemon: Running, chromium: Any, width: int, theme: str
) -> None:
    page = await a_page_with_one_step(config, daemon, chromium, width)
    await page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    assert await violations(page) == []


async def test_every_tab_and_every_dialog_can(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await a_page_with_one_step(config, daemon, chromium, 1440)
    for tab in await page.get_by_role("tab").all():
        await tab.click()
        assert await violations(page) == []
    for key, dialog in (("?", "#help"), ("n", "#note"), ("t", "#tasking")):
        await page.keyboard.press(key)
        await page.wait_for_selector(f"{dialog}[open]")
        assert await violations(page) == []
        await page.keyboard.press("Escape")
        await page.wait_for_selector(f"{dialog}:not([open])", state="attached")


async def test_an_empty_page_a_long_list_and_the_live_grid_can(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    await page.wait_for_selector("#nothing")
    assert await violations(page) == []
    agents = [Agent(config, f"agent {number}") for number in (1, 2)]
    for agent in agents:
        agent.begin()
    await page.wait_for_selector("#live:not([hidden])")
    await page.keyboard.press("g")
    await page.wait_for_selector("#grid:not([hidden]) *")
    assert await violations(page) == []
    for agent in agents:
        await agent.close()


async def test_a_list_of_judged_runs_can(config: Config, chromium: Any) -> None:
    from courtside_daemon.app import running

    seed(config, 30, 4)
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        await page.wait_for_selector("#card .label")
        assert await violations(page) == []
        await page.keyboard.press("v")
        assert await violations(page) == []
        await page.context.close()


async def test_the_gate_can(config: Config, daemon: Running, chromium: Any) -> None:
    page = await chromium.new_page()
    await page.goto(daemon.url)
    await page.wait_for_selector("#gate:not([hidden])")
    assert await violations(page) == []
    await page.close()
