"""A real agent in a real Chromium, watched through the CDP observer by a real daemon."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from aiohttp import web
from debug_port import a_debug_port
from PIL import Image
from waiting import until

from courtside_bridges.client.control_api import call
from courtside_bridges.client.link import send_outbox
from courtside_bridges.client.watched_run import AsyncWatchedRun, WatchedRun
from courtside_bridges.web import hidden_page
from courtside_bridges.web.browsers import find_browser
from courtside_bridges.web.observer import Observer
from courtside_bridges.web.watching import watch
from courtside_daemon.app import running
from courtside_refine.lessons.reflection import reflect
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.daemon_state import Running, read_running
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
PAGES = {
    "/lively": """<!doctype html><title>Lively</title>
<div id=chart style="height:50px;overflow:auto">
<div style="height:500px"></div></div><label><input type=checkbox id=c>Remember</label>
<button id=ask onclick="out.textContent=confirm('Sure?')">Ask</button><p id=out></p>
<a id=new href="/popup" target=_blank>Help</a>
<script>setInterval(()=>{chart.scrollTop=(chart.scrollTop+7)%400},300)</script>""",
    "/balance": """<!doctype html><title>Bank</title><p class=balance
style="background:#0f0;color:#0f0;width:200px">Balance <b>1,234</b></p>
<button id=more onclick="this.after('!')">More</button>""",
    "/shrinking": """<!doctype html><title>Rows</title><div id=rows style="height:3000px"></div>
<button id=less onclick="setTimeout(()=>{rows.style.height='1500px';document.title='Few'},1200)">
Fewer</button>
<script>onscroll=()=>{if(document.title==='Few')document.title='Moved up'}</script>""",
    "/prices": "<!doctype html><title>Prices</title><p>Bath</p><p>20 EUR</p>",
    "/popup": "<!doctype html><title>Help</title><p>How to pay</p><button>Close help</button>",
    "/counter": """<!doctype html><title>0</title><button id=more style="margin:60px"
onclick="out.textContent=document.title=++n">More</button><p id=out>0</p><script>n=0</script>""",
    "/shop": """<!doctype html><title>Shop</title><h1>Pay</h1>
<script>document.write(`<iframe style="margin:50px" width=300 height=200
src="http://localhost:${location.port}/card"></iframe>`)</script>""",
    "/card": """<!doctype html><body style="background:#0f0"><input id=n autocomplete=cc-number
style="background:#0f0;border:0"><button id=pay>Pay now</button>
<a id=next href="/second">Next</a>""",
    "/second": """<!doctype html><title>Second</title><button id=push
