"""Nobody comes in by a route that was forgotten, and garbage harms nothing."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import re
import struct
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_type_hints

import aiohttp
import msgspec
import psutil
import pytest
from builders import RUN, a_jpeg, a_step, sha
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from source import a_token, a_view_token, attach, hello, open_socket, receive, send
from websockets import ConnectionClosed

from courtside_daemon.listening import sockets
from courtside_daemon.routes import json_http
from courtside_daemon.routes.table import routes
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.reading import Reader
from courtside_store.records import new_id


class _Anything:
    """Stands in for the parts whose methods the route table names."""

    def __getattr__(self, name: str) -> Any:
        return self


ROUTES = routes(_Anything(), _Anything())  # type: ignore[arg-type]


PLACEHOLDER = re.compile(r"{(?P<name>\w+)(?::(?P<pattern>(?:[^{}]|{[^{}]*})*))?}")
FITTING = {"run_[0-9a-z]+": RUN, "[0-9]{1,9}": "1", "[0-9a-f]{64}": "0" * 64, None: "src_1"}
"""A value for each pattern."""


def path_of(template: str) -> str:
    return PLACEHOLDER.sub(lambda one: FITTING[one["pattern"]], template.split("{file")[0])


@pytest.mark.parametrize("template", sorted({p for _, p, access, _ in ROUTES if access != "page"}))
def test_every_route_is_in_the_document(template: str) -> None:
    path = PLACEHOLDER.sub(lambda one: one["name"].upper(), template)
    document = (Path(__file__).parents[2] / "docs/reference/protocol.md").read_text()
    assert re.search(rf"{re.escape(path)}(?![\w/])", document), path


def test_no_route_answers_a_bare_dict() -> None:
    """The type checker holds every call of the only two functions that make an answer."""
    several = Sequence[msgspec.Struct | str]
    assert get_type_hints(json_http.answer)["body"] == msgspec.Struct | several
    assert get_type_hints(json_http.found_or_404)["body"] == msgspec.Struct | None
    for file in Path(json_http.__file__).parent.glob("*.py"):
        makers = re.findall("json_response|application/json|json.encode", file.read_text())
        assert not makers or file.name == "json_http.py", file


async def ask(daemon: Running, method: str, path: str, **headers: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as client,
        client.request(
            method, daemon.url + path, headers=headers, data=b"{}" if method == "POST" else None
        ) as answer,
    ):
        return answer.status, await answer.text()


@pytest.mark.parametrize(("method", "template"), [(m, p) for m, p, _, _ in ROUTES])
async def test_every_route_refuses_a_bare_request(
    daemon: Running, method: str, template: str
) -> None:
    status, body = await ask(daemon, method, path_of(template))
    assert status in (401, 403), (status, body)
    assert json.loads(body)["error"]


@pytest.mark.parametrize(("method", "template"), [(m, p) for m, p, _, _ in ROUTES])
async def test_every_route_refuses_a_foreign_host_and_a_foreign_origin(
    config: Config, daemon: Running, method: str, template: str
) -> None:
    token = {"Authorization": f"Bearer {config.control_token_file.read_text()}"}
    path = path_of(template)
    status, body = await ask(daemon, method, path, Host="evil.example", **token)
    assert status == 403 and "evil.example" in body
    for origin in ("https://evil.example", "chrome-extension://" + "a" * 32, "null"):
        status, body = await ask(daemon, method, path, Origin=origin, **token)
        assert status == 403 and origin in body
    status, _ = await ask(daemon, method, path, **{"Sec-Fetch-Site": "cross-site"}, **token)
    assert status == 403


async def test_the_page_is_served_to_a_browser_and_holds_no_secret(
    config: Config, daemon: Running
) -> None:
    status, body = await ask(daemon, "GET", "/", **{"Sec-Fetch-Site": "none"})
    assert status == 200 and "Courtside" in body
    assert config.control_token_file.read_text() not in body


async def test_the_daemon_listens_on_loopback_only(daemon: Running) -> None:
    port = int(daemon.url.rsplit(":", 1)[1])
    bound = {
        c.laddr.ip
        for c in psutil.Process().net_connections()
        if c.status == "LISTEN" and c.laddr.port == port
    }
    assert bound and bound <= {"127.0.0.1", "::1"}


def test_a_host_beyond_loopback_needs_the_unsafe_flag(config: Config) -> None:
    with pytest.raises(ValueError, match="unsafe_bind"):
        sockets(msgspec.structs.replace(config, host="0.0.0.0"))


async def test_wrong_tokens_are_refused_and_then_slowed_down(daemon: Running) -> None:
    seen = [
        (await ask(daemon, "GET", "/v1/status", Authorization="Bearer wrong"))[0] for _ in range(40)
    ]
    assert seen[0] == 401 and seen[-1] == 429


async def test_a_source_token_opens_neither_reading_nor_control(
    config: Config, daemon: Running
) -> None:
    token = await a_token(config, daemon)
    for path in ("/v1/status", "/v1/runs"):
        assert (await ask(daemon, "GET", path, Authorization=f"Bearer {token}"))[0] == 401
    assert (await ask(daemon, "POST", "/v1/purge", Authorization=f"Bearer {token}"))[0] == 401


@pytest.mark.parametrize(
    ("method", "template"), [(m, p) for m, p, access, _ in ROUTES if access == "control"]
)
async def test_a_page_cannot_do_what_only_the_control_token_may(
    config: Config, daemon: Running, method: str, template: str
) -> None:
    page = {"Authorization": f"Bearer {await a_view_token(config, daemon)}"}
    assert (await ask(daemon, "GET", "/v1/status", **page))[0] == 200
    headers = {**page, "Content-Type": "application/json", "Origin": daemon.url}
    status, body = await ask(daemon, method, path_of(template), **headers)
    assert status == 401 and "needs one for control" in body


async def test_a_page_and_a_source_cannot_say_that_an_agent_crashed(
    config: Config, daemon: Running
) -> None:
    async with await attach(config, daemon) as link:
        await send(link, wire.RunBegin(seq=1, run=RUN, at_ms=1, task="Save"))
        assert (await receive(link))["type"] == "ack"
        control = config.control_token_file.read_text()
        strangers = await a_view_token(config, daemon), await a_token(config, daemon)
        path, kind = f"/v1/runs/{RUN}/crashed", {"Content-Type": "application/json"}
        for token in strangers:
            status, _ = await ask(daemon, "POST", path, Authorization=f"Bearer {token}", **kind)
            assert status == 401
        with Reader(config) as reader:
            kept = reader.summary(RUN)
            assert kept and kept.run.ended_by is None
        status, body = await ask(daemon, "POST", path, Authorization=f"Bearer {control}", **kind)
        assert status == 200 and json.loads(body)["run"]["ended_by"] == "agent-crashed"


async def test_files_with_secrets_are_private(config: Config, daemon: Running) -> None:
    await a_token(config, daemon)
    for file in (
        config.control_token_file,
        config.data_dir / "credentials.json",
        config.running_file,
        config.database,
    ):
        assert file.stat().st_mode & 0o077 == 0, file
    assert config.data_dir.stat().st_mode & 0o077 == 0


async def test_a_body_that_is_not_json_is_refused_by_its_type(
    config: Config, daemon: Running
) -> None:
    token = config.control_token_file.read_text()
    status, body = await ask(
        daemon,
        "POST",
        "/v1/purge",
        Authorization=f"Bearer {token}",
        **{"Content-Type": "text/plain"},
    )
    assert status == 415 and "text/plain" in body


async def test_a_login_code_works_once(config: Config, daemon: Running) -> None:
    token = config.control_token_file.read_text()
    _, body = await ask(
        daemon,
        "POST",
        "/v1/viewer",
        Authorization=f"Bearer {token}",
        **{"Content-Type": "application/json"},
    )
    code = json.loads(body)["url"].split("login=")[1]
    own = {"Origin": daemon.url, "Content-Type": "application/json"}
    async with aiohttp.ClientSession() as client:
        first = await client.post(daemon.url + "/v1/login", headers=own, json={"code": code})
        again = await client.post(daemon.url + "/v1/login", headers=own, json={"code": code})
    assert (first.status, again.status) == (200, 401)


def bomb() -> bytes:
    """A PNG header of 60,000 x 60,000 pixels in a few bytes."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("data", "named"),
    [
        (bomb(), "too large"),
        (a_jpeg(0, (200, 200))[:-20], "cut off"),
        (b"GIF89a" + b"0" * 40, "not a JPEG"),
        (b"", "not a JPEG"),
    ],
)
async def test_a_bad_image_is_refused_and_not_kept(
    config: Config, daemon: Running, data: bytes, named: str
) -> None:
    socket = await attach(config, daemon)
    await send(socket, bytes.fromhex(sha(data)) + data)
    assert named in (await receive(socket))["reason"]
    assert not list(config.blobs.rglob("*/*"))
    await socket.close()


