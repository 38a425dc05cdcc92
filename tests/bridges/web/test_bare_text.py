"""Words that stand directly in a page's body are seen, as a small server writes them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web

from courtside_bridges.web.watching import watch
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.reading import Reader
from courtside_store.records import Observation

pytestmark = pytest.mark.chrome
PAGE = """<!doctype html><title>Shop</title><body onclick="1" tabindex=0>
<button id=more onclick="document.body.append('Two are left.')">More</button>
<form action=/ordered method=post><button id=order>Order</button></form>
<iframe src=/editor></iframe>"""
EDITOR = "<!doctype html><body contenteditable=true aria-label=Letter>Dear Ada</body>"


@pytest.fixture
async def page(chromium: Any) -> AsyncIterator[Any]:
    async def serve(request: web.Request) -> web.Response:
        pages = {"/": PAGE, "/editor": EDITOR, "/ordered": "Order 7 was placed"}
        return web.Response(text=pages.get(request.path, ""), content_type="text/html")

    app = web.Application()
    app.router.add_route("*", "/{any:.*}", serve)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    opened = await (await chromium.new_context()).new_page()
    await opened.goto(f"http://127.0.0.1:{runner.addresses[0][1]}/")
    yield opened
    await runner.cleanup()


async def test_bare_words_are_a_text_and_a_body_that_can_be_pressed_is_no_control(
    config: Config, daemon: Running, page: Any
) -> None:
    async with watch(page, config=config) as run:
        await page.click("#more")
        await run.settled()
        await page.frame_locator("iframe").locator("body").fill("Dear Bo")
        await run.settled()
        await page.click("#order")
        await run.settled()
        await run.finish()
    with Reader(config) as reader:
        more, typed, ordered = [step.after for step in reader.steps(run.run) if step.after]
    assert ("body", "Two are left.", False) in shown(more)
    assert "Two are left." in more.text
    assert ("body", "Letter", True) in shown(typed)
    assert [e.value for e in typed.elements if e.text == "Letter"] == ["Dear Bo"]
    assert typed.page and typed.page.dirty == ("Letter",)
    assert shown(ordered) == [("body", "Order 7 was placed", False)]


def shown(look: Observation) -> list[tuple[str, str, bool]]:
    return [(e.tag, e.text, e.interactable) for e in look.elements]