onclick="history.pushState({},'',`/second?${Math.random()}`)">Push</button>""",
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
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/"
    await runner.cleanup()


@pytest.fixture
async def page(chromium: Any, request: Any, site: str) -> Any:
    scale = getattr(request, "param", 1)
    opened = await (await chromium.new_context(device_scale_factor=scale)).new_page()
    await opened.goto(site)
    return opened


sharp_too = pytest.mark.parametrize("page", [1, 2], ids=["plain", "sharp"], indirect=True)
"""For what looks at pictures or points: nothing else of a run depends on how sharp a screen is."""


def steps(config: Config, run: str) -> list[Step]:
    with Reader(config) as reader:
        return list(reader.steps(run))


def actions(config: Config, run: str) -> list[str]:
    return [render_step(step) for step in steps(config, run)]


@sharp_too
async def test_what_the_agent_does_becomes_steps_with_frames_and_a_verdict(
    config: Config, daemon: Running, page: Any
) -> None:
    async with watch(
        page, task='Enter "Ada", "large" and "Gift", then press Save.', agent="test", config=config
    ) as run:
        await page.fill("#nam", "Ada")
        await run.settled()
        await page.select_option("#size", "large")
        await run.settled()
        await page.check("#gift")
        await run.settled()
        await page.click("#save")
        outcome = await run.finish("done", True)
    assert actions(config, run.run) == [
        'type "Ada" into textbox "Name"',
        'select "large" in combobox "Size"',
        'click checkbox "Gift"',
        'click button "Save"',
    ]
    assert outcome.verdict.label == "success"
    for step in steps(config, run.run):
        assert step.before and step.after and step.before.frame and step.after.frame
    last = steps(config, run.run)[-1].after
    assert last is not None and "Saved Ada" in last.text


@pytest.mark.parametrize(
    ("path", "task", "answer", "label"),
    [
        ("prices", "What does a bath cost?", "20 EUR", "success"),
        ("", 'Enter "Ada" as the name and press Save.', "Done", "failure"),
    ],
)
async def test_of_an_agent_that_only_looks_or_does_nothing_the_screen_is_kept(
    config: Config,
    daemon: Running,
    page: Any,
    site: str,
    path: str,
    task: str,
    answer: str,
    label: str,
) -> None:
    await page.goto(site + path)
    async with watch(page, task=task, config=config) as run:
        outcome = await run.finish(answer, True)
    (step,) = steps(config, run.run)
    assert step.actions == () and step.before and step.after and step.after.frame
    assert outcome.verdict.label == label


async def test_of_an_agent_whose_page_is_gone_before_it_did_anything_nothing_is_kept(
    config: Config, daemon: Running, page: Any
) -> None:
    async with watch(page, task="Look", config=config) as run:
        await page.close()
        outcome = await run.finish("Done", True)
    assert steps(config, run.run) == [] and outcome.verdict.label == "unknown"


async def test_what_a_hurried_agent_fills_in_is_not_on_the_screen_before(
    config: Config, daemon: Running, page: Any
) -> None:
    async with watch(page, config=config) as run:
        for round in range(3):
            await page.reload()
            await page.fill("#nam", f"Ada {round}")
            await page.select_option("#size", "large")
            await page.fill("#nam", f"Eve {round}")
        await run.finish()
    filled = [step for step in steps(config, run.run) if step.actions[0].kind != "navigate"]
    assert [step.actions[0].kind for step in filled] == ["type", "select", "type"] * 3
    for step in filled:
        assert step.before
        action = step.actions[0]
        fields = {element.text: element.value for element in step.before.elements}
        assert fields.get("Name" if action.kind == "type" else "Size") != action.text


@sharp_too
async def test_frames_inside_frames_and_shadow_roots_are_seen(
    config: Config, daemon: Running, page: Any
) -> None:
    async with watch(page, config=config) as run:
        await page.frame_locator("#inner").get_by_text("Inside").click()
        await run.settled()
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
        await run.settled()
        await run.finish()
    assert [a.split()[0] for a in actions(config, run.run)] == ["navigate"]


@sharp_too
async def test_a_password_is_in_no_file_row_frame_or_log(
    config: Config, daemon: Running, page: Any
) -> None:
    async with watch(page, task="log in", config=config) as run:
        await page.fill("#pw", SECRET)
        await run.settled()
        await page.click("#show")
        await run.settled()
        await run.finish(answer=f'The password is "{SECRET}"')
    assert actions(config, run.run)[0] == 'type (secret) into textbox "Password"'
    with Reader(config) as reader:
        summary = reader.summary(run.run)
    assert summary and summary.run.answer == 'The password is "***"'
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


@sharp_too
async def test_what_a_person_wants_hidden_is_neither_pictured_nor_read(
    config: Config, daemon: Running, page: Any
) -> None:
    await page.goto(page.url + "balance")
    hiding = msgspec.structs.replace(config, mask=(".balance",))
    async with watch(page, config=hiding) as run:
        await page.click("#more")
        await run.finish()
    for step in steps(config, run.run):
        for look in (step.before, step.after):
            assert look is not None and look.frame and "1,234" not in look.text
            assert not any("1,234" in e.text for e in look.elements)
            assert green(Blobs(config.blobs).read(look.frame) or b"") == 0


@sharp_too
async def test_a_mask_that_cannot_be_read_hides_everything(
    config: Config, daemon: Running, page: Any
) -> None:
    await page.goto(page.url + "balance")
    async with watch(page, config=msgspec.structs.replace(config, mask=("..",))) as run:
        await page.click("#more")
        await run.finish()
    look = steps(config, run.run)[0].after
    assert look is not None and look.text == ""
    assert look.frame is None or green(Blobs(config.blobs).read(look.frame) or b"") == 0


async def test_watching_starts_the_daemon_where_that_is_allowed(config: Config, page: Any) -> None:
    own = msgspec.structs.replace(config, autostart=True)
    try:
        async with watch(page, task='Press "Save".', config=own) as run:
            await page.click("#save")
            outcome = await run.finish()
        assert outcome.verdict.status == "ok"
        assert actions(config, run.run) == ['click button "Save"']
    finally:
        if started := read_running(config):
            await asyncio.to_thread(call, config, started, "POST", "/v1/stop", {})


async def test_what_a_page_does_by_itself_is_no_action(
    config: Config, daemon: Running, page: Any
) -> None:
    await page.goto(page.url + "lively")
    async with watch(page, config=config) as run:
        await page.wait_for_function("chart.scrollTop > 20")  # it scrolls itself
        await page.click("text=Remember")
        await run.finish()
    assert [a.split(" ", 2)[2] for a in actions(config, run.run)] == ['"Remember"']


async def test_a_page_that_gets_shorter_and_moves_up_to_its_end_was_not_scrolled(
    config: Config, daemon: Running, page: Any
) -> None:
    await page.goto(page.url + "shrinking")
    async with watch(page, config=config) as run:
        await page.click("#less")  # down at the end of the page
        await page.wait_for_function("document.title === 'Moved up'")
        await run.finish()
    assert actions(config, run.run) == ['click button "Fewer"']


@sharp_too
async def test_an_agent_faster_than_the_camera_is_still_seen_right(
    config: Config, daemon: Running, page: Any
) -> None:
    await page.goto(page.url + "counter")
    async with watch(page, config=config) as run:
        for _ in range(10):
            await page.click("#more")
        await run.finish()
    seen = steps(config, run.run)
    assert len(seen) == 10
    assert [(s.before.title, s.after.title) for s in seen if s.before and s.after] == [
        (str(n), str(n + 1)) for n in range(10)
    ]


async def test_several_actions_are_one_step_where_the_agent_says_so(
    config: Config, daemon: Running, page: Any
) -> None:
    async with watch(page, task='Enter "Ada" and press Save.', config=config) as run:
        async with run.together("I fill the form in one go"):
            await page.fill("#nam", "Ada")
            await page.select_option("#size", "large")
            await page.click("#save")
        await page.check("#gift")
        await run.finish()
    first, second = steps(config, run.run)
    assert [a.kind for a in first.actions] == ["type", "select", "click"]
    assert first.thought == "I fill the form in one go" and len(second.actions) == 1
    assert first.before and "Saved" not in first.before.text
    assert first.after and "Saved Ada" in first.after.text


async def test_an_error_among_several_actions_ends_the_step_and_reaches_the_agent(
    config: Config, daemon: Running, page: Any
) -> None:
    async with watch(page, config=config) as run:
        with pytest.raises(LookupError, match="no such button"):
            async with run.together("I fill the form"):
                await page.fill("#nam", "Ada")
                await page.select_option("#size", "large")
                raise LookupError("no such button")
        await page.check("#gift")
        await page.click("#save")
        await run.finish()
    kinds = [[action.kind for action in step.actions] for step in steps(config, run.run)]
    assert kinds == [["type", "select"], ["click"], ["click"]]


async def test_a_browser_without_cdp_is_said_in_one_line(
    config: Config, daemon: Running, caplog: pytest.LogCaptureFixture
) -> None:
    async with watch(NotChromium(), config=config) as run:
        outcome = await run.finish()
    why = "not watched: CDP session is only available in Chromium"
    assert outcome.verdict.label == "unknown" and why in outcome.verdict.explanation
    assert f"this run is {why}" in caplog.text
    with Reader(config) as reader:
        assert reader.counts().runs == 0


class NotChromium:
    """A Playwright page of Firefox, as far as watching it gets."""

    @property
    def context(self) -> NotChromium:
        return self

    async def new_cdp_session(self, page: object) -> None:
        raise RuntimeError("CDP session is only available in Chromium")

    async def goto(self, url: str) -> None: ...

    def on(self, event: str, handle: object) -> None: ...

    def is_closed(self) -> bool:
        return False


async def test_a_goto_right_after_a_click_is_an_action_of_its_own(
    config: Config, daemon: Running, page: Any
) -> None:
    async with watch(page, config=config) as run:
        await page.click("#save")
        await page.goto(page.url + "other")
        await run.finish()
    assert [a.split()[0] for a in actions(config, run.run)] == ["click", "navigate"]


@sharp_too
async def test_a_blank_page_is_a_step_and_hides_what_was_before_it(
    config: Config, daemon: Running, page: Any
) -> None:
    site = page.url
    async with watch(page, config=config) as run:
        await page.goto("about:blank")
        await run.settled()
        await page.goto(site + "counter")
        await run.finish()
    assert actions(config, run.run) == ["navigate about:blank", f"navigate {site}counter"]
    blank, counter = steps(config, run.run)
    assert blank.before and blank.before.title == "Shop" and blank.after
    assert counter.before and blank.after.url == counter.before.url == "about:blank"


async def test_text_and_the_enter_right_after_it_have_their_screens(
    config: Config, daemon: Running, page: Any
) -> None:
    async with watch(page, config=config) as run:
        await page.fill("#nam", "Ada")
        await page.press("#nam", "Enter")
        await run.finish()
    typed, pressed = steps(config, run.run)
    assert [a.kind for s in (typed, pressed) for a in s.actions] == ["type", "press"]
    for look in (typed.after, pressed.before):
        assert look and "Ada" in [element.value for element in look.elements]


async def pressed_popup(page: Any, run: Any) -> Any:
    """The pop-up that the page opened, once its button was pressed."""
    async with page.expect_popup() as opening:
        await page.click("#new")
    popup = await opening.value
    await run.settled()
    await popup.click("text=Close help")
    await run.settled()
    return popup


async def test_a_popup_is_part_of_the_run(config: Config, daemon: Running, page: Any) -> None:
    await page.goto(page.url + "lively")
    async with watch(page, config=config) as run:
        popup = await pressed_popup(page, run)
        await popup.close()
        await page.click("#c")
        await run.finish()
    assert actions(config, run.run) == [
        'click link "Help"',
        'click button "Close help"',
        'click checkbox "Remember"',
    ]
    seen = steps(config, run.run)
    opened = seen[0].after
    assert opened is not None and opened.title == "Help" and opened.frame
    windows = [(one.before and one.before.window, one.after and one.after.window) for one in seen]
    assert windows == [(1, 2), (2, 2), (1, 1)]
    assert [one.before and one.before.opener for one in seen] == [None, 1, None]


async def test_a_run_whose_popup_was_closed_ends_on_the_page_that_opened_it(
    config: Config, daemon: Running, page: Any
) -> None:
    """Also where the pop-up was seen after the last action: what it left is on the other page."""
    await page.goto(page.url + "lively")
    async with watch(page, config=config) as run:
        popup = await pressed_popup(page, run)
        await page.evaluate("document.title = 'Helped'")
        await popup.close()
        await run.finish()
    *_, pressed, last = steps(config, run.run)
    assert pressed.after and pressed.after.title == "Help" and pressed.actions
    assert not last.actions and last.after and last.after.title == "Helped"


async def test_a_dialog_and_its_answer_are_told(config: Config, daemon: Running, page: Any) -> None:
    await page.goto(page.url + "lively")
    page.on("dialog", lambda dialog: dialog.accept())
    async with watch(page, config=config) as run:
        await page.click("#ask")
        await run.finish()
    seen = steps(config, run.run)
    assert {a.kind for s in seen for a in s.actions} == {"click", "dialog"}
    assert any('confirm "Sure?" accepted' in a.text for s in seen for a in s.actions)
    last = seen[-1].after
    assert last is not None and "true" in last.text


async def test_a_dialog_that_says_a_password_is_told_without_it(
    config: Config, daemon: Running, page: Any
) -> None:
    await page.set_content(
        "<input type=password><button>Show</button><script>document.querySelector('button')"
        ".onclick = () => alert('Yours: ' + document.querySelector('input').value)</script>"
    )
    page.on("dialog", lambda dialog: dialog.accept())
    async with watch(page, config=config) as run:
        await page.fill("input", SECRET)
        await page.click("button")
        await run.finish()
    assert "alert 'Yours: ***' accepted" in actions(config, run.run)[-1]
    assert SECRET not in str(steps(config, run.run))


@sharp_too
async def test_a_card_number_in_a_frame_of_another_site_is_masked(
    config: Config, daemon: Running, page: Any
) -> None:
    await page.goto(page.url + "shop")
    card = page.frame_locator("iframe")
    await card.locator("#n").wait_for()
    async with watch(page, config=config) as run:
        await card.locator("#n").fill(SECRET)
        await run.settled()
        await card.locator("#pay").click()
        await run.finish()
    assert [a.split(" into ")[0] for a in actions(config, run.run)] == [
        "type (secret)",
        'click button "Pay now"',
    ]
    for step in steps(config, run.run):
        for look in (step.before, step.after):
            assert look is not None
            assert look.frame is None or green(Blobs(config.blobs).read(look.frame) or b"") == 0
    pressed = steps(config, run.run)[1].actions[0]
    frame_box = await page.locator("iframe").bounding_box()
    assert pressed.point is not None and pressed.point[1] > frame_box["y"]
    for path in config.data_dir.rglob("*"):
        assert not path.is_file() or SECRET.encode() not in path.read_bytes(), path


async def test_the_page_is_left_as_it_was_found(config: Config, daemon: Running, page: Any) -> None:
    async with watch(page, config=config) as run:
        await page.click("#save")
    async with watch(page, config=config) as again:
        await page.click("#save")
    assert len(actions(config, run.run)) == len(actions(config, again.run)) == 1


class Attached:
    """Counts the CDP sessions through which pages and inner frames are looked at."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        for name in ("open_page", "open_frame"):
            monkeypatch.setattr(Observer, name, self._counting(getattr(Observer, name)))

    def _counting(self, opened: Callable[..., Any]) -> Callable[..., Any]:
        def count(*given: Any) -> Any:
            self.count += 1
            return opened(*given)

        return count


