"""Nothing that was recorded is lost or doubled, no matter what dies: worker, browser, daemon."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from courtside_bridges.client.control_api import call
from courtside_daemon.app import running
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.daemon_state import Running

pytestmark = pytest.mark.chrome
TYPED, CLICKED = 'type "Ada" into textbox "Name"', 'click button "Save"'


def on_the_same_port(config: Config, daemon: Running) -> Config:
    return msgspec.structs.replace(config, port=int(daemon.url.rsplit(":", 1)[1]))


async def test_a_worker_that_is_killed_between_actions_loses_and_doubles_nothing(
    chrome: Any, stored: Any, site: str
) -> None:
    page = await chrome.open(site)
    run = await chrome.record(page)
    await page.fill("#nam", "Ada")
    for steps in (1, 2):
        await chrome.until_steps(steps)
        await chrome.kill_worker()
        await page.click("#save")
    await chrome.until_steps(3)
    await chrome.send(type="stop")
    await stored.ended(run)
    assert stored.rendered(run) == [TYPED, CLICKED, CLICKED]
    steps = stored.steps(run)
    assert all(s.before.frame and s.after.frame for s in steps)
    assert [s.before.frame for s in steps[1:]] == [s.after.frame for s in steps[:-1]]


async def test_a_worker_that_is_killed_in_the_middle_of_a_step_makes_it_once(
    chrome: Any, stored: Any, site: str
) -> None:
    page = await chrome.open(site)
    run = await chrome.record(page)
    for steps in range(1, 5):
        await page.click("#save")
        await chrome.kill_worker()  # at once: the step's picture has not been taken
        await chrome.until_steps(steps)
    await chrome.send(type="stop")
    await stored.ended(run)
    assert stored.rendered(run) == [CLICKED] * 4


async def test_half_typed_text_is_told_by_a_stop_right_after_the_worker_died(
    chrome: Any, stored: Any, site: str
) -> None:
    page = await chrome.open(site)
    run = await chrome.record(page)
    await chrome.kill_worker()
    await page.fill("#nam", "Ada")
    await chrome.send(type="stop", answer="typed")
    assert await stored.ended(run) == "finish"
    assert stored.rendered(run) == [TYPED] and stored.run(run).answer == "typed"


TAB_IS_GONE = """async () => {
  const { recording } = await chrome.storage.local.get('recording');
  if (!recording) return;
  const gone = JSON.stringify(recording).replaceAll(`tab${recording.tab}`, 'tab999999');
  await chrome.storage.local.set({ recording: { ...JSON.parse(gone), tab: 999999 } });
}"""


async def test_a_tab_that_went_with_the_worker_that_saw_it_go_ends_the_run(
    chrome: Any, stored: Any, site: str
) -> None:
    page = await chrome.open(site)
    run = await chrome.record(page)
    await page.click("#save")
    await chrome.until_steps(1)
    for _ in range(6):  # a late message of the page may wake the worker before its tab is gone
        await chrome.kill_worker()
        await chrome.control.evaluate(TAB_IS_GONE)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(5):
                await chrome.until(lambda now: now["recording"] is None)
                break
    await chrome.until(lambda now: now["recording"] is None)
    assert await stored.ended(run) == "tab-closed"
    assert stored.rendered(run) == [CLICKED]


async def test_a_pause_outlives_the_worker(chrome: Any, stored: Any, site: str) -> None:
    page = await chrome.open(site)
    run = await chrome.record(page)
    await chrome.send(type="pause")
    await chrome.kill_worker()
    await page.click("#save")
    await chrome.until(lambda now: now["recording"]["paused"])
    await chrome.send(type="resume")
    await chrome.send(type="stop")
    await stored.ended(run)
    assert stored.rendered(run) == []


async def test_an_extension_that_is_loaded_anew_goes_on_with_its_run(
    chrome: Any, stored: Any, site: str, tmp_path: Path
) -> None:
    """As Chrome does with an update, or a person at `chrome://extensions`."""
    page = await chrome.open(site)
    run = await chrome.record(page)
    await page.fill("#nam", "Ada")
    await stored.has(run, 1)
    await chrome.load_anew(tmp_path / "extension")
    assert (await chrome.send(type="state"))["recording"]["run"] == run
    await page.bring_to_front()
    await page.click("#save")
    await stored.has(run, 2)
    await page.goto(f"{site}/plain")
    await stored.has(run, 3)
    await chrome.send(type="stop", answer="Done")
    assert await stored.ended(run) == "finish"
    assert stored.rendered(run)[:2] == [TYPED, CLICKED]


async def test_a_frame_that_was_sent_before_serves_after_every_restart(
    config: Config, open_chrome: Any, stored: Any, site: str
) -> None:
    async with open_chrome("first") as chrome:
        async with running(config) as (daemon, _):
            await chrome.pair(daemon)
            page = await chrome.open(site)
            run = await chrome.record(page)
            await page.fill("#nam", "Ada")
            await stored.has(run, 1)
        await chrome.kill_worker()
        async with running(on_the_same_port(config, daemon)):
            await page.click("#save")
            await stored.has(run, 2)
            await chrome.send(type="stop")
            await stored.ended(run)
    steps = stored.steps(run)
    assert steps[1].before == steps[0].after and steps[1].before.frame


async def test_a_frame_that_the_daemon_has_lost_costs_the_frame_and_not_the_step(
    config: Config, chrome: Any, stored: Any, site: str
) -> None:
    page = await chrome.open(site)
    run = await chrome.record(page)
    await page.fill("#nam", "Ada")
    await stored.has(run, 1)
    blobs = Blobs(config.blobs)
    blobs.path(stored.steps(run)[0].after.frame).unlink()
    await page.click("#save")
    await stored.has(run, 2)
    await chrome.send(type="stop")
    await stored.ended(run)
    step = stored.steps(run)[1]
    assert step.before.frame is None and "lost" in step.before.withheld
    assert step.after.frame and step.before.elements
    await chrome.delivered()


@pytest.mark.alone
async def test_a_browser_killed_while_the_daemon_is_down_delivers_later(
    config: Config, open_chrome: Any, stored: Any, site: str
) -> None:
    async with open_chrome("first") as chrome:
        async with running(config) as (daemon, _):
            await chrome.pair(daemon)
            page = await chrome.open(site)
            run = await chrome.record(page)
            await page.fill("#nam", "Ada")
            await stored.has(run, 1)
            await chrome.delivered()
        await page.click("#save")
        await chrome.until(lambda now: now["queued"] == 1)
        chrome.kill()
    async with running(on_the_same_port(config, daemon)), open_chrome("first") as again:
        assert await stored.ended(run) == "tab-closed"
        await again.until(lambda now: now["recording"] is None)
    assert stored.rendered(run) == [TYPED, CLICKED]
    assert all(s.before.frame and s.after.frame for s in stored.steps(run))


async def test_a_browser_that_the_daemon_forgot_says_so_and_pairs_again(
    config: Config, daemon: Running, chrome: Any, stored: Any, site: str
) -> None:
    page = await chrome.open(site)
    lost = await chrome.record(page)
    await stored.has(lost, 0)
    for source in await asyncio.to_thread(call, config, daemon, "GET", "/v1/sources"):
        await asyncio.to_thread(call, config, daemon, "DELETE", f"/v1/sources/{source['id']}")
    await chrome.kill_worker()
    await chrome.until(lambda now: not now["paired"])
    await chrome.control.wait_for_selector("#say:has-text('is not paired any more')")
    await chrome.pair(daemon)
    await chrome.until(lambda now: now["paired"] and now["recording"] is None)
    run = await chrome.record(page)
    await page.click("#save")
    await chrome.send(type="stop")
    await stored.ended(run)
    assert stored.rendered(run) == [CLICKED]
    await chrome.delivered()
    kept = await chrome.control.evaluate("chrome.storage.local.get(null).then(Object.keys)")
    assert not [key for key in kept if key.startswith("m") and key != "mask"]
