"""A picture whose secrets may stand elsewhere than they were looked for shows none of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web

pytestmark = pytest.mark.chrome
CARD = (
    "<input autocomplete=cc-number value=4242"
    " style='display:block;background:#0f0;border:0;width:300px;height:100px'>"
)
GO = "<button id=go onclick=\"this.after('!')\">Go</button>"
PAGES = {
    "/card": f"<!doctype html><title>Card</title><body style='margin:0'>{CARD}{GO}",
    "/plain": f"<!doctype html><title>Plain</title><body>{GO}",
    "/green": "<!doctype html><title>Other</title><body style='background:#0f0'>of another tab",
    "/leaves": "<!doctype html><title>Leaves</title><body style='margin:0'>"
    f"<div id=form>{CARD}</div><button id=go>Go</button><script>"
    "go.onclick = () => document.startViewTransition(async () => {"
    " form.remove(); await new Promise((then) => setTimeout(then, 2500)); })</script>",
}
HOOK = """(between) => {
  const send = chrome.tabs.sendMessage;
  let armed = true;
  chrome.tabs.sendMessage = (tab, message, options, then) => {
    const rest = then ? [then] : [];
    if (!then || message.type !== "secrets" || !armed) return send(tab, message, options, ...rest);
    armed = false;
    between(tab).then(() => setTimeout(() => send(tab, message, options, then), 400));
  };
}"""
"""Does something between the look and the last question for secrets, once."""
ZOOM = "(tab) => chrome.tabs.setZoom(tab, 2)"
GROW = """(tab) => chrome.scripting.executeScript({ target: { tabId: tab }, func: (card) => {
  const many = document.createElement("div");
  many.innerHTML = "<i></i>".repeat(10001) + card;
  many.lastChild.style.cssText += ";position:fixed;left:100px;top:200px";
  document.body.append(many);
}, args: [CARD] })"""
SWITCH = """async (url) => {
  const take = chrome.tabs.captureVisibleTab;
  let armed = true;
  const [other] = await chrome.tabs.query({ url });
  chrome.tabs.captureVisibleTab = async (window, options, then) => {
    if (!armed) return take(window, options, then);
    armed = false;
    const [here] = await chrome.tabs.query({ active: true, windowId: window });
    await chrome.tabs.update(other.id, { active: true });
    await new Promise((shown) => setTimeout(shown, 500));
    const picture = await take(window, options);
    await chrome.tabs.update(here.id, { active: true });
    then(picture);
  };
}"""


@pytest.fixture
async def pages() -> AsyncIterator[str]:
    """Their address."""

    async def serve(request: web.Request) -> web.Response:
        return web.Response(text=PAGES[request.path], content_type="text/html")

    app = web.Application()
    app.router.add_get("/{name}", serve)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


async def recorded(chrome: Any, stored: Any, page: Any, run: str) -> str:
    """One click on the page's button; the run, once it is over."""
    await page.evaluate("document.getElementById('go').click()")
    await chrome.until_steps(1)
    await chrome.send(type="stop")
    await stored.ended(run)
    return run


async def between(chrome: Any, act: str) -> None:
    """Does this in the worker between the look and the question before the picture."""
    await (await chrome.worker()).evaluate(f"({HOOK})({act.replace('CARD', repr(CARD))})")


async def test_a_screen_that_goes_by_a_view_transition_shows_no_secret_of_it(
    chrome: Any, stored: Any, pages: str
) -> None:
    page = await chrome.open(pages + "/leaves")
    run = await recorded(chrome, stored, page, await chrome.record(page))
    assert set(stored.green(run)) <= {0}


async def test_a_page_that_is_zoomed_with_two_fingers_shows_no_secret(
    chrome: Any, stored: Any, pages: str
) -> None:
    page = await chrome.open(pages + "/card")
    run = await chrome.record(page)
    session = await chrome.context.new_cdp_session(page)
    await session.send("Emulation.setPageScaleFactor", {"pageScaleFactor": 2})
    await recorded(chrome, stored, page, run)
    assert set(stored.green(run)) <= {0}


@pytest.mark.parametrize("act", [ZOOM, GROW], ids=["zoomed", "grown"])
async def test_what_changes_between_look_and_picture_shows_no_secret(
    chrome: Any, stored: Any, pages: str, act: str
) -> None:
    page = await chrome.open(pages + ("/card" if act is ZOOM else "/plain"))
    run = await chrome.record(page)
    await between(chrome, act)
    await recorded(chrome, stored, page, run)
    assert set(stored.green(run)) <= {0}


async def test_a_picture_of_a_tab_that_came_to_the_front_and_went_again_is_not_kept(
    chrome: Any, stored: Any, pages: str
) -> None:
    await chrome.open(pages + "/green")
    page = await chrome.open(pages + "/plain")
    run = await chrome.record(page)
    await (await chrome.worker()).evaluate(SWITCH, pages + "/green")
    await recorded(chrome, stored, page, run)
    assert set(stored.green(run)) <= {0}
