"""The filter's field: what is asked of the daemon, and how a person leaves it."""

from __future__ import annotations

from typing import Any

import pytest
from pages import open_page, seed

from courtside_daemon.app import running
from courtside_store.config import Config

expect = pytest.importorskip("playwright.async_api", reason="playwright is missing").expect

pytestmark = pytest.mark.chrome


async def test_escape_empties_the_filter_and_lists_all_runs_again(
    config: Config, chromium: Any
) -> None:
    seed(config, 3)
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        await expect(page.locator("#runs .run")).to_have_count(3)
        await page.keyboard.press("/")
        await page.keyboard.type("verdict:failure")
        await expect(page.locator("#runs .run")).to_have_count(1)
        await page.keyboard.press("Escape")
        await expect(page.locator("#filter")).to_have_value("")
        await expect(page.locator("#filter")).not_to_be_focused()
        await expect(page.locator("#runs .run")).to_have_count(3)


async def test_a_filter_without_a_match_says_so_and_that_the_open_run_is_none(
    config: Config, chromium: Any
) -> None:
    ids = seed(config, 3)
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        await page.locator(f"[data-run={ids[0]}]").click()
        left_out = page.locator("#unlisted")
        await page.fill("#filter", "verdict:failure")  # as that run is
        await expect(page.locator("#runs .run")).to_have_count(1)
        await expect(left_out).to_be_hidden()
        await page.fill("#filter", "verdict:success")
        await expect(page.locator("#runs .run")).to_have_count(2)
        await expect(left_out).to_have_text(
            "This run does not match the filter. It stays open until you choose another one."
        )
        await page.fill("#filter", "zebra")
        await expect(page.locator("#tally")).to_contain_text("No run matches this filter.")
        await expect(left_out).to_be_visible()
        await page.locator("#tally").get_by_text("Clear the filter").click()
        await expect(page.locator("#filter")).to_have_value("")
        await expect(page.locator("#runs .run")).to_have_count(3)
        await expect(left_out).to_be_hidden()


async def test_enter_keeps_the_filter_and_leaves_the_field(config: Config, chromium: Any) -> None:
    seed(config, 3)
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        await page.keyboard.press("/")
        await page.keyboard.type("verdict:failure")
        await page.keyboard.press("Enter")
        await expect(page.locator("#filter")).not_to_be_focused()
        await expect(page.locator("#filter")).to_have_value("verdict:failure")
        await expect(page.locator("#runs .run")).to_have_count(1)


async def test_a_filter_is_asked_for_once_it_can_be_read(config: Config, chromium: Any) -> None:
    """Typed slowly: no request of an unfinished word, none that is refused."""
    seed(config, 3)
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        await expect(page.locator("#filters")).to_contain_text("verdict (success, failure")
        refused: list[str] = []
        page.on("response", lambda one: refused.append(one.url) if one.status >= 400 else None)
        await page.clock.install()
        await page.keyboard.press("/")
        for letter in 'surface:web verdict:failure steps>0 "task':
            await page.keyboard.type(letter)
            await page.clock.run_for(500)
        await page.keyboard.type(' 0"')
        await expect(page.locator("#runs .run")).to_have_count(1)
        await expect(page.locator("#problem")).to_be_hidden()
        assert refused == []
        await page.fill("#filter", "verdict:fail ")
        await page.wait_for_selector("#problem:has-text('verdict is one of success')")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("verdict:", "verdict is one of success, failure"),
        ("verdict:succes", "verdict is one of success, failure"),
        ("verdikt:", "perhaps verdict is meant"),
        ("task OR page", "all words must match"),
        ("score>2", "score is from 0 to 1"),
    ],
)
async def test_a_filter_that_is_left_half_typed_says_what_can_be_written(
    config: Config, chromium: Any, words: str, told: str
) -> None:
    seed(config, 3)
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        await expect(page.locator("#filters")).to_contain_text("verdict (success, failure")
        await page.keyboard.press("/")
        await page.keyboard.type(words)
        await expect(page.locator("#problem")).to_contain_text(told)
        await expect(page.locator("#tally")).to_contain_text(
            "Filter not understood; the list before it: 3 runs"
        )
        await page.keyboard.press("Escape")
        await expect(page.locator("#problem")).to_be_hidden()
        await expect(page.locator("#tally")).not_to_contain_text("before")
        await expect(page.locator("#runs .run")).to_have_count(3)
