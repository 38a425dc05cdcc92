"""The extension in a real Chromium, against a real daemon: what a person would do."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from courtside.commands_daemon import grant
from courtside_bridges.browsers import find_browser
from courtside_bridges.daemon_address import call
from courtside_bridges.extension_files import extension_folder
from courtside_store.config import Config, Running
from courtside_store.reading import Reader
from courtside_store.rendering import render_step
from courtside_store.wire import EXTENSION_ID

pytestmark = pytest.mark.chrome
SECRET = "hunter2-xyzzy"
PAGE = """<!doctype html><title>Shop</title><body><label>Name <input id=nam></label>
<label>Password <input id=pw type=password></label>
<button id=save onclick="out.textContent='Saved '+nam.value">Save</button><p id=out></p>"""


@pytest.fixture
async def site() -> AsyncIterator[str]:
    async def serve(request: web.Request) -> web.Response:
        return web.Response(text=PAGE, content_type="text/html")

    app = web.Application()
    app.router.add_get("/", serve)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


@pytest.fixture
async def context(tmp_path: Path, site: str) -> AsyncIterator[Any]:
    playwright = pytest.importorskip("playwright.async_api", reason="playwright is not installed")
    browser = find_browser()
    if browser is None or not browser.loads_extensions:
        pytest.skip("no Chromium that loads extensions; `make test` installs one")
    folder = grant(extension_folder(), tmp_path / "extension")
    async with playwright.async_playwright() as driver:
        opened = await driver.chromium.launch_persistent_context(
            tmp_path / "profile",
            executable_path=browser.path,
            channel=None,
            args=[
                *browser.flags,
                f"--load-extension={folder}",
                f"--disable-extensions-except={folder}",
            ],
        )
        yield opened
        await opened.close()
    shutil.rmtree(folder)


def ended_by(config: Config, run: str) -> str | None:
    with Reader(config) as reader:
        summary = reader.summary(run)
    return summary.run.ended_by if summary else None


async def popup(context: Any) -> Any:
    page = await context.new_page()
    await page.goto(f"chrome-extension://{EXTENSION_ID}/popup.html")
    return page


async def tell(page: Any, **message: Any) -> Any:
    answer = await page.evaluate("(m) => chrome.runtime.sendMessage(m)", message)
    assert "error" not in (answer or {}), answer
    return answer


async def test_an_agent_in_a_persistent_context_is_recorded_and_judged(
    config: Config, daemon: Running, context: Any, site: str
) -> None:
    control = await popup(context)
    code = (await asyncio.to_thread(call, config, daemon, "POST", "/v1/pair", {}))["code"]
    await control.fill("#daemon", daemon.url)
    await control.fill("#code", code)
    await control.click("#pairing button")
    await control.wait_for_selector("text=Connected.")
    page = await context.new_page()
    await page.goto(site)
    await page.bring_to_front()
    run = (await tell(control, type="record", url=site, task='Enter "Ada" and press Save.'))["run"]
    await page.fill("#nam", "Ada")
    await asyncio.sleep(1)
    await page.fill("#pw", SECRET)
    await asyncio.sleep(1)
    await page.click("#save")
    await tell(control, type="stop", answer="done", claims_success=True)
    await control.wait_for_selector("#verdict:has-text('Run: success')")
    with Reader(config) as reader:
        steps = list(reader.steps(run))
        summary = reader.summary(run)
    assert [render_step(s) for s in steps] == [
        'type "Ada" into textbox "Name"',
        'type (secret) into textbox "Password"',
        'click button "Save"',
    ]
    assert summary and summary.source == "extension" and summary.verdict == "success"
    assert all(s.before and s.before.frame and s.after and s.after.frame for s in steps)
    for path in config.data_dir.rglob("*"):
        assert not path.is_file() or SECRET.encode() not in path.read_bytes()
    await page.close()


async def test_a_tab_that_is_closed_ends_the_run(
    config: Config, daemon: Running, context: Any, site: str
) -> None:
    control = await popup(context)
    code = (await asyncio.to_thread(call, config, daemon, "POST", "/v1/pair", {}))["code"]
    await tell(control, type="pair", code=code, daemon=daemon.url)
    page = await context.new_page()
    await page.goto(site)
    run = (await tell(control, type="record", url=site))["run"]
    await page.close()
    async with asyncio.timeout(20):
        while not (ended := ended_by(config, run)):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    assert ended == "tab-closed"
