"""A run as a bridge tells it: a session of its own kind, numbered steps, one end, a verdict."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable
from typing import Any, cast

import pytest
from builders import a_jpeg, a_screen, an_action
from waiting import WITHIN_S, until

from courtside_bridges.client.control_api import call_for
from courtside_bridges.client.linked_run import LinkedRun, crash_reason, ended_by, open_link
from courtside_daemon.judge_queue import JudgeQueue
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.database import Store
from courtside_store.lifecycle import MAX_REASON_CHARS
from courtside_store.reading import Reader
from courtside_store.records import Source
from courtside_store.wire.http_answers import Purged


def test_only_an_error_is_a_crash() -> None:
    assert ended_by(ValueError()) == ended_by(ExceptionGroup("x", [OSError()])) == "agent-crashed"
    for left in (None, KeyboardInterrupt(), asyncio.CancelledError(), SystemExit(1)):
        assert ended_by(left) == "stop" and crash_reason(left) == ""


class SilentError(Exception):
    def __str__(self) -> str:
        raise TypeError("no words")


def test_the_reason_of_a_crash_is_one_line_in_the_words_of_retries() -> None:
    fill = ValueError('Timeout of https://ada:hunter2@a.test/ exceeded.\n  - fill("hunter2")')
    sent = end_of_crash(fill).reason
    assert sent == "the agent failed: ValueError: Timeout of https://***@a.test/ exceeded."
    assert crash_reason(ValueError()) == "the agent failed: ValueError"
    assert crash_reason(SilentError()) == "the agent failed: SilentError"


async def test_a_device_s_run_arrives_whole_and_is_judged(config: Config, daemon: Running) -> None:
    link = open_link("Pixel 4", config, "appium", "android")
    run = LinkedRun(link, agent="tapper")
    home, opened = (a_screen(frame=link.frame(a_jpeg(seed))) for seed in (1, 2))
    run.name_task("Open the settings")
    run.step([an_action("tap", "Settings")], home, opened, thought="the gear")
    run.step([], opened, opened)
    run.end("finish", claims_success=True)
    run.end("agent-crashed")
    outcome = await asyncio.to_thread(run.wait_outcome, 20)
    await asyncio.to_thread(link.close)
    with Reader(config) as reader:
        history, steps = reader.run(run.run), list(reader.steps(run.run))
    assert outcome.verdict and history
    assert (history.summary.source, history.summary.surface) == ("appium", "android")
    assert history.summary.run.task == "Open the settings"
    assert history.summary.run.ended_by == "finish"
    assert [step.index for step in steps] == [1, 2]
    assert steps[0].after and steps[1].before and steps[0].after.frame == steps[1].before.frame


class Kept:
    """A link that keeps what it is given."""

    def __init__(self) -> None:
        self.messages: list[wire.Sequenced] = []

    def send(self, make: Callable[[int], wire.Sequenced]) -> None:
        self.messages.append(make(1))


def test_what_went_into_a_secret_field_is_in_no_answer_and_no_reason() -> None:
    kept = Kept()
    run = LinkedRun(cast(Any, kept), "Sign in")
    typed = an_action("type", "Password", "Pr3fillPass!77", state=("secret",))
    run.step([typed], None, None)
    run.know(["Zebra Quartz", "1234", "••••••••"])
    run.end(
        "agent-crashed",
        'The password is "Pr3fillPass!77", its hint Zebra Quartz; PIN 1234, 12345 items; ••••••••',
        reason="the agent failed: ValueError: Pr3fillPass%2177 was refused",
    )
    end = kept.messages[-1]
    assert isinstance(end, wire.RunEnd)
    assert end.answer == 'The password is "***", its hint ***; PIN ***, 12345 items; ••••••••'
    assert "Pr3fill" not in end.reason


def end_of_crash(error: Exception, *secrets: str) -> wire.RunEnd:
    """What is sent of it."""
    kept = Kept()
    run = LinkedRun(cast(Any, kept))
    run.know(secrets)
    run.end("agent-crashed", reason=crash_reason(error))
    end = kept.messages[-1]
    assert isinstance(end, wire.RunEnd)
    return end


def test_a_long_reason_holds_no_half_of_a_secret() -> None:
    before = "x" * (MAX_REASON_CHARS - len("the agent failed: ValueError:  Pr3fill"))
    end = end_of_crash(ValueError(f"{before} Pr3fillPass!77 was refused"), "Pr3fillPass!77")
    assert len(end.reason) == MAX_REASON_CHARS and "Pr3f" not in end.reason


@pytest.mark.alone
async def test_without_a_daemon_the_verdict_is_unknown_at_once_and_says_what_to_do(
    config: Config, caplog: pytest.LogCaptureFixture
) -> None:
    link = open_link("Pixel 4", config, "appium", "android")
    run = LinkedRun(link)
    run.end("finish")
    began = time.monotonic()
    verdict = (await asyncio.to_thread(run.wait_outcome, 60.0)).verdict
    assert time.monotonic() - began < 2
    assert (verdict.label, verdict.status, verdict.run) == ("unknown", "error", run.run)
    assert "`courtside up` starts it" in verdict.explanation
    await asyncio.to_thread(link.close)  # the link's own thread has spoken then
    assert caplog.text.count("nothing is recorded for now (no daemon runs") == 1


async def test_a_run_that_is_deleted_while_its_agent_acts_is_said_to_be_at_once(
    config: Config, daemon: Running, caplog: pytest.LogCaptureFixture
) -> None:
    link = open_link("Pixel 4", config, "appium", "android")
    run = LinkedRun(link, "Save the file")
    run.step([an_action()], a_screen(), a_screen())
    assert await asyncio.to_thread(link.wait_sent, WITHIN_S)
    body = {"runs": [run.run]}
    await asyncio.to_thread(call_for, Purged, config, daemon, "POST", "/v1/purge", body)
    for _ in range(3):
        run.step([an_action()], a_screen(), a_screen())
    run.end("finish")
    verdict = (await asyncio.to_thread(run.wait_outcome, 600.0)).verdict
    assert "deleted" in verdict.explanation and verdict.label == "unknown"
    await asyncio.to_thread(link.close)
    assert caplog.text.count("a message was refused") == 1


@pytest.mark.parametrize("waits_first", [True, False])
async def test_a_run_that_is_deleted_after_its_end_is_said_to_be_at_once(
    config: Config, daemon: Running, monkeypatch: pytest.MonkeyPatch, waits_first: bool
) -> None:
    async def judge_slowly(queue: JudgeQueue, run: str) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(JudgeQueue, "_judge", judge_slowly)
    link = open_link("Pixel 4", config, "appium", "android")
    other = LinkedRun(link, "Close the file")
    run = LinkedRun(link, "Save the file")
    run.end("finish")
    assert await asyncio.to_thread(link.wait_sent, WITHIN_S)
    body = {"runs": [run.run, other.run]}
    async with asyncio.TaskGroup() as group, asyncio.timeout(WITHIN_S):
        if waits_first:
            waiting = group.create_task(asyncio.to_thread(run.wait_outcome, 600.0))
            await until(lambda: link._connection_state.awaited)
        await asyncio.to_thread(call_for, Purged, config, daemon, "POST", "/v1/purge", body)
        if not waits_first:
            waiting = group.create_task(asyncio.to_thread(run.wait_outcome, 600.0))
        outcome = await waiting
    assert outcome.verdict.explanation == "No verdict: the run was deleted before it was judged."
    await asyncio.to_thread(link.close)


async def test_messages_that_the_daemon_does_not_take_are_said_to_be_the_cause(
    config: Config, daemon: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = threading.Event()

    def refuse(*_: object) -> None:
        refused.set()
        raise sqlite3.OperationalError("database or disk is full")

    link = open_link("Pixel 4", config, "appium", "android")
    with monkeypatch.context() as full:
        full.setattr(Store, "take", refuse)
        run = LinkedRun(link)
        run.end("finish")
        assert await asyncio.to_thread(refused.wait, WITHIN_S)
        verdict = (await asyncio.to_thread(run.wait_outcome, 0.5)).verdict
        assert "0.5 s: the daemon has not taken the last 2 messages" in verdict.explanation
        assert f"`courtside show {run.run}` shows the verdict" in verdict.explanation
        assert "timeout_s" not in verdict.explanation  # a terminal has no such argument
    await asyncio.to_thread(link.close)


async def test_what_comes_after_the_end_is_said_to_be_lost(
    config: Config, daemon: Running, caplog: pytest.LogCaptureFixture
) -> None:
    link = open_link("agent", config)
    run = LinkedRun(link)
    await asyncio.to_thread(link.close)
    assert not caplog.text
    run.oracle(True)
    assert "not recorded (oracle)" in caplog.text and "inside the `with`" in caplog.text


async def test_a_judge_that_is_still_at_work_is_said_so(config: Config, daemon: Running) -> None:
    link = open_link("Pixel 4", config, "appium", "android")
    run = LinkedRun(link)
    assert await asyncio.to_thread(link.wait_sent, 20)
    verdict = run.wait_outcome(0.01).verdict
    assert (verdict.label, verdict.status) == ("unknown", "error")
    assert "within 0.01 s: the run is not judged yet." in verdict.explanation
    assert f"`courtside show {run.run}`" in verdict.explanation
    await asyncio.to_thread(link.close)


async def test_whatever_the_agent_says_nothing_is_raised_and_its_steps_arrive(
    config: Config, daemon: Running
) -> None:
    half, odd = "half a character: \ud800", cast(Any, object())
    link = open_link(half, config, "client")
    run = LinkedRun(link, task=odd, agent=half * 100, attempt=odd, parent_run=half)
    run.step([an_action(text=half)], a_screen(text=half), a_screen(frame=link.frame(b"no picture")))
    run.step([], None, None, thought=half * 2_000)
    run.end("finish", half, claims_success=odd)
    verdict = (await asyncio.to_thread(run.wait_outcome, 20)).verdict
    await asyncio.to_thread(link.close)
    with Reader(config) as reader:
        first, second = reader.steps(run.run)
        history = reader.run(run.run)
    assert verdict.judge.name != "none" and history
    assert first.after and "not a JPEG" in (first.after.withheld or "")
    assert len(second.thought) == 20_000 and second.thought.endswith("…")
    assert history.summary.run.answer == "half a character: \ufffd"


@pytest.mark.parametrize("timeout_s", [None, "soon", float("nan"), -1, 1e300])
async def test_a_time_that_is_none_does_not_stop_the_agent(
    config: Config, daemon: Running, timeout_s: Any
) -> None:
    link = open_link("agent", config)
    run = LinkedRun(link)
    run.end("finish")
    assert (await asyncio.to_thread(run.wait_outcome, timeout_s)).verdict.run == run.run
    await asyncio.to_thread(link.close)


async def test_a_retry_of_another_source_s_run_is_a_run_without_a_parent(
    config: Config, daemon: Running, caplog: pytest.LogCaptureFixture
) -> None:
    runs: list[LinkedRun] = []
    sources: tuple[Source, Source] = ("cdp", "client")  # each kind has a credential of its own
    for source in sources:
        link = open_link(source, config, source)
        run = LinkedRun(link, parent_run=runs[0].run if runs else None, attempt=len(runs) + 1)
        run.step([an_action()], None, a_screen(text="t"))
        run.end("finish")
        runs.append(run)
        assert await asyncio.to_thread(link.wait_sent, 20)
        await asyncio.to_thread(link.close)
    with Reader(config) as reader:
        second = reader.run(runs[1].run)
    assert second and second.summary.steps == 1 and second.summary.run.parent_run is None
    assert "is of another source" in caplog.text
