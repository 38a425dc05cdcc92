"""What is sent to the daemon is taken whole or refused in one line, and never logged."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from urllib.parse import quote

import aiohttp
import pytest
from builders import RUN, SESSION, a_jpeg, a_screen, a_step, sha
from source import a_token, a_view_token, attach, open_socket, receive, send
from websockets import ConnectionClosed, InvalidStatus, Origin
from websockets.asyncio.client import connect

from courtside_bridges.client.control_api import call
from courtside_daemon import credentials as credentials_module
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.database import Item, Rejected, Store
from courtside_store.geometry import Point
from courtside_store.reading import Reader
from courtside_store.records import new_id, now_ms

JSON = {"Content-Type": "application/json"}


def client_of(daemon: Running, token: str) -> aiohttp.ClientSession:
    return aiohttp.ClientSession(daemon.url, headers={"Authorization": f"Bearer {token}"})


@pytest.mark.parametrize(
    ("tag", "surface"),
    [
        ("android.widget.Switch", "android"),
        ("XCUIElementTypeSwitch", "ios"),
        ("button", "web"),
    ],
)
async def test_a_posted_run_that_names_no_surface_is_a_phone_s_by_its_elements(
    config: Config, daemon: Running, tag: str, surface: str
) -> None:
    look = {"at_ms": 1, "elements": [{"id": 1, "tag": tag, "text": "Alarm"}]}
    async with client_of(daemon, await a_token(config, daemon)) as client:
        first = await client.post("/v1/steps", json={"action": "tap", "after": look})
        run = (await first.json())["run"]
    with Reader(config) as reader:
        summary = reader.summary(run)
    assert summary is not None and summary.surface == surface


async def test_steps_posted_at_once_are_all_kept(config: Config, daemon: Running) -> None:
    async with client_of(daemon, await a_token(config, daemon)) as client:
        first = await (await client.post("/v1/steps", json={"action": "begin"})).json()
        run = first["run"]

        async def post(n: int) -> tuple[int, int]:
            async with client.post("/v1/steps", json={"run": run, "action": f"no. {n}"}) as done:
                return done.status, (await done.json()).get("step", 0)

        async with asyncio.TaskGroup() as group:
            posting = [group.create_task(post(n)) for n in range(60)]
        answers = [one.result() for one in posting]
    assert [status for status, _ in answers] == [200] * 60
    assert sorted(step for _, step in answers) == list(range(2, 62))
    with Reader(config) as reader:
        texts = {action.text for step in reader.steps(run) for action in step.actions}
    assert texts == {"begin", *(f"no. {n}" for n in range(60))}


async def test_a_posted_step_may_say_the_kind_and_the_point_of_its_action(
    config: Config, daemon: Running
) -> None:
    click = {"kind": "click", "at_ms": 1, "point": [64, 36]}
    async with client_of(daemon, await a_token(config, daemon)) as client:
        posted = await (await client.post("/v1/steps", json={"action": click})).json()
        wrong = await client.post("/v1/steps", json={"action": click | {"kind": "poke"}})
        assert wrong.status == 400 and "poke" in (await wrong.json())["error"]
    with Reader(config) as reader:
        (step,) = reader.steps(posted["run"])
    (action,) = step.actions
    assert (action.kind, action.point) == ("click", Point(64, 36))


async def test_a_posted_run_says_its_agent_where_it_acts_and_what_it_claims(
    config: Config, daemon: Running
) -> None:
    """Without a surface it is a web page's, of which the judge is surer than of a phone."""
    first = {"task": "turn it on", "agent": "thumb", "surface": "android", "action": "tap"}
    async with client_of(daemon, await a_token(config, daemon)) as client:
        posted = await (await client.post("/v1/steps", json=first)).json()
        last = {"run": posted["run"], "action": "back", "finish": True, "claims_success": True}
        assert (await client.post("/v1/steps", json=last)).status == 200
        wrong = await client.post("/v1/steps", json=first | {"surface": "watch"})
        assert wrong.status == 400 and "watch" in (await wrong.json())["error"]
    with Reader(config) as reader:
        summary = reader.summary(posted["run"])
    assert summary is not None and summary.run.claims_success is True
    assert (summary.run.agent, summary.surface) == ("thumb", "android")


async def test_a_posted_point_is_named_by_the_elements_of_the_screen_before(
    config: Config, daemon: Running
) -> None:
    click = {"kind": "click", "at_ms": 1, "point": [53, 296]}
    save = {"id": 1, "role": "button", "text": "Save", "box": [20, 280, 70, 32]}
    step = {"task": "press Save", "action": click, "before": {"at_ms": 1, "elements": [save]}}
    async with client_of(daemon, await a_token(config, daemon)) as client:
        posted = await (await client.post("/v1/steps", json=step)).json()
    with Reader(config) as reader:
        (kept,) = reader.steps(posted["run"])
    (action,) = kept.actions
    assert action.target and (action.target.role, action.target.text) == ("button", "Save")


