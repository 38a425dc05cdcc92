"""How many pictures Chrome gives, and what asking for them leaves in the page."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.chrome
SPENT = """async () => {
  const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
  for (;;) try { await (globalThis.take ?? chrome.tabs.captureVisibleTab)(tab.windowId); }
  catch (error) { return String(error); }
}"""
"""Takes the pictures that Chrome gives within this second, until it gives none."""
LISTEN = """() => {
  globalThis.take = chrome.tabs.captureVisibleTab;
  globalThis.taken = [];
  chrome.tabs.captureVisibleTab = (window, options, then) => take(window, options, (url) => {
    taken.push(chrome.runtime.lastError?.message ?? 'a picture');
    then(url);
  });
}"""

GESTURES = """() => {
  globalThis.heard = [];
  globalThis.said = [];
  const note = (list, what) => chrome.permissions.request({ permissions: ['storage'] }, () =>
    { list.push([what, !chrome.runtime.lastError]); });
  chrome.runtime.onConnect.addListener((port) => port.onMessage.addListener(({ message }) => {
    note(heard, message.type);
  }));
  const say = chrome.tabs.sendMessage;
  chrome.tabs.sendMessage = (tab, message, ...rest) => {
    note(said, message.type);
    return say(tab, message, ...rest);
  };
}"""
"""Notes which messages come and go while Chrome takes the worker for somebody who acts: it asks for
a permission that is there already, which Chrome refuses to everybody else."""


async def test_a_picture_after_a_click_or_a_key_is_none_of_the_two_within_a_second(
    chrome: Any, stored: Any, site: str
) -> None:
    page = await chrome.open(site)
    run = await chrome.record(page)
    asked = await chrome.worker()
    await asked.evaluate(LISTEN)
    for steps in range(1, 4):
        assert "quota" in await asked.evaluate(SPENT)
        await page.click("#save")
        await chrome.until_steps(steps)
    taken = await asked.evaluate("taken")
    await chrome.send(type="stop")
    await stored.ended(run)
    assert taken == ["a picture"] * 3
    assert all(step.after.frame for step in stored.steps(run))


async def test_a_picture_that_chrome_refuses_is_asked_for_again(
    chrome: Any, stored: Any, site: str
) -> None:
    page = await chrome.open(site)
    run = await chrome.record(page)
    asked = await chrome.worker()
    await asked.evaluate(SPENT)
    await page.fill("#nam", "Ada")  # no key and no click
    await chrome.until_steps(1)
    await chrome.send(type="stop")
    await stored.ended(run)
    (step,) = stored.steps(run)
    assert step.after.frame


async def test_a_page_that_is_looked_at_may_open_no_more_windows_than_before(
    chrome: Any, stored: Any, site: str
) -> None:
    """A window needs a click, and uses it up. What Playwright evaluates there counts as one too."""
    page = await chrome.open(f"{site}/opener")
    run = await chrome.record(page)
    await page.evaluate(
        "other.onclick = () => { open('/plain'); kept = navigator.userActivation.isActive }"
    )
    x, y, *_ = (await page.locator("#other").bounding_box()).values()
    session = await chrome.context.new_cdp_session(page)

    async def is_true(expression: str) -> bool:
        asked = {"expression": expression, "userGesture": False}
        return bool((await session.send("Runtime.evaluate", asked))["result"]["value"])

    # Chrome itself keeps the click of one window in forty on a busy machine, also where nobody
    # records: that click tells nothing of us.
    for clicks in range(1, 11):
        async with page.expect_popup() as opening:
            await page.mouse.click(x + 5, y + 5)
        await (await opening.value).close()
        await page.bring_to_front()
        await chrome.until_steps(clicks)
        if not await is_true("kept"):
            break
    assert await is_true("!kept && !navigator.userActivation.isActive")
    await chrome.send(type="stop")
    await stored.ended(run)


async def test_what_a_page_says_after_a_click_makes_no_message_to_it_a_click(
    chrome: Any, stored: Any, site: str
) -> None:
    """Chrome would let the page act as if it had been clicked again."""
    page = await chrome.open(site)
    worker = await chrome.worker()
    await worker.evaluate(GESTURES)
    run = await chrome.record(page)
    await page.click("#save")
    await chrome.until_steps(1)
    await chrome.send(type="stop")
    await stored.ended(run)
    assert ["page", True] in await worker.evaluate("heard")
    assert [one for one in await worker.evaluate("said") if one[1]] == []
