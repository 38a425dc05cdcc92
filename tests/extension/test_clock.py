"""The clock of the computer is set while the extension records: steps come as before."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.chrome
SET_BACK = "() => { const before = Date.now; Date.now = () => before() - 3_600_000; }"
LINK = "document.body.insertAdjacentHTML('beforeend', '<a id=slow href=/held>Slow</a>')"


async def test_a_clock_that_is_set_back_by_an_hour_holds_up_no_step(
    chrome: Any, stored: Any, site: str, held: Any
) -> None:
    page = await chrome.open(site)
    await page.evaluate(LINK)
    run = await chrome.record(page)
    await page.fill("#nam", "Ada")
    await stored.has(run, 1)
    await (await chrome.worker()).evaluate(SET_BACK)
    await page.click("#save")
    await stored.has(run, 2)
    await page.click("#slow", no_wait_after=True)  # its page does not come: the look has an end
    try:
        await stored.has(run, 3)
    finally:
        held.set()
    assert stored.steps(run)[1].after.frame