async def test_an_image_under_a_false_hash_is_refused(config: Config, daemon: Running) -> None:
    socket = await attach(config, daemon)
    await send(socket, bytes(32) + a_jpeg())
    assert "hash" in (await receive(socket))["reason"]
    await socket.close()


@pytest.mark.parametrize(
    ("message", "named"),
    [
        ('{"type":"step","seq":1,"step":{"run":"nonsense","index":1}}', "run"),
        ('{"type":"walk","seq":1}', "walk"),
        (f'{{"type":"run-begin","seq":0,"run":"{RUN}","at_ms":1}}', "seq"),
        ("[" * 5000, ""),
        ("not json", ""),
        (wire.encode(wire.StepSeen(seq=1, step=a_step())).decode(), "unknown"),
        (wire.encode(wire.RunBegin(seq=9, run=RUN, at_ms=1)).decode(), "expected seq 1, got 9"),
        (
            wire.encode(wire.RunBegin(seq=1, run=RUN, at_ms=1, task="x" * 21_000)).decode(),
            "20000",
        ),
        ('{"type":"run-begin","seq":1,"x":"' + "y" * 5_000_000 + '"}', "at most"),
    ],
)
async def test_garbage_is_refused_by_name_and_the_source_goes_on(
    config: Config, daemon: Running, message: str, named: str
) -> None:
    socket = await attach(config, daemon)
    await send(socket, message)
    refused = await receive(socket, "ack")
    assert refused["type"] == "nack" and named in refused["reason"]
    with Reader(config) as reader:
        assert reader.counts().runs == 0
    await send(socket, {"type": "ping"})
    assert (await receive(socket, "ack", "nack"))["type"] == "pong"
    await socket.close()


