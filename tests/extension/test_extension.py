"""The extension in a real Chromium, against a real daemon: what a person would do."""

from __future__ import annotations

import asyncio
import contextlib
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import psutil
import pytest
from aiohttp import web
from PIL import Image

from courtside.commands_daemon import grant
from courtside_bridges.browsers import find_browser
from courtside_bridges.daemon_address import call
from courtside_bridges.extension_files import extension_folder
from courtside_daemon.app import running
from courtside_store.blobs import Blobs
from courtside_store.config import Config, Running
from courtside_store.reading import Reader
from courtside_store.rendering import render_step
from courtside_store.wire import EXTENSION_ID

pytestmark = pytest.mark.chrome
SECRET = "hunter2-xyzzy"
PAGE = """<!doctype html><title>Shop</title><body><label>Name <input id=nam></label>
<label>Password <input id=pw type=password></label>
<button id=save onclick="out.textContent='Saved '+nam.value">Save</button><p id=out></p>"""
PAGES = {
    "/nested": """<!doctype html><title>Shop</title><h1>Pay</h1><div id=host></div><script>
host.attachShadow({mode:'open'}).innerHTML='<button>In the shadow</button>'
document.write(`<iframe style="margin:50px" width=300 height=200
src="http://localhost:${location.port}/card"></iframe>`)</script>""",
    "/balance": """<!doctype html><title>Bank</title><p class=balance
style="background:#0f0;color:#0f0;width:200px">Balance <b>1,234</b></p>
<button id=more onclick="this.after('!')">More</button>""",
    "/card": """<!doctype html><body style="background:#0f0"><input id=n autocomplete=cc-number
style="background:#0f0;border:0"><button id=pay>Pay now</button>""",
}


@pytest.fixture
async def site() -> AsyncIterator[str]:
    async def serve(request: web.Request) -> web.Response:
        return web.Response(text=PAGES.get(request.path, PAGE), content_type="text/html")

    app = web.Application()
    app.router.add_get("/{any:.*}", serve)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


@asynccontextmanager
async def chrome(folder: Path, *flags: str) -> AsyncIterator[Any]:
    """A persistent context with the extension, on a profile that may be used again."""
    playwright = pytest.importorskip("playwright.async_api", reason="playwright is not installed")
    browser = find_browser()
    if browser is None or not browser.loads_extensions:
        pytest.skip("no Chromium that loads extensions; `make test` installs one")
    extension = grant(extension_folder(), folder / "extension")
    async with playwright.async_playwright() as driver:
        opened = await driver.chromium.launch_persistent_context(
            folder / "profile",
            executable_path=browser.path,
            args=[
                *browser.flags,
                *flags,
                f"--load-extension={extension}",
                f"--disable-extensions-except={extension}",
            ],
        )
        yield opened
        with contextlib.suppress(Exception):  # a test may have killed it
            await opened.close()


@pytest.fixture
async def context(tmp_path: Path) -> AsyncIterator[Any]:
    async with chrome(tmp_path / "first") as opened:
        yield opened


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


async def start(config: Config, said: Running, context: Any) -> Any:
    """The popup of a paired extension."""
    control = await popup(context)
    code = (await asyncio.to_thread(call, config, said, "POST", "/v1/pair", {}))["code"]
    await tell(control, type="pair", code=code, daemon=said.url)
    return control


async def open_page(context: Any, url: str) -> Any:
    page = await context.new_page()
    await page.goto(url)
    await page.bring_to_front()
    return page


async def kill_worker(context: Any) -> None:
    """Ends the extension's worker as Chrome does with an idle one."""
    page = await context.new_page()
    session = await context.new_cdp_session(page)
    await session.send("ServiceWorker.enable")
    await session.send("ServiceWorker.stopAllWorkers")
    await page.close()


def rendered(config: Config, run: str) -> list[str]:
    with Reader(config) as reader:
        return [render_step(step) for step in reader.steps(run)]


