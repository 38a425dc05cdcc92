"""Hostile clients of the daemon: what they send, by every way in, and what it answered.

A `Crash` is what must never be: no answer, an answer of 5xx, a connection that ends by itself.
"""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import aiohttp
from websockets import ConnectionClosed
from websockets.asyncio.client import ClientConnection, connect

from courtside_store import wire
from courtside_store.records import new_id

from .hostile_inputs import (
    MESSAGES,
    NUMBERS,
    TEXTS,
    WORDS,
    a_look,
    anything,
    broken_text,
    spoiled,
    words,
)

ANSWER_S = 30.0
HEADERS = (
    *(b"Authorization", b"Host", b"Origin", b"Sec-Fetch-Site", b"Content-Type", b"Content-Length"),
    *(b"Transfer-Encoding", b"Content-Encoding", b"Upgrade", b"Sec-WebSocket-Key", b"Expect"),
    *(b"Cookie", b"Connection", b"Range", b"If-None-Match", b"\xff", b"", b" ", b"a b"),
)
FILTERS = ("verdict:", "surface:", "score>", "step<=", "-agent:", "pinned:", "run:", "flag:", "")


class Crash(Exception):
    """What the daemon did that it may not."""


class Source:
    """A source by WebSocket: most of its messages are spoiled, some are not."""

    def __init__(self, url: str, token: str, dice: Random) -> None:
        self._url = url.replace("http", "ws", 1) + "/v1/ingest"
        self._token = token
        self._dice = dice
        self.stored = 0
        self.inputs = 0

    async def talk(self, messages: int) -> None:
        """One connection. Raises Crash."""
        head = {"Authorization": f"Bearer {self._token}"}
        try:
            async with connect(
                self._url, additional_headers=head, proxy=None, max_size=None
            ) as socket:
                await self._greet(socket)
                await self._send_all(socket, messages)
        except (ConnectionClosed, TimeoutError, OSError) as error:
            raise Crash(f"a source was cut off: {type(error).__name__}: {error}") from error

    async def _greet(self, socket: ClientConnection) -> None:
        hello = wire.Hello(
            protocol=1, token=self._token, session=new_id("ses"), source="client", name="fuzz"
        )
        await socket.send(wire.encode(hello).decode())
        await socket.recv()

    async def _send_all(self, socket: ClientConnection, messages: int) -> None:
        run, seq, index = "", 1, 1
        for number in range(messages):
            kind = self._dice.choice((*MESSAGES, "step", "step", "step", "frame"))
            self.inputs += 1
            if kind == "frame":
                await self._send_frame(socket)
                continue
            if number % 20 == 0:
                run, index, kind = new_id("run"), 1, "run-begin"
            message = MESSAGES[kind](self._dice, run, seq, index)
            sound = kind == "run-begin" or self._dice.random() < 0.25
            text = json.dumps(message) if sound else spoiled(self._dice, message)
            await socket.send(text.encode("utf-8", "replace").decode())
            answer = await self._answer(socket, "ack", "nack", "pong")
            taken = answer["type"] == "ack"
            self.stored += taken
            if taken or (answer.get("seq") == seq and not answer.get("retry")):
                seq += 1
            index += taken and kind == "step"

    async def _send_frame(self, socket: ClientConnection) -> None:
        await socket.send(self._dice.randbytes(self._dice.choice((0, 1, 31, 32, 33, 500))))
        await socket.send('{"type":"ping"}')
        await self._answer(socket, "pong")

    async def _answer(self, socket: ClientConnection, *kinds: str) -> dict[str, Any]:
        async with asyncio.timeout(ANSWER_S):
            while True:
                answer: dict[str, Any] = json.loads(await socket.recv())
                if answer["type"] in kinds:
                    return answer
                if answer["type"] == "refused":
                    raise Crash(f"a source was refused: {answer['reason']}")


