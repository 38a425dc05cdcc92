"""Who went where: an agent's own ways are steps, also within one document, and a page's are not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from hash_app import hash_app

pytestmark = pytest.mark.chrome


@pytest.fixture
async def app() -> AsyncIterator[str]:
    async with hash_app() as address:
        yield address


async def told(chrome: Any, stored: Any, run: str, app: str) -> list[str]:
    """What the daemon has of a run that ends now."""
    await chrome.send(type="stop")
    await stored.ended(run)
    return [line.replace(app, "") for line in stored.rendered(run)]


@pytest.mark.parametrize("pauses", [False, True])
async def test_a_way_to_another_place_of_the_same_document_is_the_agents_step(
    chrome: Any, stored: Any, app: str, pauses: bool
) -> None:
    page = await chrome.open(app + "/app")
    run = await chrome.record(page)
    ways = [
        lambda: page.goto(app + "/app#/settings"),
        lambda: page.click("#list"),
        page.go_back,
        page.go_forward,
        lambda: page.click("#item"),
        lambda: page.goto(app + "/app#/end"),
    ]
    for done, go in enumerate(ways, 1):
        await go()
        if pauses:
            await chrome.until_steps(done)
    assert await told(chrome, stored, run, app) == [
        "navigate /app#/settings",
        'click link "List"',
        "navigate /app#/settings",
        "navigate /app#/list",
        'click button "Item"',
        "navigate /app#/end",
    ]
    places = ["settings", "list", "settings", "list", "item", "end"]
    for step, place in zip(stored.steps(run), places, strict=True):
        assert step.after.url == f"{app}/app#/{place}"
        if pauses:
            assert f"#/{place}" in [element.text for element in step.after.elements]


async def test_the_way_back_to_the_page_before_is_the_agents_step_also_right_after_a_click(
    chrome: Any, stored: Any, app: str
) -> None:
    page = await chrome.open(app + "/app")
    run = await chrome.record(page)
    await page.click("#list")
    await page.click("#away")
    await page.wait_for_url("**/away")
    await page.go_back()
    await page.go_forward()
    await page.reload()
    assert await told(chrome, stored, run, app) == [
        'click link "List"',
        'click link "Away"',
        "navigate /app#/list",
        "navigate /away",
        "navigate /away",
    ]


@pytest.mark.parametrize("link", ["#list", "#away"])
async def test_a_page_that_goes_back_when_it_is_clicked_makes_one_step(
    chrome: Any, stored: Any, app: str, link: str
) -> None:
    page = await chrome.open(app + "/app")
    run = await chrome.record(page)
    await page.click(link)
    await page.wait_for_url("**/*" + link.replace("#", ""))
    await page.click("#back")
    await page.wait_for_url("**/app")
    lines = await told(chrome, stored, run, app)
    assert [line.partition(" ")[0] for line in lines] == ["click", "click"]
    assert stored.steps(run)[-1].after.url == app + "/app"
