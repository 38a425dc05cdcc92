"""The Lesson tab: the lessons of all attempts, and a person's wish for another one."""

from __future__ import annotations

import asyncio

import pytest
from pages import EVIL, open_page, seed
from pressing import TASK, Presser
from waiting import until

from courtside_daemon.app import running
from courtside_refine.lessons.reflection import reflect
from courtside_refine.retrying.reflexion import reflexion
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.reading import Reader
from courtside_store.records import Reflection

expect = pytest.importorskip("playwright.async_api", reason="playwright is missing").expect

pytestmark = pytest.mark.chrome


async def test_the_lessons_of_earlier_attempts_stand_beside_the_run(
    config: Config, chromium: object
) -> None:
    async with running(config, reflect) as (daemon, _):
        result = await asyncio.to_thread(
            lambda: reflexion(
                Presser(config), TASK, shadow=False, cost_false_negative=1.0, config=config
            )
        )
        page = await open_page(chromium, config, daemon)
        await page.click(f'[data-run="{result.last.run}"]')
        await page.get_by_role("tab", name="Lesson").click()
        panel = page.get_by_role("tabpanel")
        await expect(panel.locator("h3")).to_have_text(["Lesson of attempt 1"])
        await expect(panel.locator("pre.lesson")).to_contain_text('expected: "Cancel"')
        await page.set_viewport_size({"width": 1280, "height": 500})
        await panel.get_by_role("button", name="Retry").click()
        await expect(panel.get_by_role("status")).to_contain_text("courtside retry --after")
        await expect(panel.get_by_role("status")).to_be_in_viewport(ratio=0.9)
        for name in ("Why", "Lesson"):  # rendered again, as by a verdict: the answer stays
            await page.get_by_role("tab", name=name).click()
        await expect(panel.get_by_role("status")).to_contain_text("courtside retry --after")
        assert page.outside == []


async def test_retry_reaches_a_loop_that_waits(config: Config, chromium: object) -> None:
    agent = Presser(config)

    def attempts() -> object:
        return reflexion(
            agent, TASK, shadow=True, ask_s=60.0, cost_false_negative=1.0, config=config
        )

    async with running(config, reflect) as (daemon, _), asyncio.TaskGroup() as group:
        working = group.create_task(asyncio.to_thread(attempts))
        page = await open_page(chromium, config, daemon)
        await page.click("#runs .run")
        await page.get_by_role("tab", name="Lesson").click()
        panel = page.get_by_role("tabpanel")

        async def goes_on() -> bool:
            await panel.get_by_role("button", name="Retry").click()
            await expect(panel.get_by_role("status")).not_to_be_empty()
            return "tries again" in await panel.get_by_role("status").inner_text()

        await until(goes_on)
        await working
    assert len(agent.attempts) == 2 and '"Cancel"' in agent.texts[1]


async def test_a_lesson_is_shown_as_text_and_says_who_could_not_write_it(
    config: Config, chromium: object
) -> None:
    run = seed(config, 1)[0]
    with Store.open(config) as store, Reader(config) as reader:
        summary = reader.summary(run)
        assert summary is not None
        lesson = Reflection(
            run=run, revision=summary.run.revision, text=EVIL, note="no model", at_ms=1
        )
        store.add_lesson(lesson)
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        await page.get_by_role("tab", name="Lesson").click()
        panel = page.get_by_role("tabpanel")
        await expect(panel.locator("pre.lesson")).to_have_text(EVIL)
        await expect(panel.get_by_text("no model")).to_be_visible()
        assert await page.title() != "hacked"