async def test_a_first_message_that_is_no_hello_closes_the_connection(
    config: Config, daemon: Running
) -> None:
    token = await a_token(config, daemon)
    for message, named in (
        ('{"type":"ping"}', "hello"),
        (hello(token, protocol=99), "99"),
        (hello("wrong"), "token"),
        (b"\x00", "hello"),
    ):
        socket = await open_socket(daemon, token)
        await send(socket, message)
        answer = await receive(socket)
        assert answer["type"] == "refused" and named in answer["reason"]
        await socket.close()


async def test_the_daemon_proves_that_it_knows_a_token_before_it_is_told_it(
    config: Config, daemon: Running
) -> None:
    token = await a_token(config, daemon)
    digest = hashlib.sha256(token.encode()).digest()
    asked = {"type": "prove", "key": hashlib.sha256(digest).hexdigest(), "nonce": "ab" * 32}
    proof = wire.proof_text(asked["nonce"], daemon.url.removeprefix("http://"))
    socket = await open_socket(daemon, token)
    await send(socket, asked)
    assert (await receive(socket))["mac"] == hmac.digest(digest, proof, "sha256").hex()
    await send(socket, hello(token))
    assert (await receive(socket))["type"] == "welcome"
    await send(socket, asked)
    assert "second hello" in (await receive(socket))["reason"]
    await socket.close()


async def test_what_is_no_proof_that_may_be_asked_for_ends_the_connection(
    config: Config, daemon: Running
) -> None:
    token = await a_token(config, daemon)
    digest = hashlib.sha256(token.encode()).digest()
    asked = {"type": "prove", "key": hashlib.sha256(digest).hexdigest(), "nonce": "ab" * 32}
    for messages, kind, named in (
        ([{**asked, "key": "cd" * 32}], "token", "pair again"),
        ([{**asked, "nonce": "x"}], "other", "nonce"),
        ([asked, asked], "other", "hello"),
    ):
        socket = await open_socket(daemon, token)
        for message in messages:
            await send(socket, message)
        refused = await receive(socket, "proof")
        assert refused.get("kind", "other") == kind and named in refused["reason"]
        await socket.close()


async def test_a_message_beyond_the_socket_limit_ends_only_that_connection(
    config: Config, daemon: Running
) -> None:
    bad = await attach(config, daemon)
    with contextlib.suppress(ConnectionClosed):
        await send(bad, b"\x00" * (wire.MAX_IMAGE_BYTES + 1000))
    await bad.wait_closed()
    good = await attach(config, daemon, "ses_" + "1" * 20)
    await good.close()


async def test_a_live_session_is_not_replaced(config: Config, daemon: Running) -> None:
    token = await a_token(config, daemon)
    first = await attach(config, daemon, token=token)
    second = await open_socket(daemon, token)
    await send(second, hello(token))
    assert "connected already" in (await receive(second))["reason"]
    await send(first, {"type": "ping"})
    assert (await receive(first))["type"] == "pong"
    await first.close()
    await second.close()


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "seq", "run", "step", "at_ms", "task"]), inner, max_size=5
        )
    ),
    max_leaves=12,
)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(_json.map(json.dumps) | st.binary(max_size=80) | st.text(max_size=80), max_size=6))
async def test_no_message_at_all_harms_the_daemon(
    config: Config, daemon: Running, messages: list[Any]
) -> None:
    token = await a_token(config, daemon)
    session = new_id("ses")
    socket = await open_socket(daemon, token)
    await send(socket, hello(token, session))
    for message in messages:
        await send(socket, message)
    await send(socket, {"type": "ping"})
    while (await receive(socket))["type"] != "pong":
        pass
    await socket.close()
