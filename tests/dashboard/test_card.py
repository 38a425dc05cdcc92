"""The verdict card: what a percentage means, why a run failed, and what weighs nothing."""

from __future__ import annotations

from typing import Any

import pytest
from builders import a_run_verdict, a_step, a_step_verdict
from pages import SIZES, Agent, open_page, seed

from courtside_daemon.app import running
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.records import Evidence

expect = pytest.importorskip("playwright.async_api", reason="playwright is missing").expect

pytestmark = pytest.mark.chrome
CUT = """(row) => {
  const meta = row.querySelector(".meta"), { right, bottom } = row.getBoundingClientRect();
  const rects = [...meta.getClientRects()];
  const outside = rects.some((one) => one.right > right || one.bottom > bottom);
  return outside || (meta.clientWidth > 0 && meta.scrollWidth > meta.clientWidth);
}"""
"""Is a part of a row's second line not seen?"""


async def test_a_verdict_says_what_its_percentage_is_and_why_the_run_failed(
    config: Config, chromium: object
) -> None:
    run = seed(config, 1)[0]
    evidence = [Evidence(kind="looping", text="it goes round", weight=-1.5)]
    evidence += [Evidence(kind="seen", text=f"a small thing {n}") for n in range(3)]
    many = tuple(Evidence(kind="seen", text=f"reason {n}", weight=0.1 * n) for n in range(8))
    with Store.open(config) as store:
        store.add_verdicts(
            [
                a_step_verdict(run=run, score=0.12, flags=("no_effect",), evidence=many),
                a_run_verdict(
                    run,
                    label="failure",
                    score=0.4,
                    flags=("looping",),
                    failure_kind="planning-or-reasoning",
                    evidence=tuple(evidence),
                ),
            ]
        )
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        of_run, of_step = page.locator("#of-run .verdict"), page.locator("#of-step .verdict")
        why = page.get_by_role("tabpanel")  # the first tab
        await expect(of_run.locator(".score")).to_have_text("40 % likely a success")
        await expect(of_run.locator(".tag")).to_have_text(["planning-or-reasoning", "looping"])
        await expect(of_step.locator(".score")).to_have_text("12 % likely progress")
        await expect(of_step.locator(".tag")).to_have_text(["no_effect"])
        await expect(page.locator(f'[data-run="{run}"] .meta')).to_contain_text("looping")
        await expect(why.get_by_text("it goes round")).to_be_visible()
        await expect(why.get_by_text("a small thing 1")).to_be_hidden()
        await why.get_by_text("3 more without weight").click()
        await expect(why.get_by_text("a small thing 1")).to_be_visible()
        await expect(why.get_by_text("reason 7")).to_be_visible()  # the strongest
        await expect(why.get_by_text("reason 2")).to_be_hidden()
        await why.get_by_text("3 more", exact=True).click()
        await expect(why.get_by_text("reason 2")).to_be_visible()
        for words, found in (("failure:planning-or-reasoning", 1), ("failure:environment", 0)):
            await page.fill("#filter", words)
            await expect(page.locator("#runs .run")).to_have_count(found)
        await page.fill("#filter", "")
        await page.locator("body").press("Escape")
        await page.keyboard.press("v")
        await expect(page.locator(f'[data-run="{run}"] .meta')).not_to_contain_text("looping")
        await expect(page.locator(".tag")).to_have_count(0)


async def test_a_row_of_the_list_has_the_whole_kind_of_failure_and_every_flag_at_each_width(
    config: Config, chromium: object
) -> None:
    run = seed(config, 1)[0]
    signs = ("timeout-on-the-right-track", "looping", "reached_captcha")
    with Store.open(config) as store:
        verdict = a_run_verdict(run, label="failure", failure_kind=signs[0], flags=signs[1:])
        store.add_verdicts([verdict])
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        row = page.locator(f'[data-run="{run}"]')
        await expect(row.locator(".meta")).to_contain_text(" · ".join(signs))
        for width in SIZES:
            await page.set_viewport_size({"width": width, "height": SIZES[width]})
            assert await row.evaluate(CUT) is False


async def test_of_a_run_that_is_unknown_the_page_says_which_way_the_judge_leans(
    config: Config, chromium: object
) -> None:
    run = seed(config, 1)[0]
    with Store.open(config) as store:
        store.add_verdicts([a_run_verdict(run, label="unknown", score=0.65)])
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        meta = page.locator(f'[data-run="{run}"] .meta')
        await expect(page.locator("#of-run .score")).to_have_text("65 % likely a success")
        await expect(meta).to_contain_text("unknown · 65 % likely a success")
        await page.keyboard.press("v")
        await expect(meta).not_to_contain_text("likely")
        await expect(page.locator("#of-run .score")).to_have_count(0)


async def test_an_ended_run_opens_on_the_first_tab_that_shows_something(
    config: Config, chromium: Any
) -> None:
    explained, plain = seed(config, 2, steps=2)
    found = (Evidence(kind="looping", text="it goes round", weight=-1.5),)
    with Store.open(config) as store:
        store.add_verdicts([a_run_verdict(explained, label="failure", evidence=found)])
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        on, tab = page.locator("#tabs [aria-selected=true]"), page.get_by_role("tabpanel")
        await page.locator(f"[data-run={plain}]").click()
        await expect(on).to_have_text("Steps")  # its judge names no findings
        await expect(tab.locator("tr")).to_have_count(2)
        await page.locator(f"[data-run={explained}]").click()
        await expect(on).to_have_text("Why")
        await expect(tab).to_contain_text("it goes round")
        await page.get_by_role("tab", name="Action").click()
        await page.locator(f"[data-run={plain}]").click()
        await expect(page.locator("#goal")).to_contain_text("task 1")
        await expect(tab).to_contain_text('"kind": "click"')
        await expect(on).to_have_text("Action")  # the one that a person chose


async def test_a_run_that_ends_while_it_is_open_stays_on_its_tab(
    config: Config, chromium: Any
) -> None:
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        agent = Agent(config)
        agent.begin()
        agent.step(a_step(1))
        on = page.locator("#tabs [aria-selected=true]")
        await expect(on).to_have_text("Why")
        agent.end()
        await expect(page.locator("#facts")).to_contain_text("ended:")
        await expect(on).to_have_text("Why")
        await agent.close()
