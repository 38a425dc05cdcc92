"""A client that sends much, sends nothing, or does not read, costs the daemon little."""

from __future__ import annotations

import asyncio
import errno
import io
import logging
import os
import stat
import sys
from base64 import b64encode
from pathlib import Path

import aiohttp
import psutil
import pytest
from builders import RUN, SESSION, a_jpeg
from source import a_token, attach, hello, receive, send
from websockets.asyncio.client import connect
from websockets.typing import Origin

from courtside_bridges.client.control_api import call
from courtside_daemon import logs, silent_connections, web_app
from courtside_daemon.app import running
from courtside_daemon.open_files import allow_many_files
from courtside_daemon.routes import json_http
from courtside_daemon.routes.json_http import SMALL_BODY_BYTES
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.images import check_image


async def silent(daemon: Running) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection that sends half of a request's first line."""
    host, port = daemon.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(b"GET /v1/sta")
    return reader, writer


async def test_a_connection_that_sends_no_request_is_ended(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(silent_connections, "LOOK_EVERY_S", 0.05)
    async with running(config) as (daemon, _):
        source = await attach(config, daemon)
        monkeypatch.setattr(silent_connections, "MAX_SILENCE_S", 0.2)
        reader, writer = await silent(daemon)
        async with asyncio.timeout(10):
            assert await reader.read() == b""
        writer.close()
        await send(source, {"type": "ping"})
        assert (await receive(source))["type"] == "pong"  # it sent a request: it stays
        await source.close()


async def test_a_connection_that_never_ends_its_second_request_is_ended(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_app, "KEEPALIVE_S", 0.2)
    async with running(config) as (daemon, _):
        reader, writer = await silent(daemon)
        writer.write(b"tus HTTP/1.1\r\nHost: " + daemon.url.removeprefix("http://").encode())
        writer.write(b"\r\n\r\n")
        assert b" 401 " in await reader.readline()
        async with asyncio.timeout(10), asyncio.TaskGroup() as group:
            dripping = group.create_task(drip(writer))
            await reader.read()
            dripping.cancel()
        writer.close()


async def drip(writer: asyncio.StreamWriter) -> None:
    """A request's head without an end."""
    writer.write(b"GET /v1/status HTTP/1.1\r\nX-Name: ")
    while True:
        writer.write(b"x")
        await asyncio.sleep(0.05)


async def test_thousands_of_connections_find_a_daemon_that_answers(
    config: Config, daemon: Running
) -> None:
    allow_many_files()
    held = [await silent(daemon) for _ in range(1_200)]
    status = await asyncio.to_thread(call, config, daemon, "GET", "/v1/status")
    assert status["judge"]
    for _, writer in held:
        writer.close()


async def test_a_long_path_is_not_found_and_no_full_disk(daemon: Running) -> None:
    async with aiohttp.ClientSession(daemon.url) as client:
        answer = await client.get("/" + "a" * 300, headers={"Sec-Fetch-Site": "none"})
        assert answer.status == 404
        assert "nothing at that path" in (await answer.json())["error"]
        page = await client.get("/", headers={"Sec-Fetch-Site": "none"})
        assert page.status == 200


async def test_a_body_larger_than_a_message_is_refused(config: Config, daemon: Running) -> None:
    token = await a_token(config, daemon)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    body = io.BytesIO(b'{"action": "' + b"x" * wire.MAX_MESSAGE_BYTES + b'"}')
    async with aiohttp.ClientSession(daemon.url, headers=headers) as client:
        answer = await client.post("/v1/steps", data=body)
        assert answer.status == 413
        assert (await answer.json())["error"].startswith("the body is too large; see")


async def begin_login(
    daemon: Running, *lines: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection that claims to be the page's, as any program may."""
    host, port = daemon.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    head = ("POST /v1/login HTTP/1.1", f"Host: {host}:{port}", f"Origin: {daemon.url}")
    writer.write("\r\n".join((*head, "Content-Type: application/json", *lines)).encode())
    await writer.drain()
    return reader, writer


async def test_who_has_no_credential_holds_up_no_large_body(
    config: Config, daemon: Running
) -> None:
    endless = ("Transfer-Encoding: chunked", "", "2", "{ ", "")
    logins = [await begin_login(daemon, *endless) for _ in range(2 * web_app.MAX_BODIES)]
    token = await a_token(config, daemon)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "image/jpeg"}
    async with (
        asyncio.timeout(json_http.BODY_S / 2),
        aiohttp.ClientSession(daemon.url, headers=headers) as client,
        client.post("/v1/blobs", data=io.BytesIO(a_jpeg())) as answer,  # of a length not said
    ):
        assert answer.status == 200
    for _, writer in logins:
        writer.close()


async def test_a_short_body_that_never_ends_is_refused(
    daemon: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_http, "BODY_S", 0.2)
    reader, writer = await begin_login(daemon, "Content-Length: 9", "", "{")
    async with asyncio.timeout(30):
        assert b" 408 " in await reader.readline()
    writer.close()


async def test_a_login_is_short(daemon: Running) -> None:
    body = io.BytesIO(b'{"code": "' + b"x" * SMALL_BODY_BYTES + b'"}')
    headers = {"Origin": daemon.url, "Content-Type": "application/json"}
    async with aiohttp.ClientSession(daemon.url, headers=headers) as client:
        assert (await client.post("/v1/login", data=body)).status == 413


FLOOD = """import asyncio, sys
import aiohttp
url, origin, size = sys.argv[1], sys.argv[2], int(sys.argv[3])
async def knock(client, large):
    async with client.ws_connect(url, headers={"Origin": origin}, max_msg_size=0) as socket:
        await socket.send_str(large)
        assert (await socket.receive_json())["type"] == "refused"
async def main():
    large = "x" * size
    async with aiohttp.ClientSession() as client:
        await asyncio.gather(*(knock(client, large) for _ in range(30)))
asyncio.run(main())
"""
"""In a process of its own: what the senders need is not the daemon's."""


async def test_large_first_messages_of_many_connections_fill_no_memory(
    config: Config, daemon: Running
) -> None:
    """Each is as large as an image may be; what says who it is has some hundred bytes."""
    url = daemon.url.replace("http", "ws", 1) + "/v1/ingest"
    origin = f"chrome-extension://{wire.EXTENSION_ID}"
    own = psutil.Process()
    before = most = own.memory_info().rss
    flood = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", FLOOD, url, origin, str(wire.MAX_IMAGE_BYTES - 1_000))
    )
    async with asyncio.TaskGroup() as group:
        ended = group.create_task(flood.wait())
        while not ended.done():
            most = max(most, own.memory_info().rss)
            await asyncio.sleep(0.01)
    assert ended.result() == 0
    assert most - before < 220_000_000


