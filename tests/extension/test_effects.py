"""What a recorded tab sends and says stands in its step, and no value of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web
from waiting import WITHIN_S

from courtside_bridges.web.extension_folder import extension_folder
from courtside_store.records import Step

pytestmark = pytest.mark.chrome
SECRET = "hunter2-xyzzy"
PAGE = f"""<!doctype html><title>Shop</title><p id=out role=status></p>
<button id=save onclick="fetch('/orders/4711?token={SECRET}',{{method:'POST',body:'{SECRET}'}})
  .then(()=>out.textContent='Saved')">Save</button>
<button id=look onclick="fetch('/orders').then(()=>this.after('!'))">Look</button>
<button id=slow onclick="fetch('/slow',{{method:'PUT'}})">Slow</button>
<form method=post action="/form/77?x={SECRET}"><button id=send>Send</button></form>"""


@pytest.fixture
async def may_answer() -> asyncio.Event:
    """Set once /slow may be answered."""
    return asyncio.Event()


@pytest.fixture
async def shop(may_answer: asyncio.Event) -> AsyncIterator[str]:
    async def serve(request: web.Request) -> web.Response:
        await request.read()
        if request.path == "/form/77":
            raise web.HTTPSeeOther("/done")
        if request.path == "/slow":
            async with asyncio.timeout(WITHIN_S):
                await may_answer.wait()
        if request.method == "GET":
            return web.Response(text=PAGE, content_type="text/html")
        return web.Response(status=201)

    app = web.Application()
    app.router.add_route("*", "/{any:.*}", serve)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


def sent(step: Step) -> list[str]:
    assert step.effects and step.effects.requests is not None
    return [f"{one.method} {one.path} {one.status}" for one in step.effects.requests]


async def test_what_a_tab_sends_and_says_is_told_without_its_values(
    chrome: Any, stored: Any, shop: str
) -> None:
    page = await chrome.open(shop)
    run = await chrome.record(page)
    await page.click("#save")
    await page.wait_for_selector("#out:text('Saved')")  # what comes later comes of the next click
    await chrome.until_steps(1)
    for number, id in enumerate(("look", "send"), 2):
        await page.click(f"#{id}")
        await chrome.until_steps(number)
    await chrome.send(type="stop")
    await stored.ended(run)
    save, look, send = stored.steps(run)
    assert [sent(save), sent(look), sent(send)] == [
        ["POST /orders/* 201"],
        [],
        ["POST /form/* 303"],
    ]
    assert [one.text for one in save.effects.announced] == ["Saved"]
    assert not stored.finds(SECRET)


async def test_a_late_answer_is_added_to_its_step(
    chrome: Any, stored: Any, shop: str, may_answer: asyncio.Event
) -> None:
    page = await chrome.open(shop)
    run = await chrome.record(page)
    async with page.expect_response("**/slow"):
        await page.click("#slow")
        await chrome.until_steps(1)
        may_answer.set()
    await page.click("#look")
    await chrome.until_steps(2)
    await chrome.send(type="stop")
    await stored.ended(run)
    assert [sent(step) for step in stored.steps(run)] == [["PUT /slow 201"], []]


async def test_hearing_of_requests_asks_nobody_for_more(open_chrome: Any) -> None:
    manifest = json.loads((extension_folder() / "manifest.json").read_text())
    without = [one for one in manifest["permissions"] if one != "webRequest"]
    async with open_chrome("first") as chrome:
        warnings = [
            await chrome.control.evaluate(
                "(m) => chrome.management.getPermissionWarningsByManifest(m)",
                json.dumps({**manifest, "permissions": permissions}),
            )
            for permissions in (manifest["permissions"], without)
        ]
    assert len(without) < len(manifest["permissions"]) and warnings[0] == warnings[1]