async def test_a_step_whose_end_the_disk_refused_is_not_asked_for_again(
    config: Config, daemon: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = Store.take

    def refusing(store: Store, items: Sequence[Item]) -> list[Rejected | None]:
        if any(isinstance(message, wire.RunEnd) for _, _, message in items):
            raise OSError("no space left on device")
        return take(store, items)

    async with client_of(daemon, await a_token(config, daemon)) as client:
        with monkeypatch.context() as full:
            full.setattr(Store, "take", refusing)
            refused = await client.post("/v1/steps", json={"action": "press", "finish": True})
            why = (await refused.json())["error"]
        assert refused.status == 503 and "step 1 is stored" in why and "no space left" in why
        ended = await client.post("/v1" + why.rpartition("/v1")[2], json={"answer": "done"})
        assert ended.status == 200
    with Reader(config) as reader:
        (run,) = reader.runs("", 10)
    assert run.steps == 1 and run.run.answer == "done"


async def test_a_first_step_that_is_refused_begins_no_run(config: Config, daemon: Running) -> None:
    picture = a_jpeg()
    step = {"task": "look", "action": "opened it", "after": {"at_ms": 1, "frame": sha(picture)}}
    async with client_of(daemon, await a_token(config, daemon)) as client:
        for _ in range(2):
            refused = await client.post("/v1/steps", json=step)
            assert refused.status == 503 and "missing" in (await refused.json())["error"]
        long = await client.post("/v1/steps", json={"action": "x" * 20_001})
        assert long.status == 400 and "action" in (await long.json())["error"]
        with Reader(config) as reader:
            assert reader.runs("", 10) == ()
        await client.post("/v1/blobs", data=picture, headers={"Content-Type": "image/jpeg"})
        assert (await client.post("/v1/steps", json=step)).status == 200
    with Reader(config) as reader:
        assert [one.steps for one in reader.runs("", 10)] == [1]


async def test_a_session_that_is_connected_is_not_written_by_http(
    config: Config, daemon: Running
) -> None:
    token = await a_token(config, daemon)
    socket = await attach(config, daemon, token=token)
    await send(socket, wire.RunBegin(seq=1, run=RUN, at_ms=now_ms()))
    await receive(socket)
    async with client_of(daemon, token) as client:
        refused = await client.post("/v1/steps", json={"run": RUN, "action": "beside"})
        assert refused.status == 409 and "connected" in (await refused.json())["error"]
    await send(socket, wire.StepSeen(seq=2, step=a_step(1)))
    assert (await receive(socket))["seq"] == 2
    await socket.close()


async def test_a_source_that_is_revoked_stops_at_once(config: Config, daemon: Running) -> None:
    made = await asyncio.to_thread(
        call, config, daemon, "POST", "/v1/sources", {"name": "mine", "source": "client"}
    )
    socket = await attach(config, daemon, token=made["token"])
    await send(socket, wire.RunBegin(seq=1, run=RUN, at_ms=now_ms()))
    await receive(socket)
    await asyncio.to_thread(call, config, daemon, "DELETE", f"/v1/sources/{made['id']}")
    refused = await receive(socket)
    assert refused["type"] == "refused" and "revoked" in refused["reason"]
    assert refused["kind"] == "token"
    with pytest.raises(ConnectionClosed):
        await send(socket, wire.StepSeen(seq=2, step=a_step(1)))
        await receive(socket)
    with Reader(config) as reader:
        assert list(reader.steps(RUN)) == []
    with pytest.raises(InvalidStatus, match="401"):
        await open_socket(daemon, made["token"])


async def test_a_view_token_that_grows_old_ends_the_page_s_connection(
    config: Config, daemon: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = await a_view_token(config, daemon)
    async with connect(
        daemon.url.replace("http", "ws") + "/v1/live", origin=Origin(daemon.url), proxy=None
    ) as page:
        await send(page, {"type": "view", "protocol": wire.PROTOCOL, "token": token})
        assert (await receive(page))["type"] == "snapshot"
        monkeypatch.setattr(credentials_module, "_VIEW_MS", -1)
        refused = await receive(page, "status", "run", "step")
        assert refused["type"] == "refused" and "courtside url" in refused["reason"]
        await page.wait_closed()
    async with client_of(daemon, token) as client:
        assert (await client.get("/v1/status")).status == 401


HEADERS = [
    b"Authorization: Bearer \xff\xfe-secret",
    "Authorization: Bearer schlüssel-secret".encode(),
    b"Authorization: \x00secret",
    b"Authorization Bearer secret",
    b"Au\xffthorization: secret",
    b"Content-Length: secret",
    b"Transfer-Encoding: secret",
    b"Cookie: \xc3\x28secret\x01",
    b"X: " + b"secret" * 20_000,
    b"Sec-Fetch-Site: \xe9secret",
    b"Expect: \xe9secret",
    b"Origin: http://\xe9secret",
    b"Content-Type: \xe9secret; charset=\xff",
]


@pytest.mark.parametrize("header", HEADERS, ids=lambda one: repr(one[:30]))
async def test_a_header_that_is_none_is_refused_and_stands_in_no_log(
    daemon: Running, caplog: pytest.LogCaptureFixture, header: bytes
) -> None:
    host, port = daemon.url.removeprefix("http://").split(":")
    head = f"POST /v1/purge HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n".encode()
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(head + header + b"\r\n\r\n{}")
    status = await asyncio.wait_for(reader.readline(), 10)
    assert status.split()[1].startswith(b"4"), status
    writer.close()
    assert "secret" not in caplog.text and "Traceback" not in caplog.text


WORDS = quote(" ".join(f"w{n}" for n in range(1000)))


@pytest.mark.parametrize(
    ("path", "named"),
    [
        ("/v1/runs?limit=many", "limit"),
        ("/v1/runs?limit=-1", "limit"),
        ("/v1/runs?limit=0", "limit"),
        ("/v1/runs?limit=²", "limit"),
        ("/v1/runs?limit=" + "9" * 5000, "limit"),
        ("/v1/runs?before=" + "9" * 30 + "-" + RUN, "before"),
        ("/v1/runs?before=1", "before"),
        ("/v1/runs?filter=%00", "NUL"),
        ("/v1/runs?filter=task%00", "NUL"),
        ("/v1/runs?filter=verdict:%00", "NUL"),
        ("/v1/runs?filter=score>nan", "number"),
        ("/v1/runs?filter=" + WORDS, "1000 words"),
        ("/v1/search?q=a%00b", "NUL"),
        ("/v1/search?q=" + WORDS, "1000 words"),
        ("/v1/search?q=x&limit=1e3", "limit"),
        (f"/v1/runs/{RUN}/strip?start=-5", "start"),
        (f"/v1/runs/{RUN}/steps/1?order=alphabet", "order"),
    ],
)
async def test_a_question_that_makes_no_sense_is_answered_400_in_one_line(
    config: Config, daemon: Running, path: str, named: str
) -> None:
    async with client_of(daemon, config.control_token_file.read_text()) as client:
        asked = await client.get(path)
        body = await asked.text()
    assert asked.status == 400, body
    assert named in json.loads(body)["error"] and "\n" not in json.loads(body)["error"]


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (b'{"code": "\xff"}', {}),
        (b"\xff\xfe", {}),
        (b"[" * 100_000, {}),
        (b"not gzip", {"Content-Encoding": "gzip"}),
        (b'{"all": 18446744073709551616}', {}),
        (b'{"filter": ""}', {}),
        (b'{"filter": " "}', {}),
        (b'{"runs": ["' + SESSION.encode() + b'"]}', {}),
    ],
)
async def test_a_body_that_cannot_be_read_is_answered_400(
    config: Config, daemon: Running, body: bytes, headers: dict[str, str]
) -> None:
    async with client_of(daemon, config.control_token_file.read_text()) as client:
        asked = await client.post("/v1/purge", data=body, headers={**JSON, **headers})
        assert asked.status == 400, await asked.text()
        assert json.loads(await asked.text())["error"]


