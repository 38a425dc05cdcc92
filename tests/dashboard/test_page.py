"""The page in a real Chromium: live, by key, at size, and without a network beyond loopback."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
from builders import SESSION, a_jpeg, a_run_verdict, a_screen, a_step, a_step_verdict, an_element

from courtside_bridges.daemon_address import call
from courtside_bridges.watched import open_link
from courtside_daemon.app import running
from courtside_store import wire
from courtside_store.config import Config, Running
from courtside_store.database import Store
from courtside_store.reading import Reader
from courtside_store.records import Session, new_id, now_ms

expect = pytest.importorskip("playwright.async_api", reason="playwright is missing").expect

pytestmark = pytest.mark.chrome
CONTRAST = """() => {
  const parse = (c) => c.match(/[\\d.]+/g).map(Number)
    .map((v, n) => (c.startsWith("color(") && n < 3 ? v * 255 : v));
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) =>
    v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, n) => sum + v * [0.2126, 0.7152, 0.0722][n], 0);
  const ground = (e) => {
    for (; e; e = e.parentElement) {
      const c = parse(getComputedStyle(e).backgroundColor);
      if (c.length < 4 || c[3] > 0) return c;
    }
  };
  const wanted = ".label,.cell,.run .name,.run .meta,.soft,.why,#status,#task,.people button,.pos";
  return [...document.querySelectorAll(wanted)].filter((e) => e.textContent).map((e) => {
    const [a, b] = [light(parse(getComputedStyle(e).color)), light(ground(e))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    return [e.className + ":" + e.textContent.slice(0, 20), ratio];
  });
}"""
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


async def test_two_agents_at_once_stand_side_by_side(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    links = [open_link(name, config) for name in ("first agent", "second agent")]
    runs = [new_id("run") for _ in links]
    for number, (link, run) in enumerate(zip(links, runs, strict=True)):
        look = a_screen(an_element(), frame=link.frame(a_jpeg(number, (320, 200))))
        begin = wire.RunBegin(seq=1, run=run, at_ms=now_ms(), task=f"task {number}")
        link.send(lambda seq, begin=begin: msgspec.structs.replace(begin, seq=seq))
        step = wire.StepSeen(seq=1, step=a_step(1, run=run, before=look, after=look))
        link.send(
            lambda seq, step=step: msgspec.structs.replace(step, seq=seq), (look.frame or "",)
        )
    await page.click("#live:has-text('2 live')")
    await expect(page.locator("#grid .live")).to_have_count(2)
    await page.wait_for_selector("#grid .live:has-text('second agent: task 1')")
    await expect(page.locator("#grid canvas").first).to_have_attribute("width", "320")
    await page.click(f'#grid [data-live="{runs[1]}"]')
    await expect(page.locator("#task")).to_have_text("task 1")
    for link in links:
        await asyncio.to_thread(link.close)


async def test_a_note_is_kept_by_keyboard_alone(config: Config, chromium: Any) -> None:
    run = seed(config, 1)[0]
    async with running(config) as (said, _):
        page = await open_page(chromium, config, said)
        await page.wait_for_selector("#card .label")
        await page.keyboard.press("n")
        await page.keyboard.type("wrong colour: p x u f")
        await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        await page.wait_for_selector("#card .note:has-text('wrong colour: p x u f')")
        await page.keyboard.press("u")
        await page.wait_for_selector(".cell.person")
        await expect(page.locator(".cell.person")).to_have_css("border-style", "dotted")
    with Reader(config) as reader:
        detail = reader.step(run, 1)
    assert detail is not None
    assert [(o.note, o.label) for o in detail.overrides] == [
        ("wrong colour: p x u f", None),
        ("", "not-sure"),
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_every_label_can_be_read(config: Config, chromium: Any, theme: str) -> None:
    """Contrast of at least 4.5 to 1 (WCAG 2.2, 1.4.3), and nothing wider than the window."""
    seed(config, 3)
    async with running(config) as (said, _):
        page = await open_page(chromium, config, said)
        await page.wait_for_selector("#card .label")
        await page.emulate_media(color_scheme=theme)
        await page.reload()
        await page.wait_for_selector("#card .label")
        assert await page.locator("html").get_attribute("data-theme") == theme
        found = await page.evaluate(CONTRAST)
        assert len(found) >= 6
        assert [one for one in found if one[1] < 4.5] == []
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_the_page_says_that_the_daemon_is_away_and_comes_back(
    config: Config, chromium: Any
) -> None:
    seed(config, 1)
    async with running(config) as (said, _):
        page = await open_page(chromium, config, said)
        await page.wait_for_selector("#card .label")
    await page.wait_for_selector("#status.lost:has-text('connection lost')")
    again = msgspec.structs.replace(config, port=int(said.url.rsplit(":", 1)[1]))
    async with running(again):
        await page.wait_for_selector(
            "#status:not(.lost):has-text('judge evidence')", timeout=20_000
        )


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
