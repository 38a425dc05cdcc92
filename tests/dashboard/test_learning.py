"""The page offers to learn from labels, asks for those that teach most, and says what changed."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from autosave import AGENT, as_it_is, fill
from pages import becomes_true, open_page
from waiting import until

from courtside_daemon.app import running
from courtside_judge.learning.from_store import learn_from_store
from courtside_judge.learning.learned import LearnedFile
from courtside_judge.learning.scope import Scope
from courtside_store.config import Config
from courtside_store.records import PersonLabel

expect = pytest.importorskip("playwright.async_api", reason="playwright is missing").expect

pytestmark = pytest.mark.chrome
LEARN_MS = 120_000


async def test_a_label_is_asked_for_and_what_the_labels_teach_is_learned(
    config: Config, chromium: Any
) -> None:
    ids = fill(config, 20, lambda n, saved: as_it_is(n, saved) if n < 9 else None)
    fill(config, 20)
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        line = page.locator("#learning")
        words = (
            f"The judge can learn from 29 labelled runs of the agent {AGENT}: on tasks left out "
            "its accuracy would go from 0.00 to 1.00"
        )
        await expect(line).to_contain_text(words, timeout=LEARN_MS)
        await line.get_by_text("Label next", exact=True).click()
        await becomes_true(page, "location.hash.includes('run=')")
        assert any(run in page.url for run in ids[9:])
        await line.get_by_text("Learn", exact=True).click()
        await expect(line).to_contain_text(
            f"learned for the agent {AGENT}: accuracy", timeout=LEARN_MS
        )
        assert page.outside == []
    assert LearnedFile(config.learned_file).load()


async def test_labels_that_would_teach_nothing_are_not_offered(
    config: Config, chromium: Any
) -> None:
    """Another label is tried too."""

    def at_random(n: int, _: bool) -> PersonLabel | None:
        return ("failure" if n // 2 % 2 else "success") if n < 20 else None

    ids = fill(config, 22, at_random)
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        line = page.locator("#learning")
        for labels in (20, 21):
            words = f"{labels} labelled runs of the agent {AGENT}"
            nothing = f"{words}: the judge would gain nothing from them yet."
            await expect(line).to_contain_text(nothing, timeout=LEARN_MS)
            await expect(line.locator("button")).to_have_text(["Label next"])
            why = re.compile("does not tell your labels apart")
            await expect(line.locator("span")).to_have_attribute("title", why)
            await page.locator(f"[data-run={ids[-1]}]").click()
            await page.locator("#of-run .people").get_by_text("failure", exact=True).click()


async def test_what_would_be_gained_is_said_before_anything_is_learned(
    config: Config, chromium: Any
) -> None:
    fill(config, 44, lambda n, saved: as_it_is(n, saved) if n < 40 else None)
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        line = page.locator("#learning")
        await expect(line).to_contain_text("what the judge would gain from them is being tried")
        await expect(line.locator("button")).to_have_text(["Label next"])
        await expect(line.locator("button")).to_have_text(["Learn", "Label next"], timeout=LEARN_MS)

        async def boxes() -> list[Any] | None:
            """Both at one moment; None while the line is redrawn."""
            found: list[Any] = await line.get_by_role("button").evaluate_all(
                "all => all.map((one) => one.getBoundingClientRect().toJSON())"
            )
            return found if len(found) == len(("Learn", "Label next")) else None

        left, right = await until(boxes)
        is_below = right["y"] >= left["y"] + left["height"]
        assert is_below or right["x"] > left["x"] + left["width"] + 3
    assert not config.learned_file.exists()


async def test_nothing_is_said_before_anybody_has_labelled(config: Config, chromium: Any) -> None:
    fill(config, 3, lambda *_: None)
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        await expect(page.locator("#tally")).to_contain_text("3 runs")
        await expect(page.locator("#learning")).to_be_hidden()


async def test_a_few_labels_are_counted_towards_learning(config: Config, chromium: Any) -> None:
    fill(config, 8, lambda n, saved: as_it_is(n, saved) if n < 3 else None)
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        line = page.locator("#learning")
        await expect(line).to_contain_text(
            f"3 labelled runs of the agent {AGENT}; to learn, the judge needs "
            "7 more labelled runs, 1 more success, 2 more failures, "
            "2 more different tasks."
        )
        await expect(line.locator("button")).to_have_text(["Label next"])


async def test_what_was_learned_at_the_terminal_is_no_longer_offered(
    config: Config, chromium: Any
) -> None:
    fill(config, 44, lambda n, saved: as_it_is(n, saved) if n < 40 else None)
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        line = page.locator("#learning")
        await expect(line).to_contain_text("40 labelled runs")
        answer = await asyncio.to_thread(learn_from_store, config, Scope(), "ann")
        assert answer.learned
        LearnedFile(config.learned_file).add(answer.learned)
        await page.evaluate("dispatchEvent(new Event('focus'))")
        await expect(line).to_be_hidden()
