"""Another program that listens at the daemon's address is sent no secret and no step."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest
from aiohttp import ClientSession, web

from courtside_daemon.app import running
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.wire import EXTENSION_ID

pytestmark = pytest.mark.chrome

Reply = Callable[[str], Any]
"""What the program answers to a first message."""


@dataclass
class Squatter:
    """Keeps all that it is sent."""

    reply: Reply
    sent: list[str] = field(default_factory=list)
    connections: int = 0

    async def take(self, request: web.Request) -> web.WebSocketResponse:
        self.connections += 1
        self.sent.append(f"{request.method} {request.path_qs} {dict(request.headers)}")
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        async for message in socket:
            self.sent.append(str(message.data))
            answer = self.reply(message.data)
            if asyncio.iscoroutine(answer):
                answer = await answer
            if answer is not None:
                await socket.send_str(answer)
        return socket


@asynccontextmanager
async def squatting(port: int, reply: Reply) -> AsyncIterator[Squatter]:
    """A program that has the daemon's port."""
    squatter = Squatter(reply)
    app = web.Application()
    app.router.add_get("/v1/ingest", squatter.take)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port, reuse_address=True).start()
    try:
        yield squatter
    finally:
        await runner.cleanup()


def port_of(daemon: Running) -> int:
    return int(daemon.url.rsplit(":", 1)[1])


WELCOME = '{"type":"welcome","protocol":1,"session":"ses_00000000000000000000","acked":1000}'
REPLIES: dict[str, Reply] = {
    "a welcome": lambda _: WELCOME,
    "a proof that it made up": lambda _: json.dumps({"type": "proof", "mac": "ab" * 32}),
    "what an older daemon says": lambda _: json.dumps(
        {"type": "refused", "reason": "the first message must be a hello", "kind": "other"}
    ),
}


async def test_another_program_at_the_daemons_port_gets_neither_the_token_nor_a_step(
    config: Config, open_chrome: Any, stored: Any, site: str
) -> None:
    async with open_chrome("first") as chrome:
        async with running(config) as (daemon, _):
            await chrome.pair(daemon)
            page = await chrome.open(site)
            run = await chrome.record(page, "Order two tickets")
            await chrome.until(lambda now: now["queued"] == 0)
        who = await chrome.control.evaluate("chrome.storage.local.get('identity')")
        token, session = who["identity"]["token"], who["identity"]["session"]
        await page.click("#save")
        await chrome.until_steps(1)
        for reply in REPLIES.values():
            async with squatting(port_of(daemon), reply) as squatter:
                await chrome.control.wait_for_selector("#say:has-text('did not prove')")
                await chrome.until(
                    lambda now, one=squatter: one.connections and not now["connected"]
                )
            sent = "\n".join(squatter.sent)
            assert token not in sent and session not in sent and run not in sent
            assert {json.loads(one)["type"] for one in squatter.sent if one[0] == "{"} == {"prove"}
            await chrome.control.wait_for_selector("#say:has-text('does not answer')")
        again = msgspec.structs.replace(config, port=port_of(daemon))
        async with running(again):
            await chrome.until(lambda now: now["connected"] and now["queued"] == 0)
            await chrome.send(type="stop")
            await stored.ended(run)
    assert len(stored.rendered(run)) == 1


async def test_a_program_that_asks_the_daemon_at_another_port_for_the_proof_gets_no_token(
    config: Config, open_chrome: Any
) -> None:
    async with open_chrome("first") as chrome:
        async with running(config) as (before, _):
            await chrome.pair(before)
            await chrome.until(lambda now: now["connected"])
        who = await chrome.control.evaluate("chrome.storage.local.get('identity')")
        answers: list[str] = []
        async with running(config) as (daemon, _), ClientSession() as client:
            assert port_of(daemon) != port_of(before)

            async def pass_on(question: str) -> str:
                origin = {"Origin": f"chrome-extension://{EXTENSION_ID}"}
                url = f"{daemon.url}/v1/ingest"
                async with client.ws_connect(url, headers=origin) as socket:
                    await socket.send_str(question)
                    answers.append(await socket.receive_str())
                return answers[-1]

            async with squatting(port_of(before), pass_on) as squatter:
                await chrome.control.wait_for_selector("#say:has-text('did not prove')")
    assert json.loads(answers[0])["type"] == "proof"
    assert who["identity"]["token"] not in "\n".join(squatter.sent)