async def test_connections_that_never_say_who_they_are_hold_up_nobody_who_does(
    config: Config, daemon: Running
) -> None:
    token = await a_token(config, daemon)
    host, port = daemon.url.removeprefix("http://").split(":")
    origin = f"chrome-extension://{wire.EXTENSION_ID}"
    lines = (
        "GET /v1/ingest HTTP/1.1",
        *(f"Host: {host}:{port}", f"Origin: {origin}", "Upgrade: websocket"),
        *("Connection: Upgrade", "Sec-WebSocket-Version: 13"),
        *(f"Sec-WebSocket-Key: {b64encode(bytes(16)).decode()}", "", ""),
    )
    silent_ones = [await asyncio.open_connection(host, int(port)) for _ in range(40)]
    for _, writer in silent_ones:
        writer.write("\r\n".join(lines).encode())
    await asyncio.sleep(0.1)
    async with asyncio.timeout(4):
        first = await attach(config, daemon, SESSION, token)
        url = daemon.url.replace("http", "ws", 1) + "/v1/ingest"
        async with connect(url, origin=Origin(origin), proxy=None) as second:
            await send(second, hello(token, f"{SESSION}1"))
            assert (await receive(second))["type"] == "welcome"
    await first.close()
    for _, writer in silent_ones:
        writer.close()


async def test_a_source_s_own_form_of_an_action_has_a_bounded_number_of_values(
    config: Config, daemon: Running
) -> None:
    source = await attach(config, daemon)
    for seq, raw in enumerate(({"a": [{}] * 20_000}, {"a": [[0] * 200] * 200}), 1):
        action = {"kind": "click", "at_ms": 1, "raw": raw}
        step = {"run": RUN, "index": 1, "actions": [action]}
        await send(source, {"type": "step", "seq": seq, "step": step})
        answer = await receive(source)
        assert answer["type"] == "nack", answer
        assert answer["reason"] == "raw has too many values; at most 10000"
    await source.close()


def test_a_system_without_files_left_says_nothing_of_an_image(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr("courtside_store.images.Image.open", refuse)
    with pytest.raises(OSError, match="Too many open files"):
        check_image(b"\xff\xd8\xff")


def test_the_log_says_the_same_a_few_times_then_counts(tmp_path: Path) -> None:
    now = 0.0
    log = logging.Logger("courtside.test")
    handler = logs.PrivateLog(tmp_path / "daemon.log")
    handler.addFilter(logs.Repeats(lambda: now))
    log.addHandler(handler)
    for number in range(1_000):
        log.error("source %d does not read", number)
    log.error("something else")
    now = logs.WINDOW_S + 1
    log.error("source %d does not read", 7)
    handler.close()
    lines = (tmp_path / "daemon.log").read_text().splitlines()
    assert len(lines) == logs.MAX_LINES_A_WINDOW + 2
    assert lines[-1] == "source 7 does not read (995 more like this were left out)"


def test_the_log_is_bounded_and_closed_to_others(tmp_path: Path) -> None:
    path = tmp_path / "daemon.log"
    handler = logs.PrivateLog(path, maxBytes=1_000, backupCount=logs.OLD_FILES_KEPT)
    log = logging.Logger("courtside.test")
    log.addHandler(handler)
    for number in range(1_000):
        log.error("line %d", number)
    handler.close()
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["daemon.log", "daemon.log.1"]
    assert sum(file.stat().st_size for file in files) <= 2_000
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_a_log_that_cannot_be_written_is_said_once_and_without_a_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    handler = logs.PrivateLog(tmp_path / "daemon.log")
    stream = handler.stream
    assert stream
    stream.close()
    handler.stream = AFullDisk()
    for n in range(3):
        handler.emit(logging.makeLogRecord({"msg": f"step {n}"}))
    stderr = capsys.readouterr().err
    assert (
        stderr == f"courtside: {tmp_path}/daemon.log cannot be written: No space left on device\n"
    )


class AFullDisk(io.TextIOWrapper):
    def __init__(self) -> None:
        super().__init__(io.BytesIO())

    def write(self, text: str) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
