"""Agents that do not wait, and pages that close, crash, hang or go away under a look."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from debug_port import a_debug_port
from waiting import until

from courtside_bridges.web.browsers import find_browser
from courtside_bridges.web.cdp import TargetSession, connected
from courtside_bridges.web.watching import watch
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.reading import Reader
from courtside_store.records import Step
from courtside_store.rendering import render_step

pytestmark = pytest.mark.chrome
BLANK = "Nothing here"
SMILE = "\U0001f600"
PAGES = {
    "/text": f"<title>{'x' * 499}{SMILE}</title><p id=lone></p>"
    f"<button style='width:200px;overflow:hidden'>{'y' * 199}{SMILE}</button>"
    "<script>lone.textContent = 'half ' + String.fromCharCode(0xd83d)</script>",
    "/counter": "<title>0</title><button id=more onclick='document.title=++n'>More</button>"
    "<script>n=0</script>",
    "/signed-out": "<title>Out</title>"
    "<button id=in onclick='window.open(`/login`)'>Sign in</button>",
    "/login": "<title>Login</title><button id=yes "
    "onclick='opener.document.title=`In`;window.close()'>Yes</button>",
    "/asks": "<title>Out</title><button id=in onclick='window.open(`/nods`)'>Sign in</button>",
    "/nods": "<title>Nods</title><script>opener.document.title='In';window.close()</script>",
    "/vanishes": "<title>Menu</title><div id=menu><button id=pick "
    "onmousedown=\"menu.remove();document.title='Picked'\">Pick</button></div>",
    "/code": "<title>Code</title><input id=code aria-label=Code "
    "oninput='if (value.length === 4) location = `/in`'>",
    "/closes": "<title>Closes</title><input id=code aria-label=Code "
    "oninput='if (value.length === 4) window.close()'>",
    "/opens": "<title>Opens</title><button id=open onclick='window.open(`/closes`)'>Open</button>",
    "/app": "<title>App</title><button id=go onclick='history.pushState(0, 0, `/app/2?token=x`)'>Go"
    "</button>",
    "/board": "<title>Board</title><iframe style='margin:70px 0 0 90px' width=300 height=200 "
    "srcdoc='<div id=piece style=\"width:50px;height:50px;background:red\">piece</div>'></iframe>",
}


def plain(path: str) -> str:
    """A server's page: a link to the next one, nothing else."""
    number = int(path.rpartition("/")[2] or 0)
    return f"<title>Page {number}</title><a id=next href=/page/{number + 1}>Next</a>"


@pytest.fixture
async def site() -> AsyncIterator[str]:
    async def serve(request: web.Request) -> web.Response:
        path = request.path
        text = PAGES.get(path) or (plain(path) if path.startswith("/page") else BLANK)
        return web.Response(text="<!doctype html>" + text, content_type="text/html")

    app = web.Application()
    app.router.add_get("/{any:.*}", serve)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    await runner.cleanup()


@pytest.fixture
async def port(tmp_path: Path) -> AsyncIterator[str]:
    """The address of a browser with a debug port."""
    async with a_debug_port(tmp_path) as address:
        yield address


@pytest.fixture
async def driven(driver: Any, port: str) -> AsyncIterator[Any]:
    """A page that an agent drives through a connection of its own."""
    chromium = await driver.chromium.connect_over_cdp(port)
    yield await chromium.contexts[0].new_page()
    await chromium.close()


@pytest.fixture
async def page(chromium: Any) -> Any:
    return await chromium.new_page()


def steps(config: Config, run: str) -> list[Step]:
    with Reader(config) as reader:
        return list(reader.steps(run))


def actions(config: Config, run: str) -> list[str]:
    return [render_step(step) for step in steps(config, run)]


async def has_actions(config: Config, run: str, least: int) -> None:
    """Waits for so many."""
    await until(lambda: len(actions(config, run)) >= least)


