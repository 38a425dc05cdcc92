"""The film strip: colours, attempts, what waits for the judge, and what follows the newest step."""

from __future__ import annotations

from typing import Any

import pytest
from builders import a_jpeg, a_step, an_element
from pages import Agent, becomes_true, judge_process, open_page

from courtside_store.config import Config
from courtside_store.daemon_state import Running

expect = pytest.importorskip("playwright.async_api", reason="playwright is missing").expect

pytestmark = pytest.mark.chrome
KNOWN_STEPS = """async ([run, steps]) => {
  const app = document.querySelector("script[type=module]").src;
  const { cellsOf } = await import(new URL("state.js", app));
  return cellsOf(run).size === steps;
}"""
"""Whether the page has heard of so many steps, painted or not."""


async def test_a_step_that_waits_is_hatched_and_the_page_says_how_far_the_judge_is_behind(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    agent = Agent(config)
    agent.begin()
    image = a_jpeg(1, (320, 200))
    look, saved = agent.look(image), agent.look(image, an_element(), an_element(2, "Saved"))
    agent.step(a_step(1, before=look, after=saved), image)
    await page.wait_for_selector(".cell.goal-reached")
    judge = judge_process()
    judge.suspend()
    try:
        agent.step(a_step(2, before=saved, after=look))
        waits = page.locator(".cell.on.pending")
        await expect(waits).to_have_text("2")  # followed before it is judged
        assert "repeating-linear-gradient" in await waits.evaluate(
            "(cell) => getComputedStyle(cell).backgroundImage"
        )
        await expect(page.locator("#of-step .verdict")).to_contain_text("No verdict yet.")
        await expect(page.locator("#status .alarm")).to_contain_text("judge lags")
    finally:
        judge.resume()
    await expect(page.locator(".cell.pending")).to_have_count(0)
    await expect(page.locator("#status .alarm")).to_have_count(0)
    await agent.close()


async def test_each_attempt_has_a_row_and_a_click_goes_to_its_step(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    agent = Agent(config)
    image = a_jpeg(1, (320, 200))
    parent = None
    for attempt in (1, 2, 3):
        run = agent.begin(f"try {attempt}", attempt=attempt, parent_run=parent)
        look = agent.look(image)
        for index in (1, 2):
            agent.step(a_step(index, before=look, after=look), image)
        agent.end()
        parent = run
    await expect(page.locator("#strip .row")).to_have_count(3)
    await expect(page.locator("#strip .row > span")).to_have_text(
        [f"attempt {n}" for n in (1, 2, 3)]
    )
    await page.locator("#strip .row").nth(1).locator(".cell").nth(1).click()
    await expect(page.locator("#task")).to_have_text("try 2")
    await expect(page.locator("#action")).to_contain_text("step 2 of 2")
    await expect(page.locator("#follow")).to_have_attribute("aria-pressed", "false")
    await agent.close()


async def test_a_click_survives_the_messages_of_a_live_run(
    config: Config, daemon: Running, chromium: Any
) -> None:
    """The button that the mouse went down on is still there when it comes up."""
    page = await open_page(chromium, config, daemon)
    agent = Agent(config)
    image = a_jpeg(1, (320, 200))
    look = agent.look(image)
    old = agent.begin("the old one")
    agent.step(a_step(1, before=look, after=look), image)
    agent.end()
    await expect(page.locator("#task")).to_have_text("the old one")
    live = agent.begin("the live one")
    agent.step(a_step(1, before=look, after=look), image)
    await expect(page.locator("#task")).to_have_text("the live one")
    row = page.locator(f'[data-run="{old}"]')
    await row.hover()
    await page.mouse.down()
    for index in (2, 3, 4):
        agent.step(a_step(index, before=look, after=look), image)
    await becomes_true(page, KNOWN_STEPS, [live, 4])
    await page.mouse.up()
    await expect(page.locator("#task")).to_have_text("the old one")
    await agent.close()


async def test_a_cell_has_a_thumbnail_of_the_last_screen_of_its_step(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    agent = Agent(config)
    agent.begin()
    for index in (1, 2):
        image = a_jpeg(index, (320, 200))
        look = agent.look(image)
        agent.step(a_step(index, before=look, after=look), image)
    agent.step(a_step(3, before=None, after=None))
    await expect(page.locator("#strip .cell")).to_have_count(3)
    painted = """() => [...document.querySelectorAll("#strip canvas")].map((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(40, 20, 1, 1);
      return data[3] ? [...data].join() : "";
    })"""
    await becomes_true(page, f"() => ({painted})().filter(Boolean).length === 2")
    first, second, none = await page.evaluate(painted)
    assert first != second and none == ""
    await agent.close()