@pytest.mark.parametrize("step", [0, -1, 2**31, 2**64])
async def test_an_override_is_about_a_step_that_can_be(
    config: Config, daemon: Running, step: int
) -> None:
    async with client_of(daemon, config.control_token_file.read_text()) as client:
        body = json.dumps({"run": RUN, "step": step, "label": "not-sure"})
        asked = await client.post("/v1/overrides", data=body, headers=JSON)
        assert asked.status == 400 and "step" in (await asked.json())["error"]


async def test_a_frame_whose_file_lost_its_bytes_is_asked_for_and_mended(
    config: Config, daemon: Running
) -> None:
    socket = await attach(config, daemon, new_id("ses"))
    image = a_jpeg()
    named = bytes.fromhex(sha(image)) + image
    await send(socket, wire.RunBegin(seq=1, run=RUN, at_ms=1))
    await send(socket, named)
    await send(socket, wire.StepSeen(seq=2, step=a_step(1, after=a_screen(frame=sha(image)))))
    while (await receive(socket, "step-judged"))["seq"] < 2:
        pass
    path = config.blobs / sha(image)[:2] / sha(image)
    for left in (b"", image[:9]):
        path.write_bytes(left)
        step = wire.StepSeen(seq=3, step=a_step(2, after=a_screen(frame=sha(image))))
        await send(socket, step)
        assert (await receive(socket, "step-judged"))["missing"] == [sha(image)]
        await send(socket, named)
        await send(socket, {"type": "ping"})
        assert (await receive(socket, "step-judged"))["type"] == "pong"
        assert path.read_bytes() == image
    await send(socket, step)
    assert (await receive(socket, "step-judged")) == {"type": "ack", "seq": 3}
    await socket.close()


