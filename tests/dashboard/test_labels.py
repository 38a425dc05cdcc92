"""Labels on the page: people's own answers, several people, and blind mode."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from builders import a_run_verdict
from pages import open_page, seed

from courtside_bridges.client.control_api import call
from courtside_daemon.app import running
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.login_name import login_name
from courtside_store.reading import Reader

expect = pytest.importorskip("playwright.async_api", reason="playwright is missing").expect

pytestmark = pytest.mark.chrome
COLOURS = (
    ":is(.dot, .cell, .label):is(.success, .failure, .unknown, "
    ".goal-reached, .towards-the-goal, .not-sure, .away-from-the-goal)"
)


async def test_unsure_and_environment_error_are_answers_that_count_for_neither(
    config: Config, chromium: Any
) -> None:
    run = seed(config, 1)[0]
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        buttons = page.locator("#of-run .people button")
        await expect(buttons).to_have_text(["success", "failure", "unsure", "environment error"])
        for word, name in (("unsure", "unsure"), ("environment-error", "environment error")):
            await buttons.get_by_text(name, exact=True).click()
            await expect(page.locator("#of-run .labels-given")).to_contain_text(
                f"Your label: {word}"
            )
            await expect(page.locator(f'[data-run="{run}"] .dot.{word}')).to_have_count(1)
            await expect(page.locator("#tally")).to_contain_text(f"1 {name}")
        await expect(page.locator("#status")).not_to_contain_text("agrees with")
        assert page.outside == []
    with Reader(config) as reader:
        assert reader.runs()[0].people == {login_name(): "environment-error"}


async def test_blind_hides_what_others_say_until_this_person_has_labelled(
    config: Config, chromium: Any
) -> None:
    runs = seed(config, 2, 2)
    with Store.open(config) as store:
        store.add_verdicts([a_run_verdict(run, explanation="the tell-tale") for run in runs])
    async with running(config) as (daemon, _):
        await asyncio.to_thread(
            call,
            config,
            daemon,
            "POST",
            "/v1/overrides",
            {"run": runs[1], "label": "failure", "note": "his note", "who": "bob"},
        )
        page = await open_page(chromium, config, daemon)
        await expect(page.locator("#of-run .verdict")).to_contain_text("the tell-tale")
        await page.keyboard.press("v")
        await expect(page.locator("#of-run .verdict")).to_have_text(
            "Hidden until you have labelled the whole run."
        )
        await expect(page.locator("#tally")).to_have_text("2 runs: 2 hidden")
        await page.reload()  # the choice stays
        await expect(page.locator(".cell.hidden")).to_have_count(2)
        assert await page.locator(COLOURS).count() == 0
        for tab in ("Why", "Steps", "Judge", "Lesson", "Raw"):
            await page.locator("#tabs").get_by_text(tab, exact=True).click()
            await expect(page.locator("#tab")).not_to_be_empty()
            whole = await page.locator("body").inner_text()
            assert not [
                word
                for word in ("tell-tale", "bob", "his note", "it typed the name", "step-verdict")
                if word in whole
            ]
        await page.fill("#filter", "tell-tale")
        await expect(page.locator(".run[data-run]")).to_have_count(2)
        assert await page.locator(".run.hit").count() == 0
        await page.fill("#filter", "")
        await page.locator("#who").fill("ann")
        await page.locator("#who").press("Tab")
        await page.locator("#of-run .people").get_by_text("success", exact=True).click()
        await expect(page.locator("#of-run .verdict")).to_contain_text("the tell-tale")
        await expect(page.locator("#of-run .labels-given")).to_contain_text("Your label: success")
        await expect(page.locator("#of-run .labels-given")).to_contain_text("bob's label: failure")
        await expect(page.locator(".cell.towards-the-goal")).to_have_count(2)
        await expect(page.locator("#tally")).to_contain_text("1 hidden")
        assert await page.locator(f'[data-run="{runs[0]}"] {COLOURS}').count() == 0
        assert page.outside == []
    with Reader(config) as reader:
        one = reader.summary(runs[1])
        assert one is not None and one.people == {"ann": "success", "bob": "failure"}


async def test_counts_are_of_the_judge_and_people_are_counted_beside_it(
    config: Config, chromium: Any
) -> None:
    runs = seed(config, 2, 2)  # the first a failure, the second a success
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        await expect(page.locator("#tally")).to_have_text("2 runs: 1 success, 1 failure")
        for body in ({"label": "failure"}, {"label": "away-from-the-goal", "step": 1}):
            said = {"run": runs[1], "who": "ann", **body}
            await asyncio.to_thread(call, config, daemon, "POST", "/v1/overrides", said)
        await expect(page.locator("#tally")).to_have_text(
            "2 runs: 1 success, 1 failure; labelled by people: 1 failure"
        )
        await expect(page.locator("#facts")).to_contain_text(
            "2 steps: 2 towards-the-goal; labelled by people: 1 away-from-the-goal"
        )
        await page.fill("#filter", "verdict:failure")
        await expect(page.locator("#tally")).to_have_text("1 run: 1 failure")
        await page.fill("#filter", "override:failure")
        await expect(page.locator("#tally")).to_have_text(
            "1 run: 1 success; labelled by people: 1 failure"
        )


async def test_a_link_may_say_who_labels_and_that_it_is_blind(
    config: Config, chromium: Any
) -> None:
    run = seed(config, 1)[0]
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        await page.wait_for_selector("#card .label")
        await page.evaluate("(h) => { location.hash = h }", f"run={run}&who=ann&blind=on")
        await page.wait_for_selector("#blind[aria-pressed=true]")
        await expect(page.locator("#who")).to_have_value("ann")