@pytest.fixture(params=["own connection", "the agent's connection"])
def connection(request: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """How a page is watched in its agent's process."""
    if request.param != "own connection":
        monkeypatch.setattr(hidden_page, "MIN_CHROME_VERSION", 10_000)


@pytest.mark.usefixtures("connection")
async def test_a_frame_of_another_site_keeps_one_session_however_often_it_navigates(
    config: Config, daemon: Running, page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await page.goto(page.url + "shop")
    card = page.frame_locator("iframe")
    await card.locator("#next").wait_for()
    attached = Attached(monkeypatch)
    async with watch(page, config=config) as run:
        await card.locator("#next").click()
        await card.locator("#push").click()
        await card.locator("#push").click()
        await run.finish()
    assert attached.count == 2  # the page's and the frame's
    assert actions(config, run.run) == [
        'click link "Next"',
        'click button "Push"',
        'click button "Push"',
    ]


@pytest.mark.usefixtures("connection")
async def test_a_frame_that_leaves_its_process_and_comes_back_is_still_seen(
    config: Config, daemon: Running, page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = page.url
    await page.goto(here + "shop")
    card, show = page.frame_locator("iframe"), "u => document.querySelector('iframe').src = u"
    attached = Attached(monkeypatch)
    async with watch(page, config=config) as run:
        for site in (here, here.replace("127.0.0.1", "localhost")):
            async with page.expect_event("framenavigated"):
                await page.evaluate(show, site + "card?again")
            await card.locator("#pay").click()
            await run.settled()
        await run.finish()
    assert attached.count == 3
    assert actions(config, run.run) == ['click button "Pay now"'] * 2


@pytest.mark.usefixtures("connection")
@pytest.mark.parametrize("asynchronous", [True, False])
async def test_nothing_of_ours_stays_on_the_page_after_the_run(
    config: Config,
    daemon: Running,
    asynchronous: bool,
    page: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither its pop-ups nor its inner frames are attached to any more."""
    site = page.url

    async def agent() -> list[int]:
        await page.goto(site + "shop")
        attached = Attached(monkeypatch)
        async with watch(page, config=config):
            await until(lambda: attached.count == 2)
        counts = [attached.count]
        async with page.expect_popup() as opening:
            await page.evaluate("open('/popup')")
        await (await opening.value).wait_for_load_state()
        await page.frame_locator("iframe").locator("#next").click()
        await page.frame_locator("iframe").locator("#push").click()
        return [*counts, attached.count]

    def blocking_agent() -> list[int]:
        from playwright.sync_api import sync_playwright

        browser = find_browser()
        assert browser is not None
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=browser.path, args=browser.flags)
            own = chromium.new_page()
            own.goto(site + "shop")
            attached = Attached(monkeypatch)
            with watch(own, config=config):
                while attached.count < 2:
                    own.wait_for_timeout(20)  # Playwright moves only meanwhile
            counts = [attached.count]
            with own.expect_popup() as opening:
                own.evaluate("open('/popup')")
            opening.value.wait_for_load_state()
            own.frame_locator("iframe").locator("#next").click()
            own.frame_locator("iframe").locator("#push").click()
            counts.append(attached.count)
            chromium.close()
            return counts

    counts = await agent() if asynchronous else await asyncio.to_thread(blocking_agent)
    assert counts == [2, 2]


async def test_a_crash_a_closed_tab_and_a_cut_off_agent_say_how_the_run_ended(
    config: Config, daemon: Running, page: Any
) -> None:
    with pytest.raises(KeyError):
        async with watch(page, config=config) as crashed:
            raise KeyError("agent")
    async with watch(page, config=config) as closed:
        await page.close()
    async with watch(await page.context.new_page(), config=config) as cut_off:
        await cut_off.finish(truncated=True)
    with Reader(config) as reader:
        ends = [reader.summary(run.run) for run in (crashed, closed, cut_off)]
    assert [(s.run.ended_by, s.run.end_reason) for s in ends if s] == [
        ("agent-crashed", "the agent failed: KeyError: 'agent'"),
        ("tab-closed", ""),
        ("truncated", ""),
    ]


@pytest.mark.parametrize("goes_on", [True, False])
async def test_why_a_synchronous_agent_crashed_is_kept(
    config: Config, daemon: Running, page: Any, goes_on: bool
) -> None:
    def agent(url: str) -> str:
        from playwright.sync_api import sync_playwright

        browser = find_browser()
        assert browser is not None
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=browser.path, args=browser.flags)
            own = chromium.new_page()
            own.goto(url)
            with pytest.raises(KeyError), watch(own, config=config) as run:
                if not goes_on:
                    chromium.close()
                raise KeyError("agent")
            return str(run.run)

    run = await asyncio.to_thread(agent, page.url)
    with Reader(config) as reader:
        summary = reader.summary(run)
    assert summary is not None
    end = summary.run.ended_by, summary.run.end_reason
    assert end == ("agent-crashed", "the agent failed: KeyError: 'agent'")


async def test_a_page_that_is_closed_already_is_said_to_be(config: Config, page: Any) -> None:
    await page.close()
    async with watch(page, config=config) as run:
        outcome = await run.finish()
    assert "not watched: the page is closed; give `watch` one" in outcome.verdict.explanation


async def test_without_a_daemon_the_agent_works_on(config: Config, page: Any) -> None:
    async with watch(page, config=config) as run:
        await page.click("#save")
        outcome = await run.finish(timeout_s=0.5)
    assert outcome.verdict.label == "unknown" and "`courtside up`" in outcome.verdict.explanation
    assert await page.inner_text("#out") == "Saved"


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
                run.settled()
                own.click("#save")
                run.settled()
                outcome = run.finish("done", True)
            assert outcome.verdict.label == "success"
            chromium.close()
            return str(run.run)

    run = await asyncio.to_thread(agent, page.url)
    assert actions(config, run) == ['type "Ada" into textbox "Name"', 'click button "Save"']


@pytest.mark.alone
@pytest.mark.usefixtures("connection")
async def test_a_synchronous_agent_that_blocks_between_its_calls_has_the_elements_of_each_screen(
    config: Config, daemon: Running, page: Any
) -> None:
    """Also where nothing can be pictured while it sleeps: the page's own words were sent."""

    def agent(url: str) -> str:
        from playwright.sync_api import sync_playwright

        browser = find_browser()
        assert browser is not None
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=browser.path, args=browser.flags)
            own = chromium.new_page()
            own.goto(url)
            with watch(own, config=config) as run:
                for place in ("shop", "", "shop"):
                    own.goto(url + place)
                    time.sleep(0.7)  # it blocks, as an agent that asks a model does
            chromium.close()
            return str(run.run)

    run = await asyncio.to_thread(agent, page.url)
    with Reader(config) as reader:
        looks = [step.after for step in reader.steps(run)]
    assert [bool(look and look.elements) for look in looks] == [True, True, True]


@pytest.mark.parametrize("asynchronous", [True, False])
async def test_a_browser_is_watched_through_its_debug_port_beside_its_driver(
    config: Config, daemon: Running, driver: Any, asynchronous: bool, tmp_path: Path, site: str
) -> None:
    async with a_debug_port(tmp_path) as address:
        chromium = await driver.chromium.connect_over_cdp(address)
        page = await chromium.contexts[0].new_page()
        await page.goto(site)

        run: AsyncWatchedRun | WatchedRun

        async def agent() -> None:
            await page.fill("#nam", "Ada")
            await until(lambda: len(actions(config, run.run)) == 1)
            await page.click("#save")
            await until(lambda: len(actions(config, run.run)) == 2)
            await page.goto(site + "shop")
            await page.frame_locator("iframe").locator("#pay").click()

        watched = watch(cdp=address, task='Enter "Ada" and press Save.', config=config)
        if asynchronous:
            async with watched as run:
                await agent()
                outcome = await run.finish("done", True)
        else:
            run = blocking = await asyncio.to_thread(watched.__enter__)
            await agent()
            outcome = await asyncio.to_thread(blocking.finish, "done", True)
            await asyncio.to_thread(watched.__exit__, None, None, None)
        await chromium.close()
    assert outcome.verdict.status == "ok"
    assert actions(config, run.run) == [
        'type "Ada" into textbox "Name"',
        'click button "Save"',
        f"navigate {site}shop",
        'click button "Pay now"',
    ]
    looks = [s.after for s in steps(config, run.run)]
    assert [look.withheld if look else "gone" for look in looks] == [None] * 4


async def test_a_debug_port_where_nothing_answers_is_said_in_one_line(
    config: Config, daemon: Running, caplog: pytest.LogCaptureFixture
) -> None:
    async with watch(cdp="http://127.0.0.1:9", config=config) as run:
        assert (await run.finish()).verdict.label == "unknown"
    messages = [r.getMessage() for r in caplog.records]
    assert any("no browser answers at http://127.0.0.1:9" in line for line in messages)
    assert any("--remote-debugging-port" in line for line in messages)


async def test_what_an_agent_left_unsent_arrives_when_the_daemon_is_there(
    config: Config, page: Any
) -> None:
    async with watch(page, task='Enter "Ada".', config=config) as run:
        await page.fill("#nam", "Ada")
        await run.finish(timeout_s=0.1)
    assert list((config.data_dir / "outbox").iterdir())
    async with running(config, reflect):
        assert await asyncio.to_thread(send_outbox, config) == 1
        assert actions(config, run.run) == ['type "Ada" into textbox "Name"']
        seen = steps(config, run.run)[0]
        assert seen.before and seen.before.frame and seen.after and seen.after.frame
    assert not list((config.data_dir / "outbox").iterdir())


async def test_whatever_an_agent_says_of_itself_its_steps_are_kept_and_nothing_is_raised(
    config: Config, daemon: Running, page: Any
) -> None:
    odd, half = cast(Any, object()), "half a character \ud800"
    async with watch(
        page, task=odd, agent=half * 60, attempt=odd, parent_run=half, config=config
    ) as run:
        run.thought(half * 2_000)
        await page.click("#save")
        await run.step(odd, thought=odd)
        async with run.together(odd):
            await page.fill("#nam", "Ada")
        run.oracle(odd, cast(Any, "much"), odd)
        outcome = await run.finish(half, odd, timeout_s=cast(Any, "soon"))
    assert outcome.verdict.judge.name != "none", outcome.verdict.explanation
    first, *others = steps(config, run.run)
    assert len(others) == 2 and len(first.thought) == 20_000