async def until_ended(config: Config, run: str) -> str:
    """How a run ended, once it has."""
    async with asyncio.timeout(30):
        while not (ended := ended_by(config, run)):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    return ended


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
    control = await start(config, daemon, context)
    page = await open_page(context, site)
    run = (await tell(control, type="record", url=site))["run"]
    await page.close()
    assert await until_ended(config, run) == "tab-closed"


async def test_a_worker_that_is_killed_loses_nothing_and_doubles_nothing(
    config: Config, daemon: Running, context: Any, site: str
) -> None:
    control = await start(config, daemon, context)
    page = await open_page(context, site)
    run = (await tell(control, type="record", url=site, task='Enter "Ada".'))["run"]
    await page.fill("#nam", "Ada")
    await asyncio.sleep(1)
    for _ in range(2):
        await kill_worker(context)
        await page.bring_to_front()
        await page.click("#save")
        await asyncio.sleep(1.2)
    await tell(control, type="stop")
    await until_ended(config, run)
    assert rendered(config, run) == [
        'type "Ada" into textbox "Name"',
        'click button "Save"',
        'click button "Save"',
    ]
    with Reader(config) as reader:
        steps = list(reader.steps(run))
    assert [s.index for s in steps] == [1, 2, 3]
    assert all(s.before and s.before.frame for s in steps)


async def test_a_browser_killed_while_the_daemon_is_down_delivers_later(
    config: Config, tmp_path: Path, site: str
) -> None:
    async with chrome(tmp_path / "first") as context:
        async with running(config) as (said, _):
            control = await start(config, said, context)
            page = await open_page(context, site)
            run = (await tell(control, type="record", url=site))["run"]
            await page.fill("#nam", "before")
            async with asyncio.timeout(20):
                while len(rendered(config, run)) < 1:  # noqa: ASYNC110
                    await asyncio.sleep(0.1)
        await page.fill("#nam", "while it was away")
        async with asyncio.timeout(20):
            while (await tell(control, type="state"))["queued"] < 1:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        kill_browser(tmp_path / "first")
    port = int(said.url.rsplit(":", 1)[1])
    again = msgspec.structs.replace(config, port=port)
    async with running(again), chrome(tmp_path / "first"):
        async with asyncio.timeout(60):
            while len(rendered(config, run)) < 2:  # noqa: ASYNC110
                await asyncio.sleep(0.2)
    assert rendered(config, run) == [
        'type "before" into textbox "Name"',
        'type "while it was away" into textbox "Name"',
    ]


async def test_nothing_is_recorded_while_it_is_paused(
    config: Config, daemon: Running, context: Any, site: str
) -> None:
    control = await start(config, daemon, context)
    page = await open_page(context, site)
    run = (await tell(control, type="record", url=site))["run"]
    await tell(control, type="pause")
    await page.fill("#nam", "unseen")
    await page.click("#save")
    await asyncio.sleep(0.6)
    await tell(control, type="resume")
    await page.click("#save")
    await tell(control, type="stop")
    await until_ended(config, run)
    assert rendered(config, run) == ['click button "Save"']


async def test_two_browsers_at_once_are_two_sessions(
    config: Config, daemon: Running, context: Any, tmp_path: Path, site: str
) -> None:
    async with chrome(tmp_path / "second") as other:
        runs = []
        for browser, name in ((context, "Ada"), (other, "Bob")):
            control = await start(config, daemon, browser)
            page = await open_page(browser, site)
            begun = await tell(control, type="record", url=site)
            runs.append((control, page, name, begun["run"]))
        for _, page, name, _ in runs:
            await page.fill("#nam", name)
        for control, *_ in runs:
            await tell(control, type="stop")
        for *_, run in runs:
            await until_ended(config, run)
    assert [rendered(config, run) for *_, run in runs] == [
        ['type "Ada" into textbox "Name"'],
        ['type "Bob" into textbox "Name"'],
    ]
    with Reader(config) as reader:
        found = [reader.summary(run) for *_, run in runs]
    assert len({s.run.session for s in found if s}) == 2


