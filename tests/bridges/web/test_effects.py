"""What a real page did after an action stands in that action's step, and no value of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from debug_port import a_debug_port
from waiting import WITHIN_S, until

from courtside_bridges.web.watching import watch
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.reading import Reader
from courtside_store.records import Request, Step, WebSocketUse

pytestmark = pytest.mark.chrome
SECRET = "hunter2-xyzzy"
PAGE = f"""<!doctype html><title>Shop</title>
<button id=save onclick="fetch('/orders/4711?token={SECRET}',
  {{method:'POST',body:'{SECRET}',headers:{{'X-Key':'{SECRET}'}}}})">Save</button>
<button id=look onclick="fetch('/orders').then(()=>fetch('/orders',{{method:'HEAD'}}))"
>Look</button>
<button id=refused onclick="fetch('/refused',{{method:'PUT'}})">Put</button>
<button id=beacon onclick="navigator.sendBeacon('/beacon','{SECRET}')">Beacon</button>
<button id=slow onclick="fetch('/slow',{{method:'POST'}})">Slow</button>
<button id=broken onclick="fetch('/broken',{{method:'DELETE'}}).catch(()=>0)">Broken</button>
<button id=twice onclick="for(const i of [1,2])fetch('/orders',{{method:'POST'}})">Twice</button>
<button id=worker onclick="new Worker('/worker.js')">Worker</button>
<button id=away onclick="fetch(`http://localhost:${{location.port}}/track`,
  {{method:'POST',mode:'no-cors'}})">Away</button>
