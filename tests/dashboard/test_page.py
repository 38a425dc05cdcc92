"""The page in a real Chromium: live, by key, at size, and without a network beyond loopback."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from builders import SESSION, a_jpeg, a_run_verdict, a_screen, a_step, a_step_verdict, an_element

from courtside_bridges.daemon_address import call
from courtside_bridges.watched import open_link
from courtside_store import wire
from courtside_store.config import Config, Running
from courtside_store.database import Store
from courtside_store.reading import Reader
from courtside_store.records import Session, new_id, now_ms

expect = pytest.importorskip("playwright.async_api", reason="playwright is missing").expect

pytestmark = pytest.mark.chrome
EVIL = "<img src=x onerror=document.title='hacked'><b>bold</b>"


async def open_page(chromium: Any, config: Config, said: Running) -> Any:
    link = (await asyncio.to_thread(call, config, said, "POST", "/v1/viewer", {}))["url"]
    page = await (await chromium.new_context(viewport={"width": 1280, "height": 800})).new_page()
    page.outside = []
    page.on(
        "request",
        lambda r: r.url.startswith((said.url, "blob:", "data:")) or page.outside.append(r.url),
    )
    await page.goto(link)
    return page


def seed(config: Config, runs: int, steps: int = 1) -> list[str]:
    ids = [new_id("run") for _ in range(runs)]
    with Store.open(config) as store:
        store.begin_session(Session(id=SESSION, source="cdp", name="seed", started_at_ms=1), "me")
        seq, batch = 0, []
        for number, run in enumerate(ids):
            look = a_screen(
                an_element(), text=EVIL, frame=store.add_blob(a_jpeg(number % 7, (640, 400)))
            )
            batch.append(
                wire.RunBegin(
                    seq=(seq := seq + 1), run=run, at_ms=number + 1, task=f"{EVIL} task {number}"
                )
            )
            batch.extend(
                wire.StepSeen(seq=seq + index, step=a_step(index, run=run, before=look, after=look))
                for index in range(1, steps + 1)
            )
            seq += steps
            batch.append(wire.RunEnd(seq=(seq := seq + 1), run=run, at_ms=now_ms()))
        store.take([(SESSION, m.seq, m) for m in batch])
        store.add_verdicts(a_step_verdict(i, run) for run in ids for i in range(1, steps + 1))
        store.add_verdicts(
            a_run_verdict(run, label="failure" if n % 3 == 0 else "success")
            for n, run in enumerate(ids)
        )
    return ids


@pytest.fixture
async def thousand(config: Config) -> AsyncIterator[list[str]]:
    yield seed(config, 1000)


async def test_a_live_step_appears_and_a_label_by_key_is_kept(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    await page.wait_for_selector("text=Nothing is recorded yet")
    link = open_link("agent", config)
    run = new_id("run")
    frame = link.frame(a_jpeg(1, (320, 200)))
    look = a_screen(an_element(), frame=frame)
    saved = a_screen(an_element(), an_element(2, "Saved"), frame=frame)
    link.send(lambda seq: wire.RunBegin(seq=seq, run=run, at_ms=now_ms(), task='Press "Save".'))
    link.send(
        lambda seq: wire.StepSeen(seq=seq, step=a_step(1, run=run, before=look, after=saved)),
        (frame or "",),
    )
    await page.wait_for_selector(f'[data-run="{run}"]')
    await page.wait_for_selector("#card .label.towards-the-goal")
    await expect(page.locator("#screen")).to_have_attribute("width", "320")
    await page.keyboard.press("x")
    await page.wait_for_selector("text=You said:")
    with Reader(config) as reader:
        detail = reader.step(run, 1)
    assert detail is not None and detail.overrides[0].label == "away-from-the-goal"
    assert page.outside == []
    await asyncio.to_thread(link.close)


async def test_the_link_works_once_and_its_code_leaves_the_address(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    await page.wait_for_selector("text=Nothing is recorded yet")
    assert "login" not in page.url
    fresh = await (await chromium.new_context()).new_page()
    await fresh.goto(daemon.url)
    await fresh.wait_for_selector("text=courtside url")


async def test_a_thousand_runs_stay_usable_and_markup_stays_text(
    thousand: list[str], config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    await page.wait_for_selector(".run")
    assert await page.title() == "Courtside" and await page.locator("#runs b, #task b").count() == 0
    await page.fill("#filter", "verdict:failure")
    await expect(page.locator(".run")).to_have_count(334)
    await page.fill("#filter", "verdit:failure")
    await page.wait_for_selector("#status.lost:has-text('verdit')")
    await page.fill("#filter", "")
    await page.keyboard.press("Escape")
    await page.keyboard.press("f")
    await page.wait_for_selector("#card .label.failure")
    assert page.outside == []


async def test_a_run_of_ten_thousand_steps_stays_usable(config: Config, chromium: Any) -> None:
    from courtside_daemon.app import running

    run = seed(config, 1, 10_000)[0]
    async with running(config) as (said, _):
        page = await open_page(chromium, config, said)
        await page.wait_for_selector("#card .label")
        await page.evaluate("(h) => { location.hash = h }", f"#run={run}&step=7000")
        await page.reload()
        await page.wait_for_selector('.cell.on:has-text("7000")')
        assert await page.locator(".cell").count() < 120
        for _ in range(5):
            await page.keyboard.press("j")
        await page.wait_for_selector('.cell.on:has-text("7005")')