async def test_frames_of_other_sites_and_shadow_roots_are_heard_and_masked(
    config: Config, daemon: Running, context: Any, site: str
) -> None:
    control = await start(config, daemon, context)
    page = await open_page(context, site + "/nested")
    run = (await tell(control, type="record", url=site))["run"]
    await page.locator("#host").get_by_text("In the shadow").click()
    await asyncio.sleep(0.8)
    card = page.frame_locator("iframe")
    await card.locator("#n").fill(SECRET)
    await asyncio.sleep(0.8)
    await card.locator("#pay").click()
    await asyncio.sleep(0.8)
    await tell(control, type="stop")
    await until_ended(config, run)
    assert [line.split(" into ")[0] for line in rendered(config, run)] == [
        'click button "In the shadow"',
        "type (secret)",
        'click button "Pay now"',
    ]
    with Reader(config) as reader:
        looks = [look for s in reader.steps(run) for look in (s.before, s.after) if look]
    shown = [Blobs(config.blobs).read(look.frame) or b"" for look in looks if look.frame]
    assert shown and [green(jpeg) for jpeg in shown] == [0] * len(shown)
    for path in config.data_dir.rglob("*"):
        assert not path.is_file() or SECRET.encode() not in path.read_bytes()


async def test_local_network_checks_do_not_keep_it_from_the_daemon(
    config: Config, daemon: Running, tmp_path: Path, site: str
) -> None:
    """Chrome asks before a public page reaches loopback; the host permission stands in."""
    flag = "--enable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets"
    async with chrome(tmp_path / "checked", flag) as context:
        control = await start(config, daemon, context)
        page = await open_page(context, site)
        run = (await tell(control, type="record", url=site))["run"]
        await page.click("#save")
        await tell(control, type="stop")
        assert await until_ended(config, run) == "finish"
    assert rendered(config, run) == ['click button "Save"']


async def test_a_masked_region_is_hidden_in_the_extension_too(
    config: Config, tmp_path: Path, site: str
) -> None:
    hiding = msgspec.structs.replace(config, mask=(".balance",))
    async with running(hiding) as (said, _), chrome(tmp_path / "masked") as context:
        control = await start(hiding, said, context)
        page = await open_page(context, site + "/balance")
        run = (await tell(control, type="record", url=site))["run"]
        await page.click("#more")
        await tell(control, type="stop")
        await until_ended(hiding, run)
        with Reader(hiding) as reader:
            looks = [look for s in reader.steps(run) for look in (s.before, s.after) if look]
    assert looks and all(look.frame and "1,234" not in look.text for look in looks)
    shown = [Blobs(config.blobs).read(look.frame or "") or b"" for look in looks]
    assert [green(jpeg) for jpeg in shown] == [0] * len(shown)


async def test_the_popup_says_what_to_do(
    config: Config, daemon: Running, context: Any, site: str
) -> None:
    control = await popup(context)
    say = control.locator("#say")
    await expect(say, "courtside pair")
    await control.fill("#daemon", daemon.url)
    await control.fill("#code", "WRONG-CODE")
    await control.click("#pairing button")
    await expect(say, "code")
    await control.fill("#daemon", "http://127.0.0.1:9")
    await control.click("#pairing button")
    await expect(say, "courtside up")


async def expect(locator: Any, text: str) -> None:
    from playwright.async_api import expect as playwright_expect

    await playwright_expect(locator).to_contain_text(text)


def kill_browser(folder: Path) -> None:
    """SIGKILL, as a crash or a power cut of the session would."""
    for process in psutil.process_iter(["cmdline"]):
        line = process.info["cmdline"] or []
        if any(str(folder / "profile") in part for part in line):
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()


def green(jpeg: bytes) -> int:
    """Pixels in the secret field's own colour: none may be left."""
    with Image.open(io.BytesIO(jpeg)) as image:
        raw = image.convert("RGB").tobytes()
    return sum(raw[i] < 90 and raw[i + 1] > 190 and raw[i + 2] < 90 for i in range(0, len(raw), 3))
