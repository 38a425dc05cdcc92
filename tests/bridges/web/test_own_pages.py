"""In the agent's own process, through a connection of our own: what it gives, and whom it leaves
alone."""

from __future__ import annotations

import asyncio
import inspect
import os
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from aiohttp import web
from waiting import until, wait_until

from courtside_bridges.client.loop_thread import LoopThread
from courtside_bridges.web import hidden_page
from courtside_bridges.web.browser_pages import BrowserPages
from courtside_bridges.web.browsers import find_browser
from courtside_bridges.web.cdp import CdpConnection, TargetSession
from courtside_bridges.web.requests import ANSWERED, SENT
from courtside_bridges.web.watching import watch
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.reading import Reader
from courtside_store.records import Step
from courtside_store.rendering import render_step

pytestmark = pytest.mark.chrome
PAGE = """<!doctype html><title>0</title><button id=more onclick="document.title=++n">More</button>
<button id=open onclick="window.open('/opened')">Open</button><a id=help target=_blank
href="/help">Help</a><form action=/found><input id=find name=q></form><script>n=0</script>"""
OPENED = """<!doctype html><title>Opened</title><script>document.title=typeof cdp
fetch('/early',{method:'POST'})</script>"""


WATCHED = """import sys, time
from playwright.sync_api import sync_playwright
from courtside_bridges.web.watching import watch
with sync_playwright() as playwright:
    page = playwright.chromium.connect_over_cdp(sys.argv[1]).contexts[0].new_page()
    with watch(page):
        print("watched", flush=True)
        time.sleep(60)
"""


@pytest.fixture
async def site() -> AsyncIterator[str]:
    async def serve(request: web.Request) -> web.Response:
        text = OPENED if request.path == "/opened" else PAGE
        return web.Response(text=text, content_type="text/html")

    app = web.Application()
    app.router.add_route("*", "/{any:.*}", serve)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/"
    await runner.cleanup()


@pytest.fixture
async def page(chromium: Any, site: str) -> Any:
    opened = await (await chromium.new_context()).new_page()
    await opened.goto(site)
    return opened


def steps(config: Config, run: str) -> list[Step]:
    with Reader(config) as reader:
        return list(reader.steps(run))


def actions(config: Config, run: str) -> list[str]:
    return [render_step(step) for step in steps(config, run)]


def assert_pictured(recorded: list[Step], count: int) -> None:
    assert len(recorded) == count
    for step in recorded:
        assert step.before and step.before.frame, step.before and step.before.withheld
        assert step.after and step.after.frame, step.after and step.after.withheld


async def with_the_synchronous_api(agent: Callable[[Any], str], **launch: Any) -> str:
    """What the agent returns of its run with a new browser."""

    def play() -> str:
        from playwright.sync_api import sync_playwright

        browser = find_browser()
        assert browser is not None
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(
                executable_path=browser.path, args=browser.flags, **launch
            )
            run = agent(chromium)
            chromium.close()
            return run

    return await asyncio.to_thread(play)


async def test_a_synchronous_agent_that_sleeps_between_its_calls_has_every_picture(
    config: Config, daemon: Running, site: str
) -> None:
    def agent(chromium: Any) -> str:
        page = chromium.new_page()
        page.goto(site)
        with watch(page, config=config) as run:
            for number in range(1, 5):
                page.click("#more")
                # Meanwhile nothing calls Playwright, as while an agent asks a model.
                wait_until(lambda: len(steps(config, run.run)) == number)  # noqa: B023
            run.finish()
        return str(run.run)

    run = await with_the_synchronous_api(agent)
    assert_pictured(steps(config, run), 4)
    assert [step.after.title for step in steps(config, run) if step.after] == list("1234")