async def test_an_agent_that_closes_its_page_after_its_last_action_loses_no_step(
    config: Config, daemon: Running, port: str, driven: Any, site: str
) -> None:
    await driven.goto(site + "/page/0")
    async with watch(cdp=port, config=config) as run:
        for number in range(1, 6):
            await driven.click("#next")
            await driven.wait_for_url(f"**/page/{number}")
        await driven.close()
        await run.finish()
    assert actions(config, run.run) == ['click link "Next"'] * 5
    assert_own_screens(steps(config, run.run))


async def test_what_is_typed_when_the_page_is_closed_is_a_step(
    config: Config, daemon: Running, port: str, driven: Any, site: str
) -> None:
    await driven.set_content("<label>Name <input id=name></label>")
    async with watch(cdp=port, config=config) as run:
        await driven.fill("#name", "Ada")
        await driven.close()
        await run.finish()
    assert actions(config, run.run) == ['type "Ada" into textbox "Name"']


def assert_own_screens(recorded: list[Step]) -> None:
    """Step n begins on page n - 1 and ends on page n, wherever its screens were seen."""
    for number, step in enumerate(recorded):
        assert step.before and step.after
        assert step.before.title in ("", f"Page {number}")
        assert step.after.title in ("", f"Page {number}", f"Page {number + 1}")
        assert step.before.frame or step.before.withheld
        assert step.after.frame or step.after.withheld


@pytest.mark.parametrize("beside", [True, False], ids=["port", "playwright"])
async def test_the_screen_after_a_click_is_never_that_of_the_goto_after_it(
    config: Config, daemon: Running, port: str, driven: Any, beside: bool, site: str
) -> None:
    agent = driven
    await agent.goto(site + "/counter")
    watched = watch(cdp=port, config=config) if beside else watch(agent, config=config)
    async with watched as run:
        for _ in range(8):
            await agent.click("#more")
            await agent.goto(site + "/other")
            await agent.goto(site + "/counter")
        await run.finish()
    recorded = steps(config, run.run)
    assert [step.actions[0].kind for step in recorded] == ["click", "navigate", "navigate"] * 8
    for step in recorded[::3]:
        assert step.after is not None and BLANK not in step.after.text
        assert step.after.title == "1" or step.after.withheld
    for step in recorded[1::3]:
        assert step.after is not None and step.after.url.endswith("/other")


@pytest.mark.alone
@pytest.mark.parametrize("beside", [True, False], ids=["port", "playwright"])
async def test_a_page_that_crashed_ends_within_five_seconds(
    config: Config, daemon: Running, port: str, driven: Any, beside: bool, site: str
) -> None:
    agent = driven
    await agent.goto(site + "/counter")
    watched = watch(cdp=port, config=config) if beside else watch(agent, config=config)
    async with watched as run:
        await agent.click("#more")
        await run.settled()
        async with agent.expect_event("crash"):
            crashing = asyncio.ensure_future(agent.goto("chrome://crash"))  # noqa: TID251  never ends
        crashing.cancel()
        began = time.monotonic()
        await run.finish("42", claims_success=True, timeout_s=1)
    assert time.monotonic() - began < 5
    assert actions(config, run.run)[0] == 'click button "More"'
    assert_ended_by_the_crash(config, run.run)


@pytest.mark.alone
async def test_a_page_that_crashed_does_not_hold_the_synchronous_agent(
    config: Config, daemon: Running, site: str
) -> None:
    def agent() -> tuple[str, float]:
        from playwright.sync_api import Error, sync_playwright

        browser = find_browser()
        assert browser is not None
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=browser.path, args=browser.flags)
            own = chromium.new_page()
            own.goto(site + "/counter")
            with watch(own, config=config) as run:
                own.click("#more")
                with pytest.raises(Error):
                    own.goto("chrome://crash", timeout=2000)
                began = time.monotonic()
                run.finish("42", claims_success=True, timeout_s=1)
            took_s = time.monotonic() - began
            chromium.close()
            return str(run.run), took_s

    run, took_s = await asyncio.to_thread(agent)
    assert took_s < 5
    assert actions(config, run)[0] == 'click button "More"'
    assert_ended_by_the_crash(config, run)


