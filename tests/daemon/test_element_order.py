"""The order in which the daemon answers with a screen's elements: that of the judge."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from typing import Any

import aiohttp
import pytest
from builders import a_screen, a_step, an_element
from msgspec.structs import replace
from pages import Agent
from waiting import WITHIN_S, until

from courtside_bridges.client.control_api import call
from courtside_daemon.app import running
from courtside_daemon.routes import queries
from courtside_judge.backends.chosen import Chosen, ModelChoice, save_chosen
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.geometry import Box
from courtside_store.records import Element, Observation

SEVERAL = queries.MAX_LISTINGS
"""More requests than the daemon has threads that read."""
CHOSEN = Chosen(reasoner=ModelChoice(backend="openai", model="http://127.0.0.1:9/v1", name="none"))


@pytest.mark.parametrize(
    ("setting", "shown"),
    [
        ("story=raster", ["Top", "Bottom"]),
        ("reasoner=raster", ["Bottom", "Top"]),
        ("raster", ["Top", "Bottom"]),
    ],
)
async def test_a_step_is_listed_as_by_the_judge_that_the_cascade_asks(
    config: Config, setting: str, shown: list[str]
) -> None:
    config = replace(config, element_order=(setting,))
    config.data_dir.mkdir()
    save_chosen(config.models_file, CHOSEN)
    look = a_screen(
        an_element(1, "Bottom", box=Box(10, 200, 50, 20)),
        an_element(2, "Top", box=Box(10, 10, 50, 20)),
    )
    async with running(config) as (daemon, _):
        agent = Agent(config)
        run = agent.begin()
        agent.step(a_step(1, before=look, after=look))
        await agent.close()
        step = await asyncio.to_thread(call, config, daemon, "GET", f"/v1/runs/{run}/steps/1")
    assert [one["text"] for one in step["step"]["before"]["elements"]] == shown


async def test_an_order_that_takes_long_holds_up_no_source_and_no_other_viewer(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowOrder(monkeypatch)
    async with running(config) as (daemon, _):
        path = await a_run(config)
        async with caller(config, daemon) as client, asyncio.TaskGroup() as group:
            asked = [
                group.create_task(body(client, f"{path}/steps/1?order=tsne"))
                for _ in range(SEVERAL)
            ]
            try:
                await until(slow.begun.is_set)
                async with asyncio.timeout(WITHIN_S):
                    another = await a_run(config)
                    assert len((await body(client, "/v1/runs"))["runs"]) == 2
                    assert (await body(client, f"{another}/steps/1"))["step"]["index"] == 1
                assert not any(one.done() for one in asked)
            finally:
                slow.go_on.set()


async def test_more_requests_for_it_than_may_wait_are_told_when_to_ask_again(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowOrder(monkeypatch)
    async with running(config) as (daemon, _):
        path = f"{await a_run(config)}/steps/1?order=tsne"
        async with caller(config, daemon) as client, asyncio.TaskGroup() as group:
            asked = [group.create_task(refused(client, path)) for _ in range(SEVERAL + 3)]
            try:
                await until(lambda: sum(one.done() for one in asked) == 3)
            finally:
                slow.go_on.set()
        answers = [one.result() for one in asked]
        assert answers.count(None) == SEVERAL
        assert {one for one in answers if one} == {
            ("10", "8 steps are being listed by t-SNE; ask again in 10 seconds")
        }
        async with caller(config, daemon) as client:
            assert await refused(client, path) is None, "there is room again"


async def test_the_judges_own_order_leaves_no_step_out_where_too_many_wait(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowOrder(monkeypatch)
    config = replace(config, judge="text", element_order=("tsne",))
    async with running(config) as (daemon, _):
        path = f"{await a_run(config)}/steps/1"
        async with caller(config, daemon) as client, asyncio.TaskGroup() as group:
            asked = [group.create_task(refused(client, path)) for _ in range(SEVERAL + 3)]
            try:
                await until(lambda: sum(one.done() for one in asked) == 3)
            finally:
                slow.go_on.set()
        assert [one.result() for one in asked] == [None] * len(asked)


class SlowOrder:
    """Lists by t-SNE no sooner than it is let go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()
        monkeypatch.setattr(queries, "numbered", self._numbered)

    def _numbered(self, look: Observation, order: str | None = None) -> Sequence[Element]:
        if order == "tsne":
            self.begun.set()
            self.go_on.wait()
        return look.elements


async def a_run(config: Config) -> str:
    """The path of a run of one step."""
    agent, look = Agent(config), a_screen(an_element())
    run = agent.begin()
    agent.step(a_step(1, before=look, after=look))
    await agent.close()
    return f"/v1/runs/{run}"


def caller(config: Config, daemon: Running) -> aiohttp.ClientSession:
    """Who may read: its waiting takes no thread, of which the daemon needs some."""
    token = config.control_token_file.read_text()
    return aiohttp.ClientSession(daemon.url, headers={"Authorization": f"Bearer {token}"})


async def body(client: aiohttp.ClientSession, path: str) -> Any:
    async with client.get(path) as answer:
        return await answer.json()


async def refused(client: aiohttp.ClientSession, path: str) -> tuple[str, str] | None:
    """When to ask again, and why; None where it is answered."""
    async with client.get(path) as answer:
        told = await answer.json()
        return None if answer.ok else (answer.headers["Retry-After"], told["error"])
