"""The popup in each of its states: what it says, and the one thing it offers to do.

`KEEP_PICTURES=DIR` keeps a picture of each state, light and dark.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from courtside_daemon.app import running

pytestmark = pytest.mark.chrome


async def shown(chrome: Any, name: str) -> str:
    """What can be read in the popup; kept as a picture where pictures are wanted."""
    if folder := os.environ.get("KEEP_PICTURES"):
        await chrome.control.set_viewport_size({"width": 332, "height": 420})
        for scheme in ("light", "dark"):
            await chrome.control.emulate_media(color_scheme=scheme)
            await chrome.control.screenshot(path=Path(folder) / f"{name}-{scheme}.png")
    return str(await chrome.control.inner_text("body"))


async def until_shown(chrome: Any, words: str) -> None:
    await chrome.control.wait_for_selector(f"#say:has-text('{words}')")


async def until_light(chrome: Any, word: str) -> None:
    await chrome.control.wait_for_selector(f"#light:text-is('{word}')")


async def test_unpaired_it_says_how_to_pair(daemon: Any, open_chrome: Any) -> None:
    async with open_chrome("first") as chrome:
        await until_light(chrome, "not paired")
        assert "courtside pair" in await shown(chrome, "unpaired")
        assert await chrome.control.is_hidden("#start")
        assert await chrome.control.input_value("#daemon") == "http://127.0.0.1:4780"


async def test_a_pairing_that_fails_says_what_to_do(
    daemon: Any, open_chrome: Any, site: str
) -> None:
    cases = [
        ("wrong-code", daemon.url, "WRNGCODE", "courtside pair"),
        ("no-code", daemon.url, " ", "Type the code"),
        ("no-daemon", "http://127.0.0.1:9", "ABCD", "courtside up"),
        ("elsewhere", "https://example.com", "ABCD", "not an address on this machine"),
        ("another-server", site, "ABCD", "not Courtside"),
    ]
    async with open_chrome("first") as chrome:
        await until_light(chrome, "not paired")
        for name, address, code, says in cases:
            await chrome.control.fill("#daemon", address)
            await chrome.control.fill("#code", code)
            await chrome.control.click("#pairing button")
            await until_shown(chrome, says)
            await shown(chrome, f"pairing-{name}")
        await chrome.until(lambda now: not now["paired"])


async def test_paired_it_offers_to_record_and_keeps_a_half_written_task(chrome: Any) -> None:
    await until_light(chrome, "connected")
    await chrome.control.fill("#task", "Order two tickets")
    await chrome.control.reload()
    await until_light(chrome, "connected")
    assert await chrome.control.input_value("#task") == "Order two tickets"
    assert "Record this tab" in await shown(chrome, "idle")


async def test_a_page_of_chrome_itself_cannot_be_recorded_and_it_says_so(chrome: Any) -> None:
    await until_light(chrome, "connected")
    await chrome.control.click("#start button")
    await until_shown(chrome, "no extension")


async def test_recording_and_paused_look_different(chrome: Any, site: str) -> None:
    page = await chrome.open(site)
    await chrome.record(page, "Order two tickets for Friday")
    await page.click("#save")
    await chrome.until_steps(1)
    await until_light(chrome, "recording")
    await chrome.control.wait_for_selector("#verdict:has-text('step 1')")
    await chrome.control.wait_for_selector("#steps:text-is('1 step so far')")
    assert "Order two tickets for Friday" in await shown(chrome, "recording")
    await chrome.control.click("#pause")
    await until_light(chrome, "paused")
    assert "Nothing is recorded" in await shown(chrome, "paused") and "Resume" in await shown(
        chrome, "paused"
    )
    await chrome.control.click("#pause")
    await until_light(chrome, "recording")


async def test_it_says_when_the_agent_went_where_it_may_not_look(
    daemon: Any, open_chrome: Any, stored: Any, site: str
) -> None:
    """As shipped, without a right to every site."""
    async with open_chrome("first", granted=False) as chrome:
        await chrome.pair(daemon)
        page = await chrome.open(site)
        run = await chrome.record(page)
        await page.goto(site.replace("127.0.0.1", "localhost"))
        await until_light(chrome, "not recording")
        await until_shown(chrome, "Allow this site")
        await shown(chrome, "blocked")
        assert await chrome.control.is_visible("#allow")
        await page.click("#save")  # unseen
        await page.goto(site)
        await until_light(chrome, "recording")
        await page.click("#save")
        await chrome.until_steps(3)
        await chrome.send(type="stop")
        await stored.ended(run)
    assert [line.split()[0] for line in stored.rendered(run)] == ["navigate", "navigate", "click"]
    reasons = [s.after.withheld for s in stored.steps(run) if s.after and s.after.withheld]
    assert reasons and "click on the extension's icon" in reasons[-1]


async def test_a_daemon_that_is_away_is_said_with_what_waits_for_it(
    config: Any, open_chrome: Any, site: str
) -> None:
    async with open_chrome("first") as chrome:
        async with running(config) as (daemon, _):
            await chrome.pair(daemon)
            page = await chrome.open(site)
            await chrome.record(page, "Order two tickets")
            await chrome.delivered()
        await page.click("#save")
        await chrome.until_steps(1)
        await until_shown(chrome, "courtside up")
        await until_shown(chrome, "1 message waits here")
        await shown(chrome, "away-recording")
        await chrome.send(type="stop")
        await until_light(chrome, "no daemon")
        await shown(chrome, "away-idle")
        port = int(daemon.url.rsplit(":", 1)[1])
        async with running(msgspec.structs.replace(config, port=port)):
            await until_light(chrome, "connected")
            await chrome.delivered()


async def test_the_verdict_on_the_run_is_shown(chrome: Any, stored: Any, site: str) -> None:
    page = await chrome.open(site)
    await chrome.record(page, 'Enter "Ada" and press Save.')
    await page.fill("#nam", "Bob")
    await chrome.until_steps(1)
    await page.click("#save")
    await chrome.until_steps(2)
    await chrome.control.fill("#answer", "Saved")
    await chrome.control.click("#running button:not([type])")
    await chrome.control.wait_for_selector("#about:text-is('the run')")
    assert "failure" in await shown(chrome, "judged")
    await chrome.control.click("#learned summary")
    lesson = await chrome.control.inner_text("#lesson")
    assert "An earlier attempt at this task was judged a failure" in lesson and "try:" in lesson