async def test_the_screen_after_enter_is_the_page_that_it_leads_to(
    config: Config, daemon: Running, page: Any
) -> None:
    async with watch(page, config=config) as run:
        await page.fill("#find", "lamp")
        await run.settled()
        await page.press("#find", "Enter")
        await page.wait_for_url("**/found?*")
        await run.settled()
        await run.finish()
    recorded = steps(config, run.run)
    assert_pictured(recorded, 2)
    assert recorded[1].after and recorded[1].after.url.endswith("/found?q=lamp")


@pytest.mark.alone
async def test_an_asynchronous_agent_that_blocks_its_loop_has_every_picture(
    config: Config, daemon: Running, page: Any
) -> None:
    async with watch(page, config=config) as run:
        for _ in range(3):
            await page.click("#more")
            time.sleep(1)  # noqa: ASYNC251  as an agent does that calls a model and does not wait
        await run.finish()
    assert_pictured(steps(config, run.run), 3)


async def test_the_agent_sees_nothing_of_it(config: Config, daemon: Running, page: Any) -> None:
    contexts = page.context.browser.contexts
    async with watch(page, config=config) as run:
        assert page.context.browser.contexts == contexts
        assert page.context.pages == [page]
        assert await page.evaluate("typeof cdp") == "undefined"
        await run.finish()


async def targets(page: Any) -> dict[str, str]:
    """Of the whole browser: their ids, and their addresses."""
    session = await page.context.browser.new_browser_cdp_session()
    found = await session.send("Target.getTargets")
    await session.detach()
    return {one["targetId"]: one["url"] for one in found["targetInfos"]}


@pytest.mark.parametrize("raises", [True, False], ids=["a crash", "the end"])
async def test_the_hidden_page_goes_with_the_run(
    config: Config, daemon: Running, page: Any, raises: bool
) -> None:
    before = await targets(page)
    try:
        async with watch(page, config=config):
            (hidden_page_id,) = (await targets(page)).keys() - before.keys()
            if raises:
                raise LookupError
    except LookupError:
        pass

    async def is_gone() -> bool:
        return hidden_page_id not in await targets(page)

    await until(is_gone)


async def test_the_hidden_page_goes_with_an_agent_that_is_killed(
    config: Config, driver: Any, tmp_path: Path
) -> None:
    async with with_a_debug_port(driver, tmp_path) as (browser, port):
        page = await browser.new_page()
        agent = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", WATCHED, f"http://127.0.0.1:{port}"),
            env={
                **os.environ,
                "COURTSIDE_DATA_DIR": str(config.data_dir),
                "COURTSIDE_AUTOSTART": "false",
            },
            stdout=asyncio.subprocess.PIPE,
        )
        assert agent.stdout
        async with asyncio.timeout(30):
            assert await agent.stdout.readline() == b"watched\n"
        assert len(await hidden(page)) == 1
        agent.kill()
        await agent.wait()

        async def is_gone() -> bool:
            return not await hidden(page)

        await until(is_gone)


async def hidden(page: Any) -> list[str]:
    """The pages of a relay, in a browser whose other pages are empty."""
    return [url for url in (await targets(page)).values() if url.startswith("http://127.0.0.1")]


@asynccontextmanager
async def with_a_debug_port(driver: Any, folder: Path) -> AsyncIterator[tuple[Any, str]]:
    """A browser's first context, and its port."""
    found = find_browser()
    assert found is not None
    flags = [*found.flags, "--remote-debugging-port=0"]
    opened = await driver.chromium.launch_persistent_context(
        folder / "profile", executable_path=found.path, args=flags
    )
    try:
        yield opened, (folder / "profile" / "DevToolsActivePort").read_text().split()[0]
    finally:
        await opened.close()


async def test_other_pages_are_nobody_s_business(
    config: Config, daemon: Running, page: Any, chromium: Any, site: str
) -> None:
    beside = await page.context.new_page()
    await beside.goto(site)
    async with watch(page, config=config) as run:
        await beside.click("#more")
        for opener in (chromium, page.context):
            other = await opener.new_page()
            await other.goto(site)
            await other.click("#more")
        async with beside.expect_popup() as opening:
            await beside.click("#help")
        await (await opening.value).click("#more")
        await page.click("#more")
        await run.finish()
    assert actions(config, run.run) == ['click button "More"']