<form method=post action="/form/77?x={SECRET}"><input name=word><button id=send>Send</button>
</form>"""

LIVE = f"""<!doctype html><title>Chat</title>
<button id=say onclick="for(let i=0;i<5;i++)live.send('{SECRET}')">Say</button>
<button id=look>Look</button>
<button id=beat onclick="live.send(JSON.stringify({{type:'ping'}}));live.send('2')">Beat</button>
<button id=open onclick="location='/live'">Again</button>
<button id=tell onclick="live.send(JSON.stringify({{type:'message',text:'ping Ada'}}))"
>Tell</button>
<button id=flood onclick="for(let i=0;i<5000;i++)live.send('n'+i)">Flood</button>
<script>const live=new WebSocket(`ws://${{location.host}}/live/4711/room?token={SECRET}`)
live.onopen=()=>{{live.send('join {SECRET}');document.title='open'}}</script>"""

SAYS = f"""<!doctype html><title>Notes</title><div id=live role=status></div>
<div id=flag role=alert hidden>Not saved</div><dialog id=ask><h2>Delete it?</h2>It is gone then.
<button>Yes</button></dialog><ul id=list><li>Milk</ul>
<button id=status onclick="live.textContent='Saved';setTimeout(()=>live.textContent='',60)"
>1</button>
<button id=alert onclick="flag.hidden=false">2</button>
<button id=toast onclick="say('position:fixed',300)">3</button>
<button id=gone onclick="say('',900)">4</button>
<button id=dialog onclick="ask.showModal()">5</button>
<button id=confirm onclick="confirm('Sure?')">6</button>
<button id=row onclick="list.innerHTML+='<li>Bread'">7</button>
<button id=later onclick="setTimeout(()=>live.textContent='Sent',700)">8</button>
<button id=secret onclick="live.textContent='Your code is '+pw.value">9</button>
<button id=storm onclick="for(let i=0;i<4000;i++)list.title=list.className='c'+i;
for(let i=0;i<400;i++)list.append(Object.assign(document.createElement('li'),{{textContent:i}}))
refuse();ask.showModal()">12</button>
<button id=noise onclick="for(let i=0;i<500;i++)say('position:fixed',1,'n'+i)">10</button>
<form><label>Name <input required id=nam></label><button id=send>Send</button></form>
<label>Mail <input id=mail aria-describedby=why></label><p id=why></p><button id=check
onclick="refuse()">11</button>
<label>Password <input id=pw type=password value="{SECRET}"></label>
<script>function refuse(){{why.textContent='No such address'
mail.setAttribute('aria-invalid','true')}}
function say(style,ms,text='Copied'){{const one=document.createElement('div')
one.style=style;one.textContent=text;document.body.append(one);setTimeout(()=>one.remove(),ms)}}
</script>"""


class SlowAnswer:
    """The answer to /slow, which comes when the test says so."""

    def __init__(self) -> None:
        self.may_come = asyncio.Event()
        self.held_ms = 0.0

    async def wait(self) -> None:
        loop = asyncio.get_running_loop()
        asked_s = loop.time()
        async with asyncio.timeout(WITHIN_S):
            await self.may_come.wait()
        self.held_ms = (loop.time() - asked_s) * 1000


@pytest.fixture
async def slow_answer() -> SlowAnswer:
    return SlowAnswer()


@pytest.fixture
async def site(slow_answer: SlowAnswer) -> AsyncIterator[str]:
    async def serve(request: web.Request) -> web.StreamResponse:
        await request.read()
        match request.method, request.path:
            case _, "/worker.js":
                script = "fetch('/from-worker', {method: 'PATCH'})"
                return web.Response(text=script, content_type="text/javascript")
            case "GET", "/live":
                return web.Response(text=LIVE, content_type="text/html")
            case "GET", "/live/4711/room":
                socket = web.WebSocketResponse()
                await socket.prepare(request)
                async for _ in socket:
                    pass
                return socket
            case "GET", "/says":
                return web.Response(text=SAYS, content_type="text/html")
            case "GET", "/welcome":
                text = "<title>Hi</title><p role=alert>Welcome back</p><button id=b>B</button>"
                return web.Response(text=text, content_type="text/html")
            case "GET" | "HEAD", _:
                return web.Response(text=PAGE, content_type="text/html")
            case "DELETE", _:
                assert request.transport
                request.transport.close()
            case "PUT", _:
                return web.Response(status=409)
            case "POST", "/slow":
                await slow_answer.wait()
            case "POST", "/form/77":
                raise web.HTTPSeeOther("/done")
        return web.Response(status=201)

    app = web.Application()
    app.router.add_route("*", "/{any:.*}", serve)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"http://127.0.0.1:{runner.addresses[0][1]}/"
    await runner.cleanup()


@pytest.fixture
async def page(chromium: Any, site: str) -> AsyncIterator[Any]:
    context = await chromium.new_context()
    opened = await context.new_page()
    await opened.goto(site)
    yield opened
    await context.close()  # its WebSockets would hold up the end of the site for a minute


@pytest.fixture
async def port(tmp_path: Path) -> AsyncIterator[str]:
    """The debug port of a Chromium of its own."""
    async with a_debug_port(tmp_path) as address:
        yield address


def steps(config: Config, run: str) -> list[Step]:
    with Reader(config) as reader:
        return list(reader.steps(run))


def sent(step: Step) -> tuple[Request, ...]:
    assert step.effects and step.effects.requests is not None
    return step.effects.requests


def words(step: Step) -> list[str]:
    return [f"{one.method} {one.path} {one.status or one.failed}" for one in sent(step)]


async def click(run: Any, page: Any, *ids: str) -> None:
    """Each is a step with its screen, and what the page sends is answered."""
    unanswered: set[Any] = set()
    page.on("request", lambda one: unanswered.add(one))
    for end in ("requestfinished", "requestfailed"):
        page.on(end, lambda one: unanswered.discard(one))
    for id in ids:
        await page.click(f"#{id}")
        await run.settled()
    await until(lambda: not unanswered)


async def test_what_a_page_sends_stands_in_the_step_whose_action_made_it(
    config: Config, daemon: Running, page: Any
) -> None:
    async with watch(page, config=config) as run:
        await click(run, page, "save", "look", "refused", "beacon", "broken", "send")
        await run.finish()
    requests = [words(step) for step in steps(config, run.run)]
    assert requests[:4] == [["POST /orders/* 201"], [], ["PUT /refused 409"], ["POST /beacon 201"]]
    assert requests[4][0].startswith("DELETE /broken net::ERR_")
    assert requests[5:] == [["POST /form/* 303"]]
    assert all(one.took_ms is not None for step in steps(config, run.run) for one in sent(step))


async def test_what_a_page_sends_over_a_websocket_is_counted_and_never_kept(
    config: Config, daemon: Running, page: Any, site: str
) -> None:
    """Neither signs of life nor what a new page sends to set itself up are an action's doing."""
    async with watch(page, config=config) as run:
        await page.goto(f"{site}live")
        await page.wait_for_function("document.title === 'open'")
        await click(run, page, "look", "say", "beat")
        await page.click("#open")
        await page.wait_for_function("document.title === 'open'")
        await run.settled()
        await run.finish()
    went, looked, said, beat, again = steps(config, run.run)
    quiet = [one.effects and one.effects.websockets for one in (went, looked, beat, again)]
    assert quiet == [None] * 4
    assert said.effects and said.effects.websockets and words(said) == []
    (use,) = said.effects.websockets
    assert (use.path, use.messages) == ("/live/*/room", 4)
    assert not [
        path
        for path in config.data_dir.rglob("*")
        if path.is_file() and SECRET.encode() in path.read_bytes()
    ]