async def test_a_page_that_is_loaded_again_after_its_crash_is_watched_again(
    config: Config, daemon: Running, port: str, site: str
) -> None:
    """Playwright lets no agent go on after a crash; another driver, or a person, may."""
    async with a_bare_page(port) as page:
        await page.send("Page.navigate", {"url": site + "/counter"})
        async with watch(cdp=port, config=config) as run:
            crashed = asyncio.Event()
            page.on("Inspector.targetCrashed", lambda _: crashed.set())
            await page.send("Inspector.enable")
            crashing = asyncio.ensure_future(page.send("Page.crash"))  # noqa: TID251  never ends
            await crashed.wait()
            crashing.cancel()
            await page.send("Page.navigate", {"url": site + "/counter"})
            await until(lambda: pressed(page, config, run.run))
            await run.finish("1", timeout_s=1)
    with Reader(config) as reader:
        summary = reader.summary(run.run)
    assert summary is not None and summary.run.ended_by == "finish"
    looks = [look for step in steps(config, run.run) for look in (step.before, step.after)]
    assert {look.window for look in looks if look} == {1}


@asynccontextmanager
async def a_bare_page(port: str) -> AsyncIterator[TargetSession]:
    """The browser's page, driven without a library."""
    async with connected(port) as browser:
        reading = asyncio.ensure_future(browser.run())  # noqa: TID251  cancelled below
        try:
            targets = (await browser.send("Target.getTargets", {}, ""))["targetInfos"]
            page = next(one["targetId"] for one in targets if one["type"] == "page")
            there = {"targetId": page, "flatten": True}
            answer = await browser.send("Target.attachToTarget", there, "")
            yield TargetSession(browser, answer["sessionId"])
        finally:
            reading.cancel()


async def pressed(page: TargetSession, config: Config, run: str) -> bool:
    """Presses the page's button; whether a press of it is recorded."""
    for kind in ("mousePressed", "mouseReleased"):
        at = {"x": 20, "y": 20, "button": "left", "clickCount": 1}
        await page.send("Input.dispatchMouseEvent", {"type": kind, **at})
    return 'click button "More"' in actions(config, run)


def assert_ended_by_the_crash(config: Config, run: str) -> None:
    """Though the agent calls it a success; what it says is kept."""
    with Reader(config) as reader:
        summary = reader.summary(run)
    assert summary is not None and summary.run.ended_by == "page-crashed"
    assert summary.run.answer == "42" and summary.run.claims_success is True


@pytest.mark.alone
async def test_a_tab_that_hangs_holds_up_neither_attaching_nor_the_other_tabs(
    config: Config, daemon: Running, port: str, driven: Any, site: str
) -> None:
    hung = await driven.context.new_page()
    await hung.goto(site + "/hung")
    await hung.evaluate("setTimeout(() => { for (;;); })")
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(hung.evaluate("1"), 0.5)
    await driven.goto(site + "/counter")
    await driven.bring_to_front()
    began = time.monotonic()
    async with watch(cdp=port, config=config) as run:
        assert time.monotonic() - began < 5
        for number in range(1, 4):
            await driven.click("#more")
            await has_actions(config, run.run, number)
        began = time.monotonic()
        await run.finish(timeout_s=1)
        assert time.monotonic() - began < 5
    assert actions(config, run.run) == ['click button "More"'] * 3
    assert [step.after.title for step in steps(config, run.run) if step.after] == ["1", "2", "3"]


