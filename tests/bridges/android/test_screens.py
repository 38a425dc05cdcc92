"""A made-up phone that changes, is slow, forbids pictures or answers nonsense, behind the proxy."""

from __future__ import annotations

import asyncio
import io
import json
from typing import Any

import pytest
from appium_server import ALERT, APP, PASSWORD, Phone, a_finger, a_png, free_port, phone_server
from PIL import Image
from waiting import until

from courtside_bridges.android import appium_device as device_asks
from courtside_bridges.android import appium_session as session_settings
from courtside_bridges.android.running_proxy import proxying
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.records import Observation, PageState
from courtside_store.rendering import render_facts

from .conftest import Agents, Stored, all_bytes

SECRET = "hunter2-xyzzy"
GREEN = (0, 255, 0)
WARY = APP.format(more=PASSWORD)


async def answers_to(
    agents: Agents, url: str, *asked: tuple[str, str, Any]
) -> list[tuple[int, bytes]]:
    """An agent's commands on a new session, one after the other; their answers."""
    agent = agents(url)
    await asyncio.to_thread(agent.open, {"platformName": "Android"})
    return [await asyncio.to_thread(agent.ask, *one) for one in asked]


def tap(x: float = 50, y: float = 320) -> tuple[str, str, Any]:
    return ("POST", "{s}/actions", {"actions": [a_finger((x, y))]})


SHOT, SOURCE, QUIT = (
    ("GET", "{s}/screenshot", None),
    ("GET", "{s}/source", None),
    ("DELETE", "{s}", None),
)


async def test_no_picture_is_taken_that_the_agent_took_itself(
    config: Config, daemon: Running, stored: Stored, agents: Agents
) -> None:
    phone = Phone()
    async with phone_server(phone) as server, proxying(server, config, port=0) as (url, _):
        step = (SHOT, SOURCE, tap())
        await answers_to(agents, url, *step, *step, *step, SHOT, SOURCE, QUIT)
        await stored.ended()
    assert (phone.count("/screenshot"), phone.count("/source")) == (4, 4)
    assert [bool(s.before and s.before.frame and s.after) for s in stored.steps()] == [True] * 3


async def test_actions_in_a_row_take_one_picture_each_and_one_more(
    config: Config, daemon: Running, stored: Stored, agents: Agents
) -> None:
    phone = Phone()
    async with phone_server(phone) as server, proxying(server, config, port=0) as (url, _):
        await answers_to(agents, url, *[tap()] * 5, QUIT)
        await stored.ended()
    assert phone.count("/screenshot") == 6
    assert phone.asked.index("DELETE /session/one") == len(phone.asked) - 1


async def test_the_agent_does_not_wait_for_the_picture_after_its_action(
    config: Config, daemon: Running, stored: Stored, agents: Agents
) -> None:
    phone = Phone()
    async with phone_server(phone) as server, proxying(server, config, port=0) as (url, _):
        agent = agents(url)
        await asyncio.to_thread(agent.open, {"platformName": "Android"})
        await asyncio.to_thread(agent.tap, 1, 2)
        await stored.has(1)  # its after is the next before
        shots = phone.count("/screenshot")
        phone.may_picture.clear()
        async with asyncio.timeout(device_asks.ASK_S / 2):  # then the picture would be given up
            await asyncio.to_thread(agent.tap, 3, 4)
            await asyncio.to_thread(agent.value, "GET", "{s}/window/rect")
            await until(lambda: phone.count("/screenshot") > shots)
            await asyncio.to_thread(agent.value, "GET", "{s}/window/rect")  # while it is taken
        phone.may_picture.set()
        await stored.has(2)


@pytest.mark.parametrize("is_answered", [False, True])
async def test_a_dialog_that_waits_at_the_end_speaks_against_the_run(
    config: Config, daemon: Running, stored: Stored, agents: Agents, is_answered: bool
) -> None:
    phone = Phone()
    asked = {"platformName": "Android", "courtside:task": "Delete the list"}
    async with phone_server(phone) as server, proxying(server, config, port=0) as (url, _):
        agent = agents(url)
        await asyncio.to_thread(agent.open, asked)
        await asyncio.to_thread(agent.tap, 50, 320)
        phone.source = APP.format(more=ALERT)
        await stored.has(1)
        if is_answered:
            await asyncio.to_thread(agent.tap, 300, 600)
            phone.source = APP.format(more="").replace("org.example.list", "org.example.home")
            await stored.has(2)
        await asyncio.to_thread(agent.ask, *QUIT)
        await stored.ended()
    steps, verdict = stored.steps(), await stored.verdict()
    kinds = {one.kind: one.text for one in verdict.evidence}
    assert render_facts(steps[0]) == ("a dialog waits: Delete the list?",)
    if is_answered:
        assert "dialog-left-open" not in kinds
        assert render_facts(steps[1]) == ("in front now: org.example.home",)
    else:
        why = 'the dialog "Delete the list?" waits for an answer'
        assert kinds["dialog-left-open"] == why


