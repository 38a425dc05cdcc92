"""Requests to retry a run: which reach a loop, and what a person is told."""

from __future__ import annotations

import asyncio

import pytest

from courtside_daemon import retry_requests
from courtside_daemon.retry_requests import MAX_PASSED_ON, RetryRequests


async def passed_on(requests: RetryRequests, run: str) -> None:
    """A loop waits for a run, and a person presses Retry."""
    async with asyncio.TaskGroup() as group:
        waiting = group.create_task(requests.wait(run, 20))
        await asyncio.sleep(0)  # it waits now
        assert await requests.want(run)
    assert waiting.result()


async def test_a_second_press_is_told_as_the_first_that_the_agent_goes_on() -> None:
    requests = RetryRequests()
    assert not await requests.want("run_a")
    await passed_on(requests, "run_a")
    assert await requests.want("run_a") and not await requests.want("run_b")


async def test_a_second_press_starts_no_attempt_of_a_later_loop() -> None:
    requests = RetryRequests()
    await passed_on(requests, "run_a")
    assert await requests.want("run_a")
    assert not await requests.wait("run_a", 0)


async def test_a_press_long_after_one_that_was_passed_on_finds_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(retry_requests, "PRESSED_TWICE_S", 0)
    requests = RetryRequests()
    await passed_on(requests, "run_a")
    assert not await requests.want("run_a")


async def test_only_so_many_runs_that_went_on_are_remembered() -> None:
    requests = RetryRequests()
    for number in range(MAX_PASSED_ON + 10):
        await passed_on(requests, f"run_{number}")
    assert not await requests.want("run_0") and await requests.want(f"run_{MAX_PASSED_ON + 9}")


async def test_a_press_between_two_requests_of_a_loop_reaches_the_second() -> None:
    requests = RetryRequests()
    assert not await requests.wait("run_a", 0)
    async with asyncio.TaskGroup() as group:
        pressing = group.create_task(requests.want("run_a"))
        await asyncio.sleep(0)  # it is pressed now
        assert await requests.wait("run_a", 20)
    assert pressing.result()


async def test_a_press_after_a_loop_gave_up_says_that_nobody_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(retry_requests, "MAX_ASK_AGAIN_S", 0.1)
    requests = RetryRequests()
    assert not await requests.wait("run_a", 0)
    assert not await requests.want("run_a")
    assert not await requests.wait("run_a", 0), "a loop that begins later took an old press"


async def test_a_loop_that_was_ended_while_it_waited_takes_no_press(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(retry_requests, "MAX_ASK_AGAIN_S", 0.1)
    requests = RetryRequests()
    async with asyncio.TaskGroup() as group:
        ended = group.create_task(requests.wait("run_a", 20, lambda: False))
        await asyncio.sleep(0)  # it waits now
        assert not await requests.want("run_a")
    assert not ended.result()


async def test_a_press_that_nobody_took_leaves_a_loop_that_waits_by_then_in_reach(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(retry_requests, "MAX_ASK_AGAIN_S", 0.2)
    requests = RetryRequests()
    assert not await requests.wait("run_a", 0)
    await asyncio.sleep(0.1)
    async with asyncio.TaskGroup() as group:
        pressing = group.create_task(requests.want("run_a"))
        await asyncio.sleep(0.15)  # the first loop is forgotten
        waiting = group.create_task(requests.wait("run_a", 5))
        assert not await pressing
        assert await requests.want("run_a") and await waiting
