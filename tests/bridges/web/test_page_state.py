"""Which object a page shows, and what is left undone in it, stands on each screen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web

from courtside_bridges.web.watching import watch
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.reading import Reader
from courtside_store.records import PageState

pytestmark = pytest.mark.chrome
SECRET = "hunter2-xyzzy"
FORM = """<!doctype html><title>Ada - Shop</title>
<nav aria-label="Breadcrumb"><ol><li><a href=/>Home</a> /</li><li>›</li>
<li>Customers</li></ol></nav>
<h1 hidden>Menu</h1><h1>Ada <b>Lovelace</b></h1>
<label>Name <input id=nam value=Ada></label><label>Note <textarea id=note></textarea></label>
<label>Size <select id=size><option>small<option selected>large</select></label>
<label><input type=checkbox id=gift checked>Gift</label>
<label>Password <input id=pw type=password></label>
<label>City <input id=city></label><div contenteditable=true id=story aria-label=Story>Once</div>
<button id=save onclick="save.textContent='Saved'">Save</button>
<button id=ask onclick="sure.showModal()">Ask</button>
<dialog id=sure aria-label="Discard?"><button id=no onclick="sure.close()">No</button></dialog>
<script>city.value='Turin'</script>"""
PLAIN = """<!doctype html><div role=heading aria-level=2 style="font-size:30px">Inbox</div>
<h3>Today</h3><button id=b>B</button>"""


@pytest.fixture
async def page(chromium: Any) -> AsyncIterator[Any]:
    async def serve(request: web.Request) -> web.Response:
        text = PLAIN if request.path == "/plain" else FORM
        return web.Response(text=text, content_type="text/html")

    app = web.Application()
    app.router.add_get("/{any:.*}", serve)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    opened = await (await chromium.new_context()).new_page()
    await opened.goto(f"http://127.0.0.1:{runner.addresses[0][1]}/")
    yield opened
    await runner.cleanup()


def pages(config: Config, run: str) -> list[PageState]:
    """After each step."""
    with Reader(config) as reader:
        looks = [step.after for step in reader.steps(run)]
    return [look.page for look in looks if look and look.page]


async def test_a_field_is_dirty_while_it_holds_something_else_than_before(
    config: Config, daemon: Running, page: Any
) -> None:
    async with watch(page, config=config) as run:
        for id, text in {"nam": "Eve", "city": "Rome", "pw": SECRET}.items():
            await page.fill(f"#{id}", text)
            await run.settled()
        await page.select_option("#size", "small")
        await run.settled()
        await page.uncheck("#gift")
        await run.settled()
        await page.click("#story")
        await page.keyboard.type(" more")
        await run.settled()
        await page.fill("#nam", "Ada")
        await run.settled()
        await run.finish()
    states = pages(config, run.run)
    assert states[0].dirty == ("Name",) and states[1].dirty == ("Name", "City")
    assert set(states[-1].dirty) == {"City", "Password", "Size", "Gift", "Story"}
    assert states[-1].dirty_count == 5


async def test_what_the_page_itself_filled_in_is_not_dirty(
    config: Config, daemon: Running, page: Any
) -> None:
    async with watch(page, config=config) as run:
        await page.click("#save")
        await run.settled()
        await run.finish()
    assert pages(config, run.run)[-1].dirty == ()


async def test_the_object_and_the_dialog_that_waits_are_named(
    config: Config, daemon: Running, page: Any
) -> None:
    async with watch(page, config=config) as run:
        for id in ("ask", "no"):
            await page.click(f"#{id}")
            await run.settled()
        await page.goto(page.url + "plain")
        await run.settled()
        await run.finish()
    asked, closed, plain = pages(config, run.run)
    assert (asked.heading, asked.breadcrumb) == ("Ada Lovelace", ("Home", "Customers"))
    assert (asked.dialog, closed.dialog) == ("Discard?", "")
    assert (plain.heading, plain.breadcrumb) == ("Inbox", ())