async def sent_over_websocket(config: Config, page: Any, site: str, button: str) -> WebSocketUse:
    """What the press of one button of the live page sent."""
    async with watch(page, config=config) as run:
        await page.goto(f"{site}live")
        await page.wait_for_function("document.title === 'open'")
        await click(run, page, button)
        await run.settled()
        await run.finish()
    effects = steps(config, run.run)[-1].effects
    assert effects and effects.websockets
    (use,) = effects.websockets
    return use


async def test_a_message_that_only_says_ping_among_other_words_is_no_sign_of_life(
    config: Config, daemon: Running, page: Any, site: str
) -> None:
    assert (await sent_over_websocket(config, page, site, "tell")).messages


async def test_of_a_flood_of_messages_the_watcher_is_told_a_few(
    config: Config, daemon: Running, page: Any, site: str
) -> None:
    """Each that it is told costs the agent time."""
    use = await sent_over_websocket(config, page, site, "flood")
    assert 8 <= use.messages <= 512


async def test_two_requests_at_once_are_two(config: Config, daemon: Running, page: Any) -> None:
    async with watch(page, config=config) as run:
        await click(run, page, "twice")
        await run.finish()
    assert words(steps(config, run.run)[0]) == ["POST /orders 201"] * 2


async def test_an_answer_that_comes_after_its_step_was_told_is_added_to_it(
    config: Config, daemon: Running, page: Any, slow_answer: SlowAnswer
) -> None:
    async with watch(page, config=config) as run:
        async with page.expect_response("**/slow"):
            for id in ("slow", "look"):
                await page.click(f"#{id}")
                await run.settled()
            slow_answer.may_come.set()
        await page.evaluate("0")
        await run.finish()
    slow, look = steps(config, run.run)
    assert words(slow) == ["POST /slow 201"] and words(look) == []
    assert (sent(slow)[0].took_ms or 0) >= slow_answer.held_ms > 0


async def test_no_value_of_a_request_is_in_any_file_or_row(
    config: Config, daemon: Running, page: Any
) -> None:
    async with watch(page, config=config) as run:
        await click(run, page, "save", "beacon", "send")
        await run.finish()
    paths = [one.path for step in steps(config, run.run) for one in sent(step)]
    assert paths == ["/orders/*", "/beacon", "/form/*"]
    for file in config.data_dir.rglob("*"):
        assert not file.is_file() or SECRET.encode() not in file.read_bytes(), file


async def test_another_host_is_named(config: Config, daemon: Running, page: Any) -> None:
    async with watch(page, config=config) as run:
        await click(run, page, "away")
        await run.finish()
    (request,) = sent(steps(config, run.run)[0])
    assert request.path.startswith("localhost:") and request.path.endswith("/track")


@pytest.mark.parametrize("beside", [True, False], ids=["port", "playwright"])
async def test_a_worker_is_heard(
    config: Config, daemon: Running, driver: Any, port: str, site: str, beside: bool
) -> None:
    chromium = await driver.chromium.connect_over_cdp(port)
    page = await chromium.contexts[0].new_page()
    await page.goto(site)
    watched = watch(cdp=port, config=config) if beside else watch(page, config=config)
    async with watched as run:
        async with page.expect_response("**/from-worker"):
            await click(run, page, "worker")
        await click(run, page, "save")
        await run.finish()
    await chromium.close()
    worker, save = (words(step) for step in steps(config, run.run))
    assert worker == ["PATCH /from-worker 201"] and save == ["POST /orders/* 201"]