async def test_an_agent_that_pictures_its_screen_is_waited_for(
    config: Config, daemon: Running, stored: Stored, agents: Agents
) -> None:
    phone = Phone()
    async with phone_server(phone) as server, proxying(server, config, port=0) as (url, _):
        agent = agents(url)
        await asyncio.to_thread(agent.open, {"platformName": "Android"})
        for colour in (10, 20, 30):
            phone.picture = a_png((colour, 0, 0))
            await asyncio.to_thread(agent.ask, *SHOT)
            await asyncio.to_thread(agent.ask, *tap())
            await asyncio.sleep(session_settings.STILL_S * 1.5)  # thinks longer than a screen moves
        await asyncio.to_thread(agent.ask, *SHOT)
        await asyncio.to_thread(agent.ask, *QUIT)
        await stored.ended()
    assert phone.count("/screenshot") == 4, "all of them its own"


def colours(config: Config, look: Observation | None) -> list[tuple[int, tuple[int, int, int]]]:
    """Of the frame that was kept."""
    assert look and look.frame
    data = Blobs(config.blobs).read(look.frame)
    assert data
    with Image.open(io.BytesIO(data)) as image:
        found: Any = image.convert("RGB").getcolors(1 << 20)
    return list(found)


def with_a_green_field() -> bytes:
    """A screen whose password field is green; nothing else is."""
    with Image.open(io.BytesIO(a_png())) as image:
        image.paste(GREEN, (20, 180, 380, 240))
        out = io.BytesIO()
        image.save(out, "PNG")
    return out.getvalue()


def is_green(colour: tuple[int, int, int]) -> bool:
    return colour[1] > colour[0] + 60 and colour[1] > colour[2] + 60


async def test_a_password_field_is_painted_over_even_in_the_agent_s_own_picture(
    config: Config, daemon: Running, stored: Stored, agents: Agents
) -> None:
    phone = Phone()
    phone.source, phone.picture = WARY, with_a_green_field()
    async with phone_server(phone) as server, proxying(server, config, port=0) as (url, _):
        answers = await answers_to(agents, url, SHOT, SOURCE, tap(), SHOT, QUIT)
        await stored.ended()
    assert len(json.loads(answers[0][1])["value"]) > 100, "the agent gets the real one"
    (step,) = stored.steps()
    for look in (step.before, step.after):
        found = colours(config, look)
        assert not [one for one in found if is_green(one[1])]
        assert max(found)[1][0] > 150, "the rest of the screen is there"


async def test_a_password_that_is_shown_by_its_eye_or_elsewhere_stays_out(
    config: Config, daemon: Running, stored: Stored, agents: Agents
) -> None:
    phone = Phone()
    phone.source = WARY.replace('id="pw"', 'resource-id="a:id/pw"')
    typed = phone.source.replace('hint="Password"', 'hint="Password" text="••••" focused="true"')
    shown = typed.replace("••••", SECRET).replace('password="true"', 'password="false"')
    asked = ALERT.replace("Delete the list?", f"Use {SECRET}?")
    told_again = APP.format(more=asked).replace('text="Save"', f'text="Is {SECRET} right?"')
    async with phone_server(phone) as server, proxying(server, config, port=0) as (url, _):
        agent = agents(url)
        await asyncio.to_thread(agent.open, {"platformName": "Android"})
        phone.source = typed
        for letter in SECRET:
            body = {"actions": [{"type": "key", "actions": [{"type": "keyDown", "value": letter}]}]}
            await asyncio.to_thread(agent.ask, "POST", "{s}/actions", body)
        phone.source, phone.picture = shown, with_a_green_field()
        for one in (tap(), SHOT, SOURCE, tap()):
            await asyncio.to_thread(agent.ask, *one)
        await asyncio.to_thread(agent.ask, *tap())
        phone.source, phone.picture = told_again, a_png()
        for one in (tap(), tap(), QUIT):
            await asyncio.to_thread(agent.ask, *one)
        await stored.ended()
    assert SECRET.encode() not in all_bytes(config.data_dir)
    for step in stored.steps()[len(SECRET) :]:
        assert not [one for one in colours(config, step.before) if is_green(one[1])]
    last = stored.steps()[-1].after
    assert stored.rendered()[-1] == "tap button"
    assert last and last.page == PageState(dialog="dialog")


