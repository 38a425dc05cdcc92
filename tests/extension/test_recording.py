"""What a person records is what is stored: one tab, one browser, one run at a time."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from source import hello, open_socket, receive, send

from courtside_bridges.client.control_api import call
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.reading import Reader

pytestmark = pytest.mark.chrome


async def test_an_agent_in_a_persistent_context_is_recorded_and_judged(
    config: Config, daemon: Running, open_chrome: Any, stored: Any, site: str
) -> None:
    async with open_chrome("first") as chrome:
        await chrome.control.fill("#daemon", daemon.url.replace("127.0.0.1", "localhost"))
        pairing = await asyncio.to_thread(call, config, daemon, "POST", "/v1/pair", {})
        await chrome.control.fill("#code", pairing["code"])
        await chrome.control.click("#pairing button")
        await chrome.control.wait_for_selector("#light:text-is('connected')")
        page = await chrome.open(site)
        run = await chrome.record(page, 'Enter "Ada" and press Save.')
        await page.fill("#nam", "Ada")
        await chrome.until_steps(1)
        await page.click("#save")
        await chrome.send(type="stop", answer="done", claims_success=True)
        await chrome.control.wait_for_selector("#verdict:has-text('success')")
    assert stored.rendered(run) == ['type "Ada" into textbox "Name"', 'click button "Save"']
    with Reader(config) as reader:
        summary = reader.summary(run)
    assert summary and summary.source == "extension" and summary.verdict == "success"
    steps = stored.steps(run)
    assert all(s.before and s.before.frame and s.after and s.after.frame for s in steps)
    assert steps[1].before == steps[0].after, "a step's after is the next one's before"


async def test_a_tab_that_is_closed_ends_the_run(chrome: Any, stored: Any, site: str) -> None:
    page = await chrome.open(site)
    run = await chrome.record(page)
    await page.close()
    assert await stored.ended(run) == "tab-closed"


async def test_only_the_chosen_tab_is_recorded(chrome: Any, stored: Any, site: str) -> None:
    other = await chrome.open(site + "/plain")
    page = await chrome.open(site)
    run = await chrome.record(page)
    await other.bring_to_front()
    await other.click("#in")
    await page.evaluate("save.click()")
    await chrome.until_steps(1)
    await chrome.send(type="stop")
    await stored.ended(run)
    [step] = stored.steps(run)
    assert stored.rendered(run) == ['click button "Save"']
    assert step.after.frame is None and "not in front" in step.after.withheld
    assert [e.text for e in step.after.elements if e.tag == "button"] == ["Save"]


async def test_recording_another_tab_ends_the_run_before(
    chrome: Any, stored: Any, site: str
) -> None:
    first = await chrome.record(await chrome.open(site))
    page = await chrome.open(site + "/plain")
    second = await chrome.record(page)
    await page.click("#in")
    await chrome.send(type="stop")
    assert (await stored.ended(first), await stored.ended(second)) == ("finish", "finish")
    assert (stored.rendered(first), stored.rendered(second)) == (
        [],
        ['click button "In the frame"'],
    )


async def test_two_browsers_at_once_are_two_sessions(
    daemon: Running, chrome: Any, open_chrome: Any, stored: Any, site: str
) -> None:
    async with open_chrome("second") as other:
        await other.pair(daemon)
        runs = []
        for one, name in ((chrome, "Ada"), (other, "Bob")):
            page = await one.open(site)
            runs.append((one, page, name, await one.record(page)))
        for _, page, name, _ in runs:
            await page.fill("#nam", name)
        for one, *_ in runs:
            await one.send(type="stop")
        for *_, run in runs:
            await stored.ended(run)
    assert [stored.rendered(run) for *_, run in runs] == [
        ['type "Ada" into textbox "Name"'],
        ['type "Bob" into textbox "Name"'],
    ]
    assert len({stored.run(run).session for *_, run in runs}) == 2


async def test_a_connected_browser_is_never_silently_replaced(
    daemon: Running, chrome: Any, stored: Any, site: str
) -> None:
    page = await chrome.open(site)
    run = await chrome.record(page)
    who = (await chrome.control.evaluate("chrome.storage.local.get('identity')"))["identity"]
    await page.click("#save")
    await stored.has(run, 1)
    thief = await open_socket(daemon, who["token"])
    await send(thief, hello(who["token"], who["session"]))
    reply = await receive(thief)
    assert reply["type"] == "refused" and reply["kind"] == "connected"
    await page.click("#save")
    await stored.has(run, 2)
    await chrome.until(lambda now: now["connected"])