def announcements(step: Step) -> list[str]:
    assert step.effects and step.effects.announced is not None
    announced = step.effects.announced
    return [f"{one.kind}: {one.field and one.field + ': '}{one.text}" for one in announced]


async def test_what_a_page_says_stands_in_the_step_after_which_it_said_it(
    config: Config, daemon: Running, page: Any
) -> None:
    await page.goto(page.url + "says")
    async with watch(page, config=config) as run:
        await click(
            run, page, "status", "alert", "toast", "row", "send", "check", "confirm", "dialog"
        )
        await run.finish()
    of_clicks = [
        announcements(step) for step in steps(config, run.run) if step.actions[0].kind == "click"
    ]
    assert of_clicks == [
        ["status: Saved"],
        ["alert: Not saved"],
        ["toast: Copied"],
        [],
        ["validation: Name: Please fill out this field."],
        ["validation: Mail: No such address"],
        ['dialog: confirm "Sure?"'],
        ["dialog: Delete it? It is gone then. Yes"],
    ]
    refused = steps(config, run.run)[4].after
    assert refused and any("invalid" in e.state for e in refused.elements if e.text == "Name")


async def test_what_a_page_says_amid_more_changes_than_can_be_read_is_told_all_the_same(
    config: Config, daemon: Running, page: Any
) -> None:
    await page.goto(page.url + "says")
    async with watch(page, config=config) as run:
        await click(run, page, "storm")
        await run.finish()
    assert sorted(announcements(steps(config, run.run)[0])) == [
        "dialog: Delete it? It is gone then. Yes",
        "validation: Mail: No such address",
    ]


async def test_what_a_page_says_late_or_takes_back_is_told_too(
    config: Config, daemon: Running, page: Any
) -> None:
    await page.goto(page.url + "says")
    async with watch(page, config=config) as run:
        await click(run, page, "gone")
        await page.wait_for_function("!document.querySelector('body > div[style]')")
        await click(run, page, "later")
        await page.wait_for_function("live.textContent")
        await run.settled()
        await run.finish()
    assert [announcements(step) for step in steps(config, run.run)] == [
        ["toast: Copied"],
        ["status: Sent"],
    ]


async def test_what_a_new_page_greets_with_comes_of_the_action_that_opened_it(
    config: Config, daemon: Running, page: Any
) -> None:
    async with watch(page, config=config) as run:
        await page.goto(page.url + "welcome")
        await run.settled()
        await click(run, page, "b")
        await run.finish()
    of_steps = [announcements(step) for step in steps(config, run.run)]
    assert of_steps == [["alert: Welcome back"], []]


async def test_a_secret_that_is_said_is_not_told(
    config: Config, daemon: Running, page: Any
) -> None:
    await page.goto(page.url + "says")
    async with watch(page, config=config) as run:
        await click(run, page, "secret")
        await run.finish()
    assert announcements(steps(config, run.run)[0]) == ["status: Your code is ***"]


async def test_a_page_that_says_very_much_is_told_in_part(
    config: Config, daemon: Running, page: Any
) -> None:
    await page.goto(page.url + "says")
    async with watch(page, config=config) as run:
        await click(run, page, "noise")
        await run.finish()
    assert len(announcements(steps(config, run.run)[0])) <= 20


async def test_what_a_secret_field_held_is_in_no_path(
    config: Config, daemon: Running, page: Any
) -> None:
    await page.goto(page.url + "says")
    async with watch(page, config=config) as run:
        await page.fill("#pw", "correcthorse")
        await run.settled()
        await page.evaluate("check.onclick=()=>fetch('/reset/'+pw.value,{method:'POST'})")
        await click(run, page, "check")
        await run.finish()
    assert words(steps(config, run.run)[-1]) == ["POST /reset/* 201"]
