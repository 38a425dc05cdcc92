"""What may happen while the device acts or is looked at: each action is a step of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise

import pytest
from appium_server import Phone, a_finger, phone_server
from waiting import until

from courtside_bridges.android.appium_runs import Runs
from courtside_bridges.android.appium_session import STILL_S, SessionRun
from courtside_formats.appium.appium_command import read_command
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.records import Observation

from .conftest import Stored

TAP = read_command("POST", "/session/one/actions")
AT_FIVE = {"actions": [a_finger((5, 5))]}
NO_SESSION = "the Appium session is gone"


@asynccontextmanager
async def a_run(phone: Phone, config: Config) -> AsyncIterator[tuple[Runs, SessionRun]]:
    """A session that the proxy has just heard of."""
    async with phone_server(phone) as server, Runs(server, config) as runs:
        yield runs, runs.begin("one", {"platformName": "Android"})


async def tap(run: SessionRun) -> None:
    """An agent's whole command."""
    async with run.acting(TAP, AT_FIVE):
        run.acted(None)


def why(look: Observation | None) -> str | None:
    """Why a screen was withheld; None where it was not."""
    assert look is not None
    assert look.frame or look.withheld
    return look.withheld


async def test_an_action_that_comes_during_a_look_waits_for_it_and_meets_that_screen(
    config: Config, daemon: Running, stored: Stored
) -> None:
    phone = Phone()
    async with a_run(phone, config) as (runs, run):
        await tap(run)
        phone.slow_s = STILL_S
        await until(lambda: phone.count("/screenshot") == 2)
        await tap(run)
        await runs.end("one", "stop")
        await stored.ended()
    first, second = stored.steps()
    assert first.after == second.before and not why(first.after)
    assert phone.count("/screenshot") == 3


async def test_a_session_that_goes_during_a_look_says_so_in_its_last_step(
    config: Config, daemon: Running, stored: Stored
) -> None:
    phone = Phone()
    async with a_run(phone, config) as (_, run):
        await tap(run)
        phone.sessions.clear()
        assert await stored.ended() == ["session-gone"]
    (step,) = stored.steps()
    assert not why(step.before) and why(step.after) == NO_SESSION


async def test_an_action_of_a_session_that_is_gone_is_a_step_all_the_same(
    config: Config, daemon: Running, stored: Stored
) -> None:
    phone = Phone()
    async with a_run(phone, config) as (_, run):
        await tap(run)
        phone.sessions.clear()
        async with run.acting(TAP, AT_FIVE):
            run.acted("invalid session id")
        assert await stored.ended() == ["session-gone"]
    assert stored.rendered() == ["tap at (5, 5)", "tap at (5, 5) failed: invalid session id"]
    first, second = stored.steps()
    assert [why(first.after), why(second.before), why(second.after)] == [NO_SESSION] * 3


async def test_an_agent_that_hangs_up_loses_no_action(
    config: Config, daemon: Running, stored: Stored
) -> None:
    async with a_run(Phone(), config) as (runs, run):
        with pytest.raises(ConnectionError):
            async with run.acting(TAP, AT_FIVE):
                raise ConnectionResetError
        await runs.end("one", "stop")
        await stored.ended()
    (step,) = stored.steps()
    assert stored.rendered() == ["tap at (5, 5) failed: the agent hung up before Appium answered"]
    assert not why(step.before) and not why(step.after)


async def test_a_run_that_ends_while_an_action_is_under_way_has_it_as_a_step(
    config: Config, daemon: Running, stored: Stored
) -> None:
    async with a_run(Phone(), config) as (runs, run):
        async with run.acting(TAP, AT_FIVE):
            await runs.end("one", "stop")
            run.acted(None)
        await stored.ended()
    (step,) = stored.steps()
    assert stored.rendered() == ["tap at (5, 5) failed: the run ended before Appium answered"]
    assert why(step.after) == "the run ended before the screen could be looked at"


async def test_actions_of_two_agents_follow_each_other_with_screens_of_their_own(
    config: Config, daemon: Running, stored: Stored
) -> None:
    phone = Phone()
    async with a_run(phone, config) as (runs, run):
        async with asyncio.TaskGroup() as group:
            for _ in range(3):
                group.create_task(tap(run))
        await runs.end("one", "stop")
        await stored.ended()
    steps = stored.steps()
    assert len(steps) == 3 and phone.count("/screenshot") == 4
    for step, following in pairwise(steps):
        assert step.after == following.before and not why(step.after)


async def test_what_fails_beside_the_agent_is_logged_and_the_agent_acts_on(
    config: Config,
    daemon: Running,
    stored: Stored,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("ours")

    async with a_run(Phone(), config) as (runs, run):
        with monkeypatch.context() as patched:
            patched.setattr(run.recorded, "step", broken)
            await tap(run)
            await until(lambda: "was not recorded" in caplog.text)
        await tap(run)
        await runs.end("one", "stop")
        assert await stored.ended() == ["stop"]
    assert stored.rendered() == ["tap at (5, 5)"]