async def test_a_picture_is_withheld_where_the_secret_field_moves_or_has_no_place(
    config: Config, daemon: Running, stored: Stored, agents: Agents
) -> None:
    phone = Phone()
    phone.source, phone.picture, phone.moves = WARY, with_a_green_field(), True
    async with phone_server(phone) as server, proxying(server, config, port=0) as (url, _):
        agent = agents(url)
        await asyncio.to_thread(agent.open, {"platformName": "Android"})
        await asyncio.to_thread(agent.ask, *tap())
        phone.moves, phone.source = False, WARY.replace('bounds="[20,180]', 'bounds="')
        await asyncio.to_thread(agent.ask, *tap())
        phone.source = "<hierarchy><cut"
        await asyncio.to_thread(agent.ask, *tap())
        phone.source = "<!DOCTYPE html><html><input type=password></html>"
        await asyncio.to_thread(agent.ask, *tap())
        phone.source = "<!DOCTYPE html><html><p>Hello</p></html>"
        await asyncio.to_thread(agent.ask, *tap())
        phone.source = "<!DOCTYPE html><html><p>Hello</p></html>"
        await asyncio.to_thread(agent.ask, *tap())
        await asyncio.to_thread(agent.ask, *QUIT)
        await stored.ended()
    looks = [step.before for step in stored.steps()]
    why = [look.withheld if look else None for look in looks]
    assert why[0] == "the screen moved while its secret fields were painted over"
    assert why[1] == "a secret field is on the screen and its place is unknown"
    assert why[2] and why[2].startswith("the screen's tree could not be read")
    assert why[3] == "a secret field is on the screen and its place is unknown"
    assert [bool(look and look.frame) for look in looks] == [False] * 4 + [True] * 2


async def test_a_screen_that_may_not_be_pictured_is_marked(
    config: Config, daemon: Running, stored: Stored, agents: Agents
) -> None:
    phone = Phone()
    phone.refuses = ("unknown error", "Does the current view have 'secure' flag set?")
    async with phone_server(phone) as server, proxying(server, config, port=0) as (url, _):
        agent = agents(url)
        await asyncio.to_thread(agent.open, {"platformName": "Android"})
        assert (await asyncio.to_thread(agent.ask, *SHOT))[0] == 500
        await asyncio.to_thread(agent.ask, *tap())
        phone.refuses, phone.picture = None, a_png((0, 0, 0))
        await asyncio.to_thread(agent.ask, *tap())
        await asyncio.to_thread(agent.ask, *QUIT)
        await stored.ended()
    first, second = stored.steps()
    for look in (first.before, first.after, second.after):
        assert look and look.frame is None and (look.withheld or "").startswith("FLAG_SECURE")
        assert look.elements


@pytest.mark.parametrize(
    "picture", [b"GIF89a nonsense", "not base64 at all!", "", 7, a_png()[:500]], ids=str
)
async def test_a_picture_that_is_none_is_passed_on_and_withheld(
    config: Config, daemon: Running, stored: Stored, agents: Agents, picture: Any
) -> None:
    phone = Phone()
    phone.picture = picture
    async with phone_server(phone) as server, proxying(server, config, port=0) as (url, _):
        agent, direct = agents(url), agents(server)
        await asyncio.to_thread(agent.open, {"platformName": "Android"})
        direct.session = "one"
        answer = await asyncio.to_thread(agent.ask, *SHOT)
        assert answer == await asyncio.to_thread(direct.ask, *SHOT)
        await asyncio.to_thread(agent.ask, *tap())
        await asyncio.to_thread(agent.ask, *QUIT)
        assert await stored.ended() == ["finish"]
    (step,) = stored.steps()
    assert step.before and step.before.frame is None and step.before.withheld