async def test_what_a_window_that_closes_itself_leaves_is_on_the_page_that_opened_it(
    config: Config, daemon: Running, site: str, page: Any
) -> None:
    from playwright.async_api import Error

    await page.goto(f"{site}/signed-out")
    async with watch(page, config=config) as run:
        async with page.expect_popup() as opening:
            await page.click("#in")
        window = await opening.value
        await run.settled()
        async with window.expect_event("close"):
            with contextlib.suppress(
                Error
            ):  # the window may be gone before the click is said to be done
                await window.click("#yes")
        await run.finish()
    recorded = steps(config, run.run)
    assert actions(config, run.run) == ['click button "Sign in"', 'click button "Yes"']
    assert [step.after.title for step in recorded if step.after] == ["Login", "In"]
    assert recorded[1].after and recorded[1].after.frame


async def test_what_a_window_leaves_that_closes_itself_at_once_is_on_the_page_that_opened_it(
    config: Config, daemon: Running, site: str, page: Any
) -> None:
    await page.goto(f"{site}/asks")
    async with watch(page, config=config) as run:
        async with page.expect_popup():
            await page.click("#in")
        await page.wait_for_function("document.title === 'In'")
        await run.settled()
        await run.finish()
    (step,) = steps(config, run.run)
    assert step.after and step.after.title == "In" and step.after.frame


async def test_half_characters_blind_nobody(
    config: Config, daemon: Running, page: Any, site: str
) -> None:
    await page.goto(site + "/text")
    async with watch(page, config=config) as run:
        await page.click("button")
        await run.finish()
    (step,) = steps(config, run.run)
    assert step.after is not None and step.after.elements and step.after.frame
    assert step.after.title == "x" * 499 and "half �" in step.after.text
    assert step.actions[0].target is not None and step.actions[0].target.text == "y" * 199


async def test_a_press_on_what_goes_away_at_once_is_a_click(
    config: Config, daemon: Running, page: Any, site: str
) -> None:
    await page.goto(site + "/vanishes")
    async with watch(page, config=config) as run:
        await page.click("#pick")
        await run.finish()
    assert actions(config, run.run) == ['click button "Pick"']


@pytest.mark.parametrize("goes", ["parent.f.remove()", "top.location = '/board'"])
async def test_a_press_that_takes_its_own_page_away_is_a_click(
    config: Config, daemon: Running, page: Any, site: str, goes: str
) -> None:
    inside = f'<button id=b onpointerdown="{goes}">Press</button>'
    await page.goto(site + "/blank")
    if "remove" in goes:
        await page.set_content("<iframe name=f id=f></iframe>")
    frame = page.frames[-1]
    await frame.set_content(inside)
    async with watch(page, config=config) as run:
        box = await frame.locator("#b").bounding_box()
        await page.mouse.move(box["x"] + 9, box["y"] + 9)
        await page.mouse.down()
        await page.mouse.up()
        await run.finish()
    assert actions(config, run.run)[0] == 'click button "Press"'
    assert [one.partition(" ")[0] for one in actions(config, run.run)].count("click") == 1


async def test_a_press_before_which_the_page_asks_and_stays_is_one_click(
    config: Config, daemon: Running, page: Any, site: str
) -> None:
    page.on("dialog", lambda dialog: dialog.dismiss())
    await page.goto(site + "/blank")
    await page.set_content(
        "<input><button onpointerdown=\"location = '/board'\">Press</button>"
        "<script>onbeforeunload = (e) => e.preventDefault()</script>"
    )
    async with watch(page, config=config) as run:
        await page.fill("input", "x")
        await page.click("button")
        await run.finish()
    said = actions(config, run.run)
    assert [one.partition(" ")[0] for one in said].count("click") == 1, said