async def test_a_refused_message_uses_up_its_own_number_and_no_other(
    config: Config, daemon: Running
) -> None:
    socket = await attach(config, daemon, new_id("ses"))
    await send(socket, '{"type":"walk","x":{"seq":7},"seq":1}')
    assert (await receive(socket))["seq"] == 1
    await send(socket, {"type": "step", "seq": 2, "step": {"run": RUN, "index": 2**64}})
    assert (await receive(socket))["seq"] == 2
    await send(socket, wire.RunBegin(seq=3, run=RUN, at_ms=1))
    assert (await receive(socket)) == {"type": "ack", "seq": 3}
    await socket.close()


async def test_a_websocket_key_that_is_none_is_refused_and_no_header_is_logged(
    config: Config, daemon: Running, caplog: pytest.LogCaptureFixture
) -> None:
    headers = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    key = "é" * 24
    async with client_of(daemon, await a_token(config, daemon)) as client:
        answer = await client.get("/v1/ingest", headers={**headers, "Sec-WebSocket-Key": key})
        assert answer.status == 400 and "Sec-WebSocket-Key" in (await answer.json())["error"]
    assert key not in caplog.text and "Traceback" not in caplog.text


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        (b"HUNTER2\r\n\r\n", "the first line is no HTTP request"),
        (b"GET / HTTP/9.9\r\n\r\n", "the first line is no HTTP request"),
        (b"GET / HTTP/1.1\r\nHUNTER2\r\n\r\n", "the headers of the request cannot be read"),
        (b"GET / HTTP/1.1\r\nX: HUNTER2\x00\r\n\r\n", "the headers of the request cannot be read"),
        (b"GET / HTTP/1.1\r\nX: " + b"HUNTER2" * 3_000 + b"\r\n\r\n", "is too long"),
        (b"GET / HTTP/1.1\r\n\r\n", "the request has no Host header, or two"),
        (b"GET http://[::1HUNTER2 HTTP/1.1\r\nHost: a\r\n\r\n", "cannot be read"),
    ],
)
async def test_what_is_no_http_is_answered_in_a_line_that_does_not_quote_it(
    daemon: Running, caplog: pytest.LogCaptureFixture, request_: bytes, why: str
) -> None:
    reading, writing = await asyncio.open_connection(
        "127.0.0.1", int(daemon.url.rpartition(":")[2])
    )
    writing.write(request_)
    head, _, body = (await asyncio.wait_for(reading.read(), 10)).partition(b"\r\n\r\n")
    writing.close()
    assert b" 400 " in head.splitlines()[0] and why in json.loads(body)["error"]
    assert "HUNTER2" not in body.decode() and not caplog.text


async def test_a_broken_gzip_body_leaves_no_stack_in_the_log(
    config: Config, daemon: Running, caplog: pytest.LogCaptureFixture
) -> None:
    for kind in ("application/json", "text/plain"):
        headers = {"Content-Encoding": "gzip", "Content-Type": kind}
        async with client_of(daemon, config.control_token_file.read_text()) as client:
            await client.post("/v1/purge", data=b"hello world!", headers=headers)
    async with client_of(daemon, config.control_token_file.read_text()) as client:
        assert (await client.get("/v1/status")).status == 200
    assert not caplog.text


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b'{"runs": ["\\ud800"]}', "half of a character"),
        (b'{"filter": "\\udc00 and more"}', "half of a character"),
        (b'{"filter": "\xff"}', "it is not UTF-8; send JSON in UTF-8"),
        (b'{"filter": ', "the JSON ends too early; send all of it"),
    ],
)
async def test_a_body_that_cannot_be_read_is_answered_with_what_to_do(
    config: Config, daemon: Running, body: bytes, why: str
) -> None:
    async with client_of(daemon, config.control_token_file.read_text()) as client:
        asked = await client.post("/v1/purge", data=body, headers=JSON)
        assert asked.status == 400 and why in (await asked.json())["error"]


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"action": {"kind": "pres"}}, "`$.action.kind`; expected one of answer, back, check"),
        ({"action": "x", "surface": "phone"}, "expected one of android, desktop, ios, web"),
    ],
)
async def test_a_value_that_no_field_has_is_answered_with_those_that_it_may_have(
    config: Config, daemon: Running, body: object, why: str
) -> None:
    async with client_of(daemon, await a_token(config, daemon)) as client:
        asked = await client.post("/v1/steps", json=body)
        assert asked.status == 400 and why in (await asked.json())["error"]