@pytest.mark.parametrize("late_s", [0.0, 0.3], ids=["at once", "too late to hold it"])
async def test_what_a_window_does_as_soon_as_it_opens_is_seen(
    config: Config, daemon: Running, page: Any, monkeypatch: pytest.MonkeyPatch, late_s: float
) -> None:
    """Late: the agent's driver lets the new window go before a busy machine lets us listen."""
    send = TargetSession.send

    async def send_late(session: TargetSession, *command: Any) -> Any:
        await asyncio.sleep(late_s)
        return await send(session, *command)

    monkeypatch.setattr(TargetSession, "send", send_late)
    async with watch(page, config=config) as run:
        async with page.expect_popup() as opening:
            await page.click("#open")
        popup = await opening.value
        await popup.wait_for_load_state()
        assert await popup.title() == "undefined"
        async with popup.expect_popup() as opening:
            await popup.evaluate("window.open('/help')")
        other = await opening.value
        if late_s:  # its own script comes as late
            await run.settled()
        await other.click("#more")
        await run.finish()
    opened, more = steps(config, run.run)
    assert opened.effects and opened.effects.requests
    assert [one.path for one in opened.effects.requests] == ["/early"]
    assert render_step(more) == 'click button "More"'


async def test_events_of_requests_that_nobody_reads_stay_in_the_browser(
    config: Config, daemon: Running, page: Any, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: set[str] = set()
    receive = CdpConnection._receive

    def note(browser: CdpConnection, message: Any) -> None:
        told.add(message.method)
        receive(browser, message)

    monkeypatch.setattr(CdpConnection, "_receive", note)
    monkeypatch.setattr(CdpConnection, "_is_wanted", lambda *_: True)
    async with watch(page, config=config) as run:
        await page.goto(f"{site}found")
        await run.finish()
    assert {one for one in told if one.startswith("Network.")} == {SENT, ANSWERED}


async def test_several_runs_in_one_browser_have_their_own_steps(
    config: Config, daemon: Running, chromium: Any, site: str
) -> None:
    async def agent(clicks: int) -> str:
        page = await chromium.new_page()
        await page.goto(site)
        async with watch(page, config=config) as run:
            for _ in range(clicks):
                await page.click("#more")
            await page.close()
            await run.finish()
        return str(run.run)

    async with asyncio.TaskGroup() as group:
        runs = [group.create_task(agent(clicks)) for clicks in (1, 2, 3)]
    assert [len(steps(config, run.result())) for run in runs] == [1, 2, 3]


@pytest.mark.parametrize("kind", ["persistent", "proxy", "over cdp"])
async def test_browsers_of_every_kind_give_it(
    config: Config,
    daemon: Running,
    driver: Any,
    site: str,
    kind: str,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    browser = find_browser()
    assert browser is not None
    how: dict[str, Any] = {"executable_path": browser.path, "args": browser.flags}
    async with AsyncExitStack() as stack:
        match kind:
            case "persistent":
                opened = await driver.chromium.launch_persistent_context(
                    tmp_path / "profile", **how
                )
            case "proxy":
                proxy = {"server": site, "bypass": "<-loopback>"}
                opened = await driver.chromium.launch(proxy=proxy, **how)
            case _:
                started = with_a_debug_port(driver, tmp_path)
                _, port = await stack.enter_async_context(started)
                opened = await driver.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
        stack.push_async_callback(opened.close)
        page = await opened.new_page()
        await page.goto(site)
        async with watch(page, config=config) as run:
            await page.click("#more")
            await run.finish()
    assert_pictured(steps(config, run.run), 1)
    assert "own connection" not in caplog.text


@pytest.mark.parametrize("asynchronous", [True, False])
async def test_a_browser_that_gives_none_is_watched_through_the_agent_s(
    config: Config,
    daemon: Running,
    page: Any,
    site: str,
    asynchronous: bool,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(hidden_page, "MIN_CHROME_VERSION", 10_000)

    def agent(chromium: Any) -> str:
        own = chromium.new_page()
        own.goto(site)
        with watch(own, config=config) as run:
            own.click("#more")
            while not steps(config, run.run):
                own.wait_for_timeout(20)  # Playwright moves only meanwhile
            run.finish()
        return str(run.run)

    if asynchronous:
        async with watch(page, config=config) as watched:
            await page.click("#more")
            await watched.settled()
            await watched.finish()
        run = watched.run
    else:
        run = await with_the_synchronous_api(agent)
    assert_pictured(steps(config, run), 1)
    (line,) = [one.getMessage() for one in caplog.records]
    assert "through the agent's own connection (this browser has no hidden pages)" in line


async def test_a_synchronous_agent_s_handlers_go_on_while_it_waits_for_a_step(
    config: Config, daemon: Running, site: str
) -> None:
    def agent(chromium: Any) -> str:
        page = chromium.new_page()
        page.goto(site)
        page.route("**/late", lambda route: route.fulfill(body="<title>Late</title>"))
        with watch(page, config=config) as run:
            page.evaluate("() => { more.onclick = () => location.href = '/late' }")
            page.click("#more", no_wait_after=True)
            run.settled()
            run.finish()
        return str(run.run)

    run = await with_the_synchronous_api(agent)
    assert [step.after.title for step in steps(config, run) if step.after] == ["Late"]


@pytest.mark.alone
async def test_a_browser_that_goes_in_the_middle_ends_the_run_at_once(
    config: Config, daemon: Running, site: str
) -> None:
    def agent(chromium: Any) -> str:
        page = chromium.new_page()
        page.goto(site)
        with watch(page, config=config) as run:
            page.click("#more")
            chromium.close()
            began = time.monotonic()
            run.finish(timeout_s=1)
        assert time.monotonic() - began < 5
        return str(run.run)

    run = await with_the_synchronous_api(agent)
    assert actions(config, run) == ['click button "More"']


@pytest.mark.parametrize("beside", ["neither", "outer", "inner"])
async def test_who_watches_a_page_goes_on_where_another_leaves_it(
    config: Config, daemon: Running, driver: Any, site: str, tmp_path: Path, beside: str
) -> None:
    async with with_a_debug_port(driver, tmp_path) as (context, port):
        page = context.pages[0]
        await page.goto(site)

        def watched(who: str) -> Any:
            if who != beside:
                return watch(page, config=config)
            return watch(cdp=f"http://127.0.0.1:{port}", config=config)

        async with watched("outer") as outer:
            async with watched("inner") as inner:
                await page.click("#more")
                await inner.settled()
                await inner.finish()
            for _ in range(2):
                await page.click("#more")
                await outer.settled()
            await outer.finish()
    assert_pictured(steps(config, inner.run), 1)
    assert_pictured(steps(config, outer.run), 3)


async def test_what_is_given_up_before_it_began_leaves_no_warning() -> None:
    asked = threading.Event()

    class SilentBrowser:
        async def send(self, *words: object) -> None:
            asked.set()
            await asyncio.Event().wait()

    async def never_begins() -> None:
        raise AssertionError

    pages = BrowserPages(cast(Any, None), lambda work: work.close(), cast(Any, None))
    pages._thread = LoopThread("courtside-browser")
    pages._browser, pages._watching = cast(Any, SilentBrowser()), Future()
    work = never_begins()
    doing = pages.submit(work)
    await asyncio.to_thread(asked.wait, 10)
    doing.cancel()
    await asyncio.to_thread(pages._thread.close)
    assert inspect.getcoroutinestate(work) == inspect.CORO_CLOSED