class Caller:
    """Asks by HTTP: every route that takes something, with what it does not expect."""

    def __init__(self, client: aiohttp.ClientSession, tokens: dict[str, str], dice: Random) -> None:
        self._client = client
        self._tokens = tokens
        self._dice = dice
        self._runs: list[str] = ["run_" + "0" * 20]

    async def ask(self) -> None:
        """One input. Raises Crash."""
        act = self._dice.choice((self._post_step, self._post, self._get, self._post_bytes))
        async with asyncio.timeout(ANSWER_S):
            await act()

    async def _post_step(self) -> None:
        dice = self._dice
        body: dict[str, Any] = {"action": words(dice), "task": words(dice), "after": a_look(dice)}
        if dice.random() < 0.7:
            body["run"] = dice.choice(self._runs)
        text = json.dumps(body) if dice.random() < 0.3 else spoiled(dice, body)
        answer = await self._send("ingest", "POST", "/v1/steps", text.encode("utf-8", "replace"))
        if answer.get("run"):
            self._runs = [*self._runs[-20:], answer["run"]]

    async def _post(self) -> None:
        dice = self._dice
        run = dice.choice(self._runs)
        verdict = {"type": "step-verdict", "run": run, "step": 1, "label": "not-sure"}
        verdict |= {"judge": {"name": words(dice)}, "at_ms": 1, "score": 0.5}
        scope, path, body = dice.choice(
            (
                ("control", "/v1/overrides", {"run": run, "step": 1, "label": "not-sure"}),
                ("control", "/v1/overrides", {"run": run, "label": "success", "note": words(dice)}),
                ("control", "/v1/verdicts", {"verdicts": [verdict]}),
                ("control", f"/v1/runs/{run}/pin", {"pinned": True}),
                ("control", "/v1/purge", {"runs": ["run_" + "0" * 20]}),
                ("control", "/v1/sources", {"name": words(dice), "source": "http"}),
                ("ingest", f"/v1/runs/{run}/end", {"answer": words(dice)}),
                ("ingest", "/v1/oracle", {"run": run, "success": True, "at_ms": 1}),
            )
        )
        text = json.dumps(body) if dice.random() < 0.3 else spoiled(dice, body)
        await self._send(scope, "POST", path, text.encode("utf-8", "replace"))

    async def _get(self) -> None:
        dice = self._dice
        odd = (*TEXTS, *map(str, NUMBERS), *WORDS)
        run = dice.choice(self._runs)
        path, params = dice.choice(
            (
                ("/v1/runs", {"filter": dice.choice(FILTERS) + dice.choice(odd)}),
                ("/v1/runs", {"filter": " ".join(dice.choices(odd, k=dice.choice((2, 9, 99))))}),
                ("/v1/runs", {"limit": dice.choice(odd), "before": dice.choice(odd)}),
                ("/v1/runs", {"before": f"{dice.choice(NUMBERS)}-{run}"}),
                ("/v1/search", {"q": broken_text(dice, dice.choice(odd) + "x")}),
                ("/v1/search", {"q": dice.choice(odd), "limit": dice.choice(odd)}),
                (f"/v1/runs/{run}/strip", {"start": dice.choice(odd), "limit": dice.choice(odd)}),
                (f"/v1/runs/{run}/steps/{dice.choice((0, 1, 2**29))}", {}),
                (f"/v1/runs/{run}", {}),
                (f"/v1/blobs/{'0' * 64}", {}),
            )
        )
        sent = {
            name: value.encode("utf-8", "replace").decode()[:1500] for name, value in params.items()
        }
        await self._send("control", "GET", path, None, sent)

    async def _post_bytes(self) -> None:
        dice = self._dice
        kind = dice.choice(("image/png", "image/jpeg", "image/webp", "text/plain"))
        head = dice.choice((b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"RIFF\x20\0\0\0WEBPVP8 "))
        await self._send(
            "ingest",
            "POST",
            "/v1/blobs",
            head + dice.randbytes(dice.choice((0, 9, 300))),
            kind=kind,
        )

    async def _send(
        self,
        scope: str,
        method: str,
        path: str,
        body: bytes | None,
        params: dict[str, str] | None = None,
        kind: str = "application/json",
    ) -> dict[str, Any]:
        head = {"Authorization": f"Bearer {self._tokens[scope]}", "Content-Type": kind}
        try:
            async with self._client.request(
                method, path, data=body, headers=head, params=params
            ) as answer:
                text = await answer.text()
                if answer.status >= 500:
                    raise Crash(f"{method} {path} {params or body!r:.300}: {answer.status} {text}")
                found = json.loads(text) if answer.content_type == "application/json" else {}
        except (aiohttp.ClientError, TimeoutError) as error:
            raise Crash(f"{method} {path}: {type(error).__name__}: {error}") from error
        return found if isinstance(found, dict) else {}


async def send_raw(host: str, port: int, dice: Random) -> None:
    """One raw request with headers that are none. Raises Crash."""
    lines = [b"POST /v1/steps HTTP/1.1", b"Connection: close"]
    if dice.random() < 0.9:
        lines.append(f"Host: {host}:{port}".encode())
    for _ in range(dice.randrange(1, 4)):
        value = dice.choice(
            (dice.randbytes(9), json.dumps(anything(dice, 1)).encode(), b"\xe9", b"0")
        )
        lines.append(dice.choice(HEADERS) + dice.choice((b": ", b":", b" ", b"")) + value)
    try:
        async with asyncio.timeout(ANSWER_S):
            reader, writer = await asyncio.open_connection(host, port)
            writer.write(b"\r\n".join(lines) + b"\r\n\r\n" + dice.randbytes(dice.choice((0, 5))))
            if writer.can_write_eof():
                writer.write_eof()
            status = await reader.readline()
            writer.close()
    except ConnectionResetError:
        return
    except (TimeoutError, OSError) as error:
        raise Crash(f"no answer to {lines!r:.300}: {type(error).__name__}") from error
    if status and not status.split(b" ")[1:2][0].startswith(b"4"):
        raise Crash(f"{status!r} to {lines!r:.300}")
