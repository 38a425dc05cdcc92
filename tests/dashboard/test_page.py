"""The page in a real Chromium: live, by key, at size, and without a network beyond loopback."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any, get_args

import msgspec
import pytest
from builders import a_jpeg, a_step, an_element
from pages import Agent, open_page, seed

from courtside_bridges.client.control_api import call
from courtside_daemon.app import running
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.reading import Reader
from courtside_store.records import StepLabel

expect = pytest.importorskip("playwright.async_api", reason="playwright is missing").expect

pytestmark = pytest.mark.chrome
TIMED = """() => { window.pressed = new Promise((done) => addEventListener("keydown", () => {
  const start = performance.now();
  requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start)));
}, { once: true, capture: true })) }"""
PAINTED = """async () => {
  for (let n = 0; n < 4; n++) await new Promise((next) => requestAnimationFrame(next));
}"""
READY_S = 8.0
"""Bounds on a busy machine of two cores; on a quiet one it is 0.6 s, and 20 ms a key."""
PRESS_MS = 250
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
  const wanted = ".label,.cell,.run .name,.run .meta,.soft,.why,#status,#task,.people button,.pos,"
    + "#tally,#tabs button,#views button,#action,h2,.alarm,#problem,"
    + ".run .agent,.run .age,#where,#thought";
  return [...document.querySelectorAll(wanted)].filter((e) => e.textContent).map((e) => {
    const [a, b] = [light(parse(getComputedStyle(e).color)), light(ground(e))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    return [e.className + ":" + e.textContent.slice(0, 20), ratio];
  });
}"""


async def longest(page: Any, *keys: str) -> float:
    """The longest time in ms from a key to the next painted frame."""
    times = []
    for key in keys:
        await page.evaluate(TIMED)
        await page.keyboard.press(key)
        times.append(float(await page.evaluate("pressed")))
    return max(times)


@pytest.fixture
async def thousand(config: Config) -> AsyncIterator[list[str]]:
    yield seed(config, 1000)


