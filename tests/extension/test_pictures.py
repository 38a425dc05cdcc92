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
    await page.evaluate("other.onclick = () => window.open('/plain')")
    x, y, *_ = (await page.locator("#other").bounding_box()).values()
    async with page.expect_popup() as opening:
        await page.mouse.click(x + 5, y + 5)
    await (await opening.value).close()
    await page.bring_to_front()
    await chrome.until_steps(1)
    session = await chrome.context.new_cdp_session(page)
    active = {"expression": "navigator.userActivation.isActive", "userGesture": False}
    assert (await session.send("Runtime.evaluate", active))["result"]["value"] is False
    await chrome.send(type="stop")
    await stored.ended(run)