async def test_a_device_that_is_turned_is_seen_as_it_stands(
    config: Config, daemon: Running, stored: Stored, agents: Agents
) -> None:
    phone = Phone()
    async with phone_server(phone) as server, proxying(server, config, port=0) as (url, _):
        agent = agents(url)
        await asyncio.to_thread(agent.open, {"platformName": "Android"})
        body = {"orientation": "LANDSCAPE"}
        await until(lambda: phone.pictures_taken == 1)
        phone.picture = a_png(size=(852, 400))
        await asyncio.to_thread(agent.ask, "POST", "{s}/orientation", body)
        await asyncio.to_thread(agent.ask, *QUIT)
        await stored.ended()
    (step,) = stored.steps()
    sizes = [(look.width, look.height) for look in (step.before, step.after) if look]
    assert sizes == [(400, 852), (852, 400)]
    assert stored.rendered() == ["rotate to LANDSCAPE"]


async def test_a_server_that_is_gone_is_said_as_appium_would_and_the_proxy_lives(
    config: Config, daemon: Running, stored: Stored, agents: Agents
) -> None:
    port = free_port()
    async with proxying(f"http://127.0.0.1:{port}", config, port=0) as (url, _):
        agent = agents(url)
        status, data = await asyncio.to_thread(agent.ask, "GET", "/status")
        assert status == 500
        value = json.loads(data)["value"]
        assert value["error"] == "unknown error" and f"127.0.0.1:{port}" in value["message"]
        phone = Phone()
        async with phone_server(phone, port):
            await asyncio.to_thread(agent.open, {"platformName": "Android"})
            await asyncio.to_thread(agent.ask, *tap())
        gone = await asyncio.to_thread(agent.ask, *tap())
        assert gone[0] == 500
        async with phone_server(phone, port):
            assert (await asyncio.to_thread(agent.ask, *tap()))[0] == 200
            assert (await asyncio.to_thread(agent.ask, *QUIT))[0] == 200
            assert await stored.ended() == ["finish"]
    assert stored.rendered() == [
        'tap button "Save"',
        "tap at (50, 320) failed: no answer from Appium",
        'tap button "Save"',
    ]


async def test_capabilities_are_taken_out_and_answers_do_not_lead_past_us(
    config: Config, daemon: Running, stored: Stored, agents: Agents
) -> None:
    phone = Phone()
    phone.capabilities = {
        "platformName": "Android",
        "deviceModel": "Pixel 4",
        "platformVersion": "13",
        "deviceScreenSize": "1080x2280",
        "deviceScreenDensity": 440,
        "appium:directConnectHost": "192.0.2.1",
        "directConnectPort": 1,
    }
    async with phone_server(phone) as server, proxying(server, config, port=0) as (url, _):
        agent = agents(url)
        first = {"capabilities": {"firstMatch": [{"courtside:task": "Find it."}]}}
        status, data = await asyncio.to_thread(agent.ask, "POST", "/session", first)
        assert status == 200 and b"directConnect" not in data and b"Pixel 4" in data
        assert int(agent.headers["Content-Length"]) == len(data)
        assert phone.bodies[-1] == b'{"capabilities":{"firstMatch":[{}]}}'
        agent.session = "one"
        await asyncio.to_thread(agent.ask, *QUIT)
        await stored.ended()
    assert stored.runs()[0].task == "Find it."
    assert stored.names()[0] == ("appium", "android", "Pixel 4, Android 13, 1080x2280 at 440 dpi")