async def test_a_live_step_appears_and_a_label_by_key_is_kept(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    await page.wait_for_selector("text=Nothing is recorded yet")
    agent = Agent(config)
    run = agent.begin()
    image = a_jpeg(1, (320, 200))
    look = agent.look(image)
    saved = agent.look(image, an_element(), an_element(2, "Saved"))
    agent.step(a_step(1, before=look, after=saved), image)
    await page.wait_for_selector(f'[data-run="{run}"]')
    await page.wait_for_selector("#card .label.goal-reached")
    await expect(page.locator("#screen")).to_have_attribute("width", "320")
    await page.keyboard.press("x")
    await page.wait_for_selector("text=Your label:")
    await expect(page.locator("#status")).to_contain_text("agrees with 0 of 1 label")
    with Reader(config) as reader:
        history = reader.step(run, 1)
    assert history is not None and history.overrides[0].label == "away-from-the-goal"
    assert page.outside == []
    await agent.close()


@pytest.mark.alone  # the page waits 10 s for the mouse to come up
async def test_nothing_moves_under_a_pressed_mouse(config: Config, chromium: Any) -> None:
    """What is told between press and release would move the tabs, and the click would be lost."""
    run = seed(config, 1)[0]
    note = {"run": run, "note": "the page has moved " * 60, "who": "bob"}
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        tab = page.get_by_role("tab", name="Lesson")
        await tab.hover()
        await page.mouse.down()
        async with page.expect_response(f"**/v1/runs/{run}"):
            await asyncio.to_thread(call, config, daemon, "POST", "/v1/overrides", note)
        await page.evaluate(PAINTED)
        await page.mouse.up()
        await expect(tab).to_have_attribute("aria-selected", "true")
        await expect(page.locator("#of-run .note")).to_contain_text("the page has moved")
        assert page.outside == []


async def test_two_agents_at_once_stand_side_by_side(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    for key, why in (("g", "No agent is live now."), ("f", "No failed run in this list.")):
        await page.keyboard.press(key)
        await expect(page.locator("#problem")).to_have_text(why)
    agents = [Agent(config, name) for name in ("first agent", "second agent")]
    for number, agent in enumerate(agents):
        agent.begin(f"task {number}")
        image = a_jpeg(number, (320, 200))
        look = agent.look(image)
        agent.step(a_step(1, before=look, after=look), image)
    await page.click("#live:has-text('2 live')")
    await expect(page.locator("#problem")).to_be_hidden()
    await expect(page.locator("#grid .live")).to_have_count(2)
    second = page.locator("#grid .live", has_text="second agent")
    await expect(second).to_contain_text("task 1")
    await expect(second.locator(".dot.away-from-the-goal")).to_have_count(1)  # nothing changed
    await expect(page.locator("#grid canvas").first).to_have_attribute("width", "320")
    agents[1].end()
    agents[1].begin("task 2")  # its next run takes the same cell
    await expect(second).to_contain_text("task 2")
    await expect(page.locator("#grid .live")).to_have_count(2)
    await second.click()
    await expect(page.locator("#task")).to_have_text("task 2")
    await expect(page.locator("#grid")).to_be_hidden()
    for agent in agents:
        await agent.close()


async def test_a_note_is_kept_by_keyboard_alone(config: Config, chromium: Any) -> None:
    run = seed(config, 1)[0]
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
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
        history = reader.step(run, 1)
    assert history is not None
    assert [(o.note, o.label) for o in history.overrides] == [
        ("wrong colour: p x u f", None),
        ("", "not-sure"),
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_every_label_can_be_read(config: Config, chromium: Any, theme: str) -> None:
    """Contrast of at least 4.5 to 1 (WCAG 2.2, 1.4.3), and nothing wider than the window."""
    seed(config, 3)
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        await page.wait_for_selector("#card .label")
        await page.emulate_media(color_scheme=theme)
        await page.reload()
        await page.wait_for_selector("#card .label")
        assert await page.locator("html").get_attribute("data-theme") == theme
        found = await page.evaluate(CONTRAST)
        assert len(found) >= 6
        assert [one for one in found if one[1] < 4.5] == []
        for word in (*get_args(StepLabel), "pending", "hidden", "error"):  # as `stepWord` says it
            await page.eval_on_selector(
                ".cell", "(cell, word) => cell.className = word", f"cell {word}"
            )
            worst = min(ratio for name, ratio in await page.evaluate(CONTRAST) if "cell" in name)
            assert worst >= 4.5, word
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_the_page_says_that_the_daemon_is_away_and_comes_back(
    config: Config, chromium: Any
) -> None:
    seed(config, 1)
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        await page.wait_for_selector("#card .label")
    await page.wait_for_selector("#problem:has-text('No connection')")
    await expect(page.locator("#problem")).to_contain_text("`courtside up --detach` starts it")
    again = msgspec.structs.replace(config, port=int(daemon.url.rsplit(":", 1)[1]))
    async with running(again):
        await expect(page.locator("#problem")).to_be_hidden(timeout=20_000)
        await page.click(".run")
        await page.wait_for_selector("#card .label.failure")


async def test_a_run_opens_at_its_last_step_and_a_link_at_the_step_that_it_names(
    config: Config, chromium: Any
) -> None:
    older, newer = seed(config, 2, steps=3)
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        for run in (older, newer):
            await page.click(f'[data-run="{run}"]')
            await page.wait_for_url(f"**#run={run}&step=3")
        await page.goto(f"{daemon.url}/#run={older}&step=2")
        await page.reload()
        await expect(page.locator("#action")).to_be_visible()
        assert page.url.endswith(f"#run={older}&step=2")


async def test_an_address_of_a_run_that_is_not_there_says_so(
    config: Config, daemon: Running, chromium: Any
) -> None:
    seed(config, 1)
    page = await open_page(chromium, config, daemon)
    await page.wait_for_selector("#card .label")
    await page.evaluate("location.hash = '#run=run_gone&step=3'")
    told = "there is no run run_gone; it may have been deleted"
    await expect(page.locator("#problem")).to_have_text(told)
    shown = "This run cannot be shown. Choose another one on the left."
    await expect(page.locator("#nothing")).to_have_text(shown)
    await expect(page.locator("#views")).to_be_hidden()
    await expect(page.locator("#action")).to_be_empty()
    await page.click(".run")
    await page.wait_for_selector("#card .label")
    await expect(page.locator("#problem")).to_be_hidden()


async def test_the_link_works_once_and_its_code_leaves_the_address(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    await page.wait_for_selector("text=Nothing is recorded yet")
    assert "login" not in page.url
    fresh = await (await chromium.new_context()).new_page()
    await fresh.goto(daemon.url)
    await fresh.wait_for_selector("text=courtside url")


@pytest.mark.alone
async def test_a_thousand_runs_stay_usable_and_markup_stays_text(
    thousand: list[str], config: Config, daemon: Running, chromium: Any
) -> None:
    start = time.perf_counter()
    page = await open_page(chromium, config, daemon)
    await page.wait_for_selector("#card .label")
    assert time.perf_counter() - start < READY_S
    await expect(page.locator("#tally")).to_contain_text("newest 200 of 1,000 runs")
    assert await page.title() == "Courtside" and await page.locator("#runs b, #task b").count() == 0
    await page.locator("#older").scroll_into_view_if_needed()
    await expect(page.locator(".run")).to_have_count(700)
    await page.locator("#older").scroll_into_view_if_needed()
    await expect(page.locator("#tally")).to_have_text("1,000 runs: 666 success, 334 failure")
    await page.locator(f'[data-run="{thousand[0]}"]').click()
    await expect(page.locator("#task")).to_contain_text("task 0")
    assert await longest(page, "j", "k", "k") < PRESS_MS
    await page.fill("#filter", "verdict:failure")
    await expect(page.locator(".run")).to_have_count(334)
    await page.fill("#filter", "verdit:failure")
    await page.wait_for_selector("#problem:has-text('verdit:failure')")
    await page.fill("#filter", "")
    await expect(page.locator("#problem")).to_be_hidden()
    await page.keyboard.press("Escape")
    await page.keyboard.press("f")
    await page.wait_for_selector("#card .label.failure")
    assert page.outside == []


@pytest.mark.alone
async def test_a_run_of_ten_thousand_steps_stays_usable(config: Config, chromium: Any) -> None:
    run = seed(config, 1, 10_000)[0]
    async with running(config) as (daemon, _):
        page = await open_page(chromium, config, daemon)
        await page.wait_for_selector("#card .label")
        start = time.perf_counter()
        await page.evaluate("(h) => { location.hash = h }", f"#run={run}&step=7000")
        await page.wait_for_selector('.cell.on:has-text("7000")')
        assert time.perf_counter() - start < READY_S
        assert await page.locator(".cell").count() < 120
        assert await longest(page, *"jjjjj") < PRESS_MS
        await page.wait_for_selector('.cell.on:has-text("7005")')


async def test_a_link_that_is_opened_again_says_why_it_no_longer_logs_in(
    config: Config, daemon: Running, chromium: Any
) -> None:
    link = (await asyncio.to_thread(call, config, daemon, "POST", "/v1/viewer", {}))["url"]
    first, second = [await (await chromium.new_context()).new_page() for _ in range(2)]
    await first.goto(link)
    await expect(first.locator("#gate")).to_be_hidden()
    await second.goto(link)
    await expect(second.locator("#gate h1")).to_have_text("This link no longer logs in")
    await expect(second.locator("#gate p")).to_have_text(
        "it was opened before, or is older than 5 minutes; each link logs in once. "
        "`courtside url` prints a new one, `courtside url --open` opens it"
    )


async def test_a_login_that_ended_says_which_command_begins_a_new_one(
    config: Config, daemon: Running, chromium: Any
) -> None:
    page = await open_page(chromium, config, daemon)
    await page.wait_for_selector("text=Nothing is recorded yet")
    await page.evaluate("sessionStorage.setItem('courtside.token', 'of another daemon')")
    await page.reload()
    await expect(page.locator("#gate")).to_contain_text("this page's login has expired")
    await expect(page.locator("#gate")).to_contain_text("`courtside url`")
