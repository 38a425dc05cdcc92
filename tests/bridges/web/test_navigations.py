"""Who went where: an agent's own ways are steps, also within one document, and a page's are not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from hash_app import hash_app

from courtside_bridges.web.navigations import Navigations
from courtside_bridges.web.watching import watch
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.reading import Reader
from courtside_store.records import Step
from courtside_store.rendering import render_step


@pytest.fixture
async def app() -> AsyncIterator[str]:
    async with hash_app() as address:
        yield address


def steps(config: Config, run: str) -> list[Step]:
    with Reader(config) as reader:
        return list(reader.steps(run))


def told(recorded: list[Step], app: str) -> list[str]:
    return [render_step(step).replace(app, "") for step in recorded]


@pytest.mark.chrome
@pytest.mark.parametrize("pauses", [False, True])
async def test_a_way_to_another_place_of_the_same_document_is_the_agents_step(
    config: Config, daemon: Running, chromium: Any, app: str, pauses: bool
) -> None:
    page = await chromium.new_page()
    await page.goto(app + "/app")
    async with watch(page, config=config) as run:

        async def look() -> None:
            if pauses:
                await run.settled()

        await page.goto(app + "/app#/settings")
        await look()
        await page.click("#list")
        await look()
        await page.go_back()
        await look()
        await page.go_forward()
        await look()
        await page.click("#item")
        await look()
        await page.goto(app + "/app#/end")
        await page.close()
        await run.finish()
    recorded = steps(config, run.run)
    assert told(recorded, app) == [
        "navigate /app#/settings",
        'click link "List"',
        "navigate /app#/settings",
        "navigate /app#/list",
        'click button "Item"',
        "navigate /app#/end",
    ]
    places = ["settings", "list", "settings", "list", "item", "end"]
    for step, place in zip(recorded, places, strict=True):
        assert step.after is not None and step.after.url == f"{app}/app#/{place}"
        if pauses and place != "end":
            assert step.after.frame and f"#/{place}" in step.after.text


@pytest.mark.chrome
@pytest.mark.alone
async def test_a_page_that_goes_back_when_it_is_clicked_makes_one_step(
    config: Config, daemon: Running, chromium: Any, app: str
) -> None:
    page = await chromium.new_page()
    await page.goto(app + "/app")
    async with watch(page, config=config) as run:
        await page.click("#list")
        await page.wait_for_url("**/app#/list")
        await page.click("#back")
        await page.wait_for_url("**/app")
        await run.finish()
    recorded = steps(config, run.run)
    assert [render_step(step).partition(" ")[0] for step in recorded] == ["click", "click"]
    assert recorded[-1].after is not None and recorded[-1].after.url == app + "/app"


def test_what_began_and_never_came_makes_no_drivers_way_of_what_a_page_does() -> None:
    navigations = Navigations()
    navigations.started({"url": "a#1", "loaderId": "1", "navigationType": "sameDocument"})
    assert navigations.came_within("a#2") == "page"
    assert navigations.came_within("a#1") == "page"
    navigations.started({"url": "a#1", "loaderId": "2", "navigationType": "sameDocument"})
    assert navigations.came_within("a#1") == "driver"


@pytest.mark.parametrize("told_first", [False, True])
def test_a_pages_own_way_back_is_its_own_whenever_it_is_told(told_first: bool) -> None:
    navigations = Navigations()
    if told_first:
        navigations.traversed("a#1")
    navigations.started({"url": "a#1", "loaderId": "1", "navigationType": "historySameDocument"})
    if not told_first:
        navigations.traversed("a#1")
    assert navigations.came_within("a#1") == "page"


def test_a_page_that_told_of_its_way_back_went_there_itself_also_to_another_document() -> None:
    navigations = Navigations()
    navigations.traversed("http://site.test/a")
    assert navigations.came({"url": "http://site.test/a", "loaderId": "1"}) == ("page", None)
    assert navigations.came({"url": "http://site.test/a", "loaderId": "2"}) == ("driver", None)
