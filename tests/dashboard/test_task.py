"""What the agent is to do, said on the page while it acts: everything is judged by that."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from builders import a_jpeg, a_step, an_action, an_element
from pages import Agent, open_page, seed

from courtside_daemon.app import running
from courtside_store.config import Config
from courtside_store.reading import Reader

expect = pytest.importorskip("playwright.async_api", reason="playwright is missing").expect

pytestmark = pytest.mark.chrome


async def test_the_task_of_a_live_run_is_said_on_the_page(config: Config, chromium: Any) -> None:
    async with running(config) as (daemon, _):
        agent = Agent(config)
        run = agent.begin(task="")
        before = agent.look(a_jpeg(1))
        after = agent.look(a_jpeg(2), an_element(1, "Done"))
        agent.step(a_step(1, an_action("click", "Save"), before=before, after=after))
        page = await open_page(chromium, config, daemon)
        await expect(page.locator("#of-step .why")).to_contain_text("no task was given")
        await expect(page.locator("#retask")).to_have_text("Write the task")
        await page.keyboard.press("t")
        await page.locator("#tasking textarea").fill('Press "Save".')
        await page.keyboard.press("Control+Enter")
        await expect(page.locator("#task")).to_have_text('Press "Save".')
        await expect(page.locator("#of-step .why")).not_to_contain_text("no task was given")
        await expect(page.locator("#retask")).to_have_text("Edit task")
        assert page.outside == []
        await asyncio.to_thread(agent.link.close)
    with Reader(config) as reader:
        summary = reader.summary(run)
    assert summary is not None and summary.run.task == 'Press "Save".'


async def test_an_empty_task_is_not_taken_and_the_dialog_says_why(
    config: Config, chromium: Any
) -> None:
    run = seed(config, 1)[0]
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        await expect(page.locator("#task")).not_to_be_empty()
        before = await page.locator("#task").inner_text()
        await page.locator("#retask").click()
        await expect(page.locator("#tasking [role=alert]")).to_be_hidden()
        for empty in ("", "  \n"):
            await page.locator("#tasking textarea").fill(empty)
            await page.locator("#tasking").get_by_text("Save", exact=True).click()
            await expect(page.locator("#tasking [role=alert]")).to_contain_text("Not saved")
        await page.keyboard.press("Escape")
        await expect(page.locator("#task")).to_have_text(before)
        await page.locator("#retask").click()
        await expect(page.locator("#tasking [role=alert]")).to_be_hidden()
        await page.locator("#tasking textarea").fill('Press "Print".')
        await page.locator("#tasking").get_by_text("Save", exact=True).click()
        await expect(page.locator("#task")).to_have_text('Press "Print".')
        await expect(page.locator("#tasking")).to_be_hidden()
    with Reader(config) as reader:
        summary = reader.summary(run)
    assert summary is not None and summary.run.task == 'Press "Print".'


async def test_another_task_leaves_no_old_verdict_on_the_page(
    config: Config, chromium: Any
) -> None:
    run = seed(config, 1)[0]
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        await expect(page.locator("#of-run .why")).to_have_text("all is done")
        await page.locator("#retask").click()
        await page.locator("#tasking textarea").fill('Press "Print".')
        await page.locator("#tasking").get_by_text("Save", exact=True).click()
        await expect(page.locator("#of-run .why")).not_to_have_text("all is done")
        await expect(page.locator("#of-run .label")).to_have_text("failure")
        await expect(page.locator(".cell.towards-the-goal")).to_have_count(0)
    with Reader(config) as reader:
        history = reader.run(run)
    assert history is not None and len(history.verdicts) == 2


@pytest.mark.parametrize(("key", "dialog"), [("t", "#tasking"), ("n", "#note")])
async def test_a_dialog_can_be_left_without_saying_anything(
    config: Config, chromium: Any, key: str, dialog: str
) -> None:
    run = seed(config, 1)[0]
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        await page.wait_for_selector("#card .label")
        await page.keyboard.press(key)
        await page.locator(f"{dialog} textarea").fill("half a thought")
        await page.locator(dialog).get_by_role("button", name="Cancel").click()
        await expect(page.locator(dialog)).to_be_hidden()
        await page.keyboard.press(key)
        await expect(page.locator(f"{dialog} textarea")).not_to_have_value("half a thought")
    with Reader(config) as reader:
        history = reader.run(run)
    assert history is not None and history.summary.run.task.endswith("task 0")
    assert history.overrides == ()