async def test_a_connection_is_kept_and_a_broken_request_is_refused(
    config: Config, daemon: Running, stored: Stored, agents: Agents
) -> None:
    phone = Phone()
    async with phone_server(phone) as server, proxying(server, config, port=0) as (url, _):
        host, _, port = url.removeprefix("http://").partition(":")

        async def send(*parts: bytes) -> bytes:
            reader, writer = await asyncio.open_connection(host, int(port))
            for part in parts:
                writer.write(part)
                await writer.drain()
                await asyncio.sleep(0.01)  # so that the parts arrive one by one
            writer.write_eof()
            answer = await reader.read()
            writer.close()
            await writer.wait_closed()
            return answer

        one = b"GET /status HTTP/1.1\r\nHost: localhost\r\n\r\n"
        assert (await send(one + one, one)).count(b"HTTP/1.1 200 OK") == 3
        torn = b"POST /session/x/url HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n"
        assert (await send(torn[:20], torn[20:], b"{", b"  }")).startswith(b"HTTP/1.1 404")
        asked = torn.replace(b"Length: 4\r\n", b"Length: 2\r\nExpect: 100-continue\r\n")
        assert (await send(asked, b"{}")).startswith(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 404")
        for broken in (
            b"\x16\x03\x01\x02\x00\x01\r\n\r\n",
            torn.replace(b": 4", b": four"),
            torn.replace(b"Content-Length: 4", b"Transfer-Encoding: chunked") + b"zz\r\n",
            b"GET / HTTP/1.1\r\nX: " + b"x" * 70_000,
            one.replace(b"Host: localhost", b"Host: rebound.test:4724"),
            one.replace(b"Host: localhost", b"Host: [::1"),
        ):
            assert (await send(broken)).startswith(b"HTTP/1.1 400"), broken[:60]
        assert (await send(one)).startswith(b"HTTP/1.1 200")
        large = b"x" * 3_000_000
        agent = agents(url)
        status, _ = await asyncio.to_thread(agent.ask, "POST", "/push", large.decode())
        assert status == 200 and large in phone.bodies


async def test_answers_come_through_byte_for_byte_however_they_are_framed(config: Config) -> None:
    chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    answers = [
        chunked + b'5;x=1\r\n{"val\r\n6 \r\nue": 1\r\n1\r\n}\r\n0\r\nTrailer: a\r\n\r\n',
        b"HTTP/1.1 200\r\ncontent-length:2\r\n\r\n{}",
        b"HTTP/1.1 204 No Content\r\n\r\n",
        b"HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n\r\nuntil the end",
    ]
    asked: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for answer in answers:
            asked.append(await reader.readuntil(b"\r\n\r\n"))
            writer.write(answer[:30])
            await asyncio.sleep(0.01)  # so that the parts arrive one by one
            writer.write(answer[30:])
        writer.close()

    request = b"GET /session/x/source HTTP/1.1\r\nHost: localhost\r\nX-Odd:  a  \r\n\r\n"
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    upstream = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server, proxying(upstream, config, port=0) as (url, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", int(url.rsplit(":", 1)[1]))
        writer.write(request * len(answers))
        async with asyncio.timeout(10):
            assert await reader.read(-1) == b"".join(answers)
        writer.close()
        await writer.wait_closed()
    assert asked == [request] * len(answers)


async def test_an_error_of_ours_never_reaches_the_agent(
    config: Config,
    daemon: Running,
    stored: Stored,
    agents: Agents,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*_: Any) -> None:
        raise ZeroDivisionError("ours")

    phone = Phone()
    async with phone_server(phone) as server, proxying(server, config, port=0) as (url, _):
        monkeypatch.setattr(device_asks, "make_screen", broken)
        answers = await answers_to(agents, url, tap(), SHOT, SOURCE, tap(), QUIT)
        assert await stored.ended() == ["finish"]
    assert [status for status, _ in answers] == [200] * 5
    assert stored.rendered() == ["tap at (50, 320)"] * 2
    looks = [look for step in stored.steps() for look in (step.before, step.after)]
    reason = "Courtside could not read this screen; its log says why"
    assert [look.withheld for look in looks if look] == [reason] * 4


def test_an_address_that_is_none_is_named() -> None:
    from courtside_bridges.android.upstream import read_server

    assert read_server("http://127.0.0.1:4723/wd/hub/").url == "http://127.0.0.1:4723/wd/hub"
    assert read_server("https://farm.test").authority == "farm.test:443"
    for wrong in ("127.0.0.1:4723", "ftp://a", "http://a:x", ""):
        with pytest.raises(ValueError, match="the Appium address is"):
            read_server(wrong)


def test_a_proxy_listens_on_loopback_only_and_names_a_port_that_is_taken(config: Config) -> None:
    async def twice() -> None:
        async with proxying("http://127.0.0.1:9", config, port=0) as (url, _):
            assert url.startswith("http://127.0.0.1:")
            async with proxying("http://127.0.0.1:9", config, port=int(url.rsplit(":", 1)[1])):
                pass

    with pytest.raises(OSError, match=r"port \d+ cannot be listened on"):
        asyncio.run(twice())
