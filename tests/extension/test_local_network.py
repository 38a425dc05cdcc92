"""Chrome asks before a public page reaches this machine; the extension's worker is not asked.

Each case is measured beside a public page in the same browser, for which the check must bite:
else the browser would not check at all, and the test would say nothing.
"""

from __future__ import annotations

from typing import Any

import pytest

from courtside_store.wire import EXTENSION_ID

pytestmark = pytest.mark.chrome
REACH = """(url) => new Promise((told) => {
  const socket = new WebSocket(url);
  socket.onopen = () => told("open"); socket.onerror = () => told("refused");
})"""
PERMISSIONS = ("local-network-access", "loopback-network")


async def set_permission(chrome: Any, page: Any, origin: str, setting: str) -> None:
    session = await chrome.context.new_cdp_session(page)
    for name in PERMISSIONS:
        wanted = {"permission": {"name": name}, "origin": origin, "setting": setting}
        await session.send("Browser.setPermission", wanted)


async def test_it_reaches_the_daemon_where_a_public_page_may_not(
    daemon: Any, open_chrome: Any, stored: Any, site: str
) -> None:
    """As shipped. It needs its host permission to read the daemon's answers, not for this."""
    public = "--ip-address-space-overrides=" + site.removeprefix("http://") + "=public"
    async with open_chrome("first", public, granted=False) as chrome:
        page = await chrome.open(site)
        await set_permission(chrome, page, f"chrome-extension://{EXTENSION_ID}", "denied")
        socket = daemon.url.replace("http", "ws") + "/v1/ingest"
        if await page.evaluate(REACH, socket) == "open":
            pytest.skip(f"{chrome.context.browser.version} does not check local network access")
        await chrome.pair(daemon)
        run = await chrome.record(page)
        await page.click("#save")
        await chrome.send(type="stop")
        assert await stored.ended(run) == "finish"
        assert stored.rendered(run) == ['click button "Save"']


async def test_a_refused_connection_says_what_to_do(open_chrome: Any) -> None:
    """Should Chrome refuse one day, it looks to the worker like a daemon that is not there."""
    async with open_chrome("second") as other:
        await other.control.fill("#daemon", "http://127.0.0.1:9")
        await other.control.fill("#code", "ABCD")
        await other.control.click("#pairing button")
        await other.control.wait_for_selector("#say.bad")
        message = await other.control.text_content("#say")
    assert "courtside up" in message and "allow it" in message
