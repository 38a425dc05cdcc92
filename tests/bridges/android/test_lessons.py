"""An agent behind the Appium proxy gets the lessons of its failures with its next session."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from appium_server import Agent, an_app, capabilities
from msgspec.structs import replace

from courtside_bridges.android.capabilities import take_wishes
from courtside_bridges.android.running_proxy import proxying
from courtside_store.config import Config
from courtside_store.daemon_state import Running

from .conftest import Agents, Stored

TASK = 'Tap "Cancel".'


def one_session(agent: Agent, app: Path, **asked: Any) -> dict[str, Any]:
    """Taps "Save"; the capabilities that the session was answered with."""
    wanted = capabilities(app, **asked)
    status, data = agent.ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
    assert status == 200, data
    value = json.loads(data)["value"]
    agent.session = value["sessionId"]
    agent.value("POST", f"{{s}}/element/{agent.find('save')}/click", {})
    agent.value("DELETE", "{s}")
    answered: dict[str, Any] = value["capabilities"]
    return answered


async def test_a_session_that_asks_is_answered_with_the_lessons_and_chained(
    appium: str, config: Config, daemon: Running, stored: Stored, tmp_path: Path, agents: Agents
) -> None:
    app = an_app(tmp_path)
    asked = {"courtside:task": TASK, "courtside:lessons": True}
    async with proxying(appium, replace(config, phone_lessons=False), port=0) as (url, _):
        answers = [
            await asyncio.to_thread(one_session, agents(url), app, **asked) for _ in range(3)
        ]
        quiet = await asyncio.to_thread(one_session, agents(url), app, **{"courtside:task": TASK})
        await stored.ended(4)
    first, second, third, fourth = stored.runs()
    assert "courtside:lessons" not in answers[0] and "courtside:lessons" not in quiet
    assert answers[1]["courtside:attempt"] == 2 and "Cancel" in answers[1]["courtside:lessons"]
    assert answers[2]["courtside:lessons"].count("An earlier attempt") == 2
    assert [second.parent_run, third.parent_run, fourth.parent_run] == [first.id, second.id, None]


async def test_another_task_has_no_part_in_it(
    appium: str, config: Config, daemon: Running, stored: Stored, tmp_path: Path, agents: Agents
) -> None:
    app = an_app(tmp_path)
    async with proxying(appium, config, port=0) as (url, _):
        await asyncio.to_thread(one_session, agents(url), app, **{"courtside:task": TASK})
        answer = await asyncio.to_thread(
            one_session, agents(url), app, **{"courtside:task": "Wait."}
        )
    assert "courtside:lessons" not in answer


@pytest.mark.parametrize("value", [False, "yes", 1, None])
def test_only_true_asks_for_lessons(value: object) -> None:
    body = msgspec.json.encode({"capabilities": {"alwaysMatch": {"courtside:lessons": value}}})
    wishes, plain = take_wishes(body)
    assert not wishes.lessons and b"courtside" not in plain