async def test_a_drag_in_an_inner_frame_has_the_page_s_own_points(
    config: Config, daemon: Running, page: Any, site: str
) -> None:
    await page.goto(site + "/board")
    box = await page.frame_locator("iframe").locator("#piece").bounding_box()
    async with watch(page, config=config) as run:
        await page.mouse.move(box["x"] + 20, box["y"] + 20)
        await page.mouse.down()
        await page.mouse.move(box["x"] + 120, box["y"] + 60, steps=4)
        await page.mouse.up()
        await run.finish()
    (step,) = steps(config, run.run)
    action = step.actions[0]
    assert action.kind == "drag" and action.point and action.to_point
    assert [round(v) for v in action.point] == [round(box["x"] + 20), round(box["y"] + 20)]
    assert [round(v) for v in action.to_point] == [round(box["x"] + 120), round(box["y"] + 60)]


@pytest.mark.parametrize("how", ["the page goes", "the agent goes", "the window closes itself"])
async def test_what_is_typed_at_once_before_a_page_goes_is_told_whole(
    config: Config, daemon: Running, page: Any, site: str, how: str
) -> None:
    await page.goto(site + ("/opens" if how == "the window closes itself" else "/code"))
    async with watch(page, config=config) as run:
        if how == "the window closes itself":
            async with page.expect_popup() as opening:
                await page.click("#open")
            window = await opening.value
            await window.wait_for_selector("#code")
            async with window.expect_event("close"):
                with contextlib.suppress(Exception):  # it is gone before the driver is answered
                    await window.type("#code", "1234")
        else:
            await page.type("#code", "1234" if how == "the page goes" else "123")
            if how == "the agent goes":
                await page.goto(site + "/in")
            await page.wait_for_url("**/in")
        await run.finish()
    digits = "123" if how == "the agent goes" else "1234"
    assert f'type "{digits}" into textbox "Code"' in actions(config, run.run)


async def test_a_screen_that_nobody_saw_has_the_address_that_the_page_gave_itself(
    config: Config, daemon: Running, page: Any, site: str
) -> None:
    await page.goto(site + "/app")
    async with watch(page, config=config) as run:
        await page.click("#go")
        await page.close()
        await run.finish()
    (step,) = steps(config, run.run)
    assert step.after is not None and step.after.url == site + "/app/2?token=***"


async def holding_up(page: Any) -> set[str]:
    """What our scripts listen to in a page that a browser has to ask before it may close it."""
    session = await page.context.new_cdp_session(page)
    worlds: list[int] = []

    def note(params: Any) -> None:
        if params["context"]["name"].startswith("courtside"):
            worlds.append(params["context"]["id"])

    session.on("Runtime.executionContextCreated", note)
    await session.send("Runtime.enable")
    window = await session.send(
        "Runtime.evaluate", {"expression": "window", "contextId": worlds[0]}
    )
    there = {"objectId": window["result"]["objectId"]}
    found = await session.send("DOMDebugger.getEventListeners", there)
    await session.detach()
    heard = {one["type"] for one in found["listeners"]}
    assert "pointerdown" in heard
    return heard & {"pagehide", "beforeunload", "unload", "visibilitychange"}


async def test_a_page_on_which_nothing_waits_may_be_closed_unasked(
    config: Config, daemon: Running, page: Any, site: str
) -> None:
    """Chromium forgets to close one that must be asked and shows another page meanwhile; the agent
    would wait for ever.
    """
    await page.goto(site + "/counter")
    async with watch(page, config=config) as run:
        assert not await holding_up(page)
        await page.click("#more")
        assert not await holding_up(page)
        await run.finish()


async def test_the_last_characters_and_the_last_scroll_before_a_page_is_closed_are_told(
    config: Config, daemon: Running, page: Any, site: str
) -> None:
    await page.goto(site + "/blank")
    await page.set_content("<input aria-label=Name><p style='height:5000px'>")
    async with watch(page, config=config) as run:
        await page.mouse.wheel(0, 300)
        await page.wait_for_function("scrollY > 0")
        await page.focus("input", timeout=5000)
        await page.type("input", "Lovelace")
        await page.close()
        await run.finish()
    assert actions(config, run.run)[-1] == 'type "Lovelace" into textbox "Name"'
