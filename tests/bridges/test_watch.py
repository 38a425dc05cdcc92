"""A real agent in a real Chromium, watched through the CDP observer by a real daemon."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web
from PIL import Image

from courtside_bridges import watch
from courtside_bridges.browsers import find_browser
from courtside_store.blobs import Blobs
from courtside_store.config import Config, Running
from courtside_store.reading import Reader
from courtside_store.records import Step
from courtside_store.rendering import render_step

pytestmark = pytest.mark.chrome
SECRET = "hunter2-xyzzy"
PAGE = """<!doctype html><title>Shop</title><style>body{margin:20px;background:#fff}
.p{background:#0f0;border:0;width:200px;height:40px}</style>
<label>Name <input id=nam></label>
<label>Size <select id=size><option>small<option>large</select></label>
<label><input type=checkbox id=gift>Gift</label>
<label>Password <input id=pw type=password class=p></label>
<button id=show onclick="pw.type='text'">Show</button>
<button id=save onclick="out.textContent='Saved '+nam.value">Save</button><p id=out></p>
<div id=host></div><iframe id=inner srcdoc="<button>Inside</button>"></iframe>
<script>host.attachShadow({mode:'closed'}).innerHTML='<button>Hidden</button>'</script>"""


@pytest.fixture(params=[1, 2], ids=["plain", "sharp"])
async def page(chromium: Any, request: Any) -> AsyncIterator[Any]:
    sharpness = request.param

    async def serve(request: web.Request) -> web.Response:
        return web.Response(text=PAGE, content_type="text/html")

    app = web.Application()
    app.router.add_get("/", serve)
    app.router.add_get("/other", serve)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    opened = await (await chromium.new_context(device_scale_factor=sharpness)).new_page()
    await opened.goto(f"http://127.0.0.1:{runner.addresses[0][1]}/")
    yield opened
    await runner.cleanup()


def steps(config: Config, run: str) -> list[Step]:
    with Reader(config) as reader:
        return list(reader.steps(run))


def actions(config: Config, run: str) -> list[str]:
    return [render_step(step) for step in steps(config, run)]


async def test_what_the_agent_does_becomes_steps_with_frames_and_a_verdict(
    config: Config, daemon: Running, page: Any
) -> None:
    async with watch(
        page, task='Enter "Ada", "large" and "Gift", then press Save.', agent="test", config=config
    ) as run:
        await page.fill("#nam", "Ada")
        await asyncio.sleep(0.5)
        await page.select_option("#size", "large")
        await asyncio.sleep(0.5)
        await page.check("#gift")
        await asyncio.sleep(0.5)
        await page.click("#save")
        outcome = await run.finish("done", True)
    assert actions(config, run.run) == [
        'type "Ada" into textbox "Name"',
        'select "large" in combobox "Size"',
        'click checkbox "Gift"',
        'click button "Save"',
    ]
    assert outcome.verdict is not None and outcome.verdict.label == "success"
    for step in steps(config, run.run):
        assert step.before and step.after and step.before.frame and step.after.frame
    last = steps(config, run.run)[-1].after
    assert last is not None and "Saved Ada" in last.text


async def test_frames_inside_frames_and_shadow_roots_are_seen(
    config: Config, daemon: Running, page: Any
) -> None:
    async with watch(page, config=config) as run:
        await page.frame_locator("#inner").get_by_text("Inside").click()
        await asyncio.sleep(0.5)
        box = await page.locator("#host").bounding_box()
        await page.mouse.click(box["x"] + 15, box["y"] + 8)
        await run.finish()
    assert 'click button "Inside"' in actions(config, run.run)
    assert len(actions(config, run.run)) == 2


async def test_a_goto_is_an_action_and_a_link_is_not_two(
    config: Config, daemon: Running, page: Any
) -> None:
    async with watch(page, config=config) as run:
        await page.goto(page.url + "other")
        await asyncio.sleep(0.5)
        await run.finish()
    assert [a.split()[0] for a in actions(config, run.run)] == ["navigate"]


async def test_a_password_is_in_no_file_row_frame_or_log(
    config: Config, daemon: Running, page: Any
) -> None:
    async with watch(page, task="log in", config=config) as run:
        await page.fill("#pw", SECRET)
        await asyncio.sleep(0.5)
        await page.click("#show")
        await asyncio.sleep(0.5)
        await run.finish()
    assert actions(config, run.run)[0] == 'type (secret) into textbox "Password"'
    for path in config.data_dir.rglob("*"):
        if path.is_file():
            assert SECRET.encode() not in path.read_bytes(), path
    for step in steps(config, run.run):
        for look in (step.before, step.after):
            assert look is not None and SECRET not in look.text and look.frame
            assert not any(SECRET in e.value for e in look.elements)
            assert green(Blobs(config.blobs).read(look.frame) or b"") == 0


def green(jpeg: bytes) -> int:
    """Pixels in the password field's own colour: none may be left."""
    with Image.open(io.BytesIO(jpeg)) as image:
        raw = image.convert("RGB").tobytes()
    return sum(raw[i] < 90 and raw[i + 1] > 190 and raw[i + 2] < 90 for i in range(0, len(raw), 3))


async def test_a_crash_and_a_closed_tab_say_how_the_run_ended(
    config: Config, daemon: Running, page: Any
) -> None:
    with pytest.raises(KeyError):
        async with watch(page, config=config) as crashed:
            raise KeyError("agent")
    async with watch(page, config=config) as closed:
        await page.close()
    with Reader(config) as reader:
        ends = [reader.summary(run.run) for run in (crashed, closed)]
    assert [s.run.ended_by for s in ends if s] == ["agent-crashed", "tab-closed"]


async def test_without_a_daemon_the_agent_works_on(config: Config, page: Any) -> None:
    async with watch(page, config=config) as run:
        await page.click("#save")
        outcome = await run.finish(timeout_s=0.5)
    assert outcome.verdict is None and await page.inner_text("#out") == "Saved"


async def test_the_synchronous_api_is_watched_too(
    config: Config, daemon: Running, page: Any
) -> None:
    def agent(url: str) -> str:
        from playwright.sync_api import sync_playwright

        browser = find_browser()
        assert browser is not None
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=browser.path, args=browser.flags)
            own = chromium.new_page()
            own.goto(url)
            with watch(own, task='Enter "Ada" and press Save.', config=config) as run:
                own.fill("#nam", "Ada")
                own.wait_for_timeout(600)
                own.click("#save")
                own.wait_for_timeout(600)
                outcome = run.finish("done", True)
            assert outcome.verdict is not None and outcome.verdict.label == "success"
            chromium.close()
            return str(run.run)

    run = await asyncio.to_thread(agent, page.url)
    assert actions(config, run) == ['type "Ada" into textbox "Name"', 'click button "Save"']
