"""Retries end to end: a real daemon and judge, agents of our own, real pages in a real Chromium.

The agents that succeed at last do so because a lesson told them how; what they would do without one
is tested too.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import pytest
from builders import an_action
from msgspec.structs import replace
from pressing import TASK, Presser
from waiting import until

import courtside
import courtside_daemon
from courtside_bridges.client.attempt import Attempt
from courtside_bridges.client.control_api import call
from courtside_bridges.client.linked_run import LinkedRun, open_link
from courtside_bridges.client.waiting_thread import WAITING_THREAD
from courtside_bridges.web.watching import watch
from courtside_refine.retrying import retry_drivers
from courtside_refine.retrying.command_agent import CommandAgent
from courtside_refine.retrying.reflexion import reflexion
from courtside_refine.retrying.retry_drivers import ASKS
from courtside_store.config import Config
from courtside_store.daemon_state import Running, read_running
from courtside_store.reading import Reader
from courtside_store.records import Effects, Reflection, Request, Source, new_id
from courtside_store.summaries import RunHistory

PAGE = """<!doctype html><title>Form</title><h1>Form</h1>
<button onclick="out.textContent='Saved'">Save</button>
<button onclick="out.textContent='Cancelled'">Cancel</button><p id=out></p>"""


async def retried(agent: Any, config: Config, **how: Any) -> courtside.ReflexionResult:
    """With equal costs: so small a run never makes the judge sure enough for the default."""
    how = {"cost_false_negative": 1.0, "shadow": False, "config": config, **how}
    return await asyncio.to_thread(lambda: reflexion(agent, TASK, **how))


def judged_run(reader: Reader, run: str) -> RunHistory | None:
    history = reader.run(run)
    return history if history and history.verdict else None


async def test_the_lesson_reaches_the_next_attempt_which_is_chained_to_the_first(
    config: Config, daemon: Running
) -> None:
    agent = Presser(config)
    result = await retried(agent, config)
    assert result.stopped == "success", result
    first, second = result.attempts
    assert first.verdict == "failure" and second.verdict == "success"
    assert first.reflection is not None and agent.texts == ["", first.reflection.text]
    assert agent.attempts == [(1, None), (2, first.run)]
    with Reader(config) as reader:
        history = reader.run(second.run)
    assert history is not None and history.summary.run.parent_run == first.run
    assert [one.run.attempt for one in history.attempts] == [1, 2]
    assert history.summary.run.task == TASK


async def test_every_earlier_lesson_is_handed_over_once_and_in_order(
    config: Config, daemon: Running
) -> None:
    agent = Presser(config, learns=False)
    result = await retried(agent, config, max_attempts=3, stop_at_same_failure=False)
    assert result.stopped == "max-attempts"
    texts = [one.reflection.text for one in result.attempts if one.reflection]
    assert len(texts) == 3
    assert agent.texts == ["", texts[0], f"{texts[0]}\n\n{texts[1]}"]


async def test_blind_retry_hands_over_no_lesson_and_an_agent_that_needs_one_goes_on_failing(
    config: Config, daemon: Running
) -> None:
    agent = Presser(config)
    result = await retried(agent, config, trigger="always", lessons=False, max_attempts=2)
    assert agent.texts == ["", ""] and result.stopped == "max-attempts"
    assert [one.verdict for one in result.attempts] == ["failure", "failure"]


async def test_after_a_request_that_was_taken_nothing_is_repeated_by_itself(
    config: Config, daemon: Running
) -> None:
    posted = Effects(requests=(Request(method="POST", path="/save", at_ms=1, status=200),))
    agent = Presser(config, effects=posted)
    result = await retried(agent, config)
    assert result.stopped == "irreversible" and "POST /save" in result.why
    assert len(agent.attempts) == 1
    again = await retried(Presser(config, effects=posted), config, allow_irreversible=True)
    assert again.stopped == "success"


async def test_what_an_earlier_run_of_the_attempt_sent_is_not_repeated_by_itself(
    config: Config, daemon: Running
) -> None:
    """An agent may record several runs in one attempt; the last one is judged."""
    posted = Effects(requests=(Request(method="POST", path="/save", at_ms=1, status=200),))
    agents = Presser(config, effects=posted), Presser(config)

    def agent(attempt: Attempt) -> None:
        for one in agents:
            one(attempt)

    result = await retried(agent, config)
    assert result.stopped == "irreversible" and "POST /save" in result.why
    assert len(agents[0].attempts) == 1


async def test_after_a_run_that_sent_something_nothing_begins_unless_that_is_allowed(
    config: Config, daemon: Running
) -> None:
    posted = Effects(requests=(Request(method="POST", path="/save", at_ms=1, status=200),))
    run = (await retried(Presser(config, effects=posted), config)).last.run
    agent = Presser(config)
    with pytest.raises(ValueError, match=f"{run}: step 2 sent POST /save.*--allow-irreversible"):
        await retried(agent, config, after=run)
    assert agent.attempts == []
    again = await retried(agent, config, after=run, allow_irreversible=True)
    assert again.stopped == "success" and agent.attempts == [(2, run)]


def test_the_line_that_asks_a_person_names_a_tab_of_the_page() -> None:
    named = re.search(r"\(tab (\w+)\)", ASKS)
    tabs = (Path(courtside_daemon.__file__).parent / "web" / "tabs.js").read_text("utf-8")
    assert named and f"\n  {named[1]}: [" in tabs


async def test_an_oracle_as_trigger_gets_a_lesson_that_says_nothing_of_it(
    config: Config, daemon: Running
) -> None:
    agent = Presser(config)
    answers = iter((True, False, True))
    result = await retried(agent, config, oracle=lambda _: next(answers))
    assert result.stopped == "success" and [one.oracle for one in result.attempts] == [True, False]
    bound = Presser(config)
    by_oracle = await retried(bound, config, trigger="oracle", oracle=lambda at: at.number == 3)
    assert by_oracle.stopped == "success" and len(by_oracle.attempts) == 3
    assert [one.verdict for one in by_oracle.attempts] == ["failure", "success", "success"]
    assert bound.texts[2].count("did not succeed") == 1 and "racle" not in bound.texts[2]


async def test_a_crash_is_an_error_of_the_environment_and_no_failed_task(
    config: Config, daemon: Running
) -> None:
    def crashes(attempt: courtside.Attempt) -> None:
        raise LookupError("no such element")

    result = await retried(crashes, config)
    assert result.stopped == "environment-error" and len(result.attempts) == 1
    assert result.why == "the agent failed: LookupError: no such element"


async def test_an_agent_that_fails_after_its_run_tells_no_secret_of_it(
    config: Config, daemon: Running
) -> None:
    def fails_late(attempt: courtside.Attempt) -> None:
        link = open_link("own", config)
        run = LinkedRun(link)
        run.step([an_action("type", "PIN", "4321", state=("secret",))], None, None)
        run.know(["Zx9-Topsecret"])
        run.end("finish")
        link.close()
        raise ValueError("4321 and Zx9-Topsecret were refused 14321 times")

    result = await retried(fails_late, config)
    why = "the agent failed: ValueError: *** and *** were refused 14321 times"
    assert result.why == result.last.explanation == why


async def test_an_agent_that_exits_does_not_end_the_program(
    config: Config, daemon: Running
) -> None:
    result = await retried(lambda attempt: sys.exit(2), config)
    assert result.why == "the agent failed: SystemExit: 2"


@pytest.mark.parametrize("source", ["client", "cdp", "appium"])
async def test_a_reset_that_fails_ends_it_before_the_next_attempt(
    config: Config, daemon: Running, source: Source, caplog: pytest.LogCaptureFixture
) -> None:
    """Each source has a credential of its own; the attempt without a recording is linked too."""

    def reset() -> None:
        raise OSError("the database is locked")

    agent = Presser(config, source=source)
    result = await retried(agent, config, reset=reset)
    assert result.stopped == "environment-error" and len(agent.attempts) == 1
    why = "the reset failed: OSError: the database is locked"
    assert why in result.why
    history = await kept_crash(config, result.last.run)
    assert history.summary.run.end_reason == why
    assert history.summary.run.parent_run == result.attempts[0].run
    assert history.summary.source == source and "was refused" not in caplog.text


async def kept_crash(config: Config, run: str) -> RunHistory:
    """The run of an attempt that opened none."""
    with Reader(config) as reader:
        history = await until(lambda: judged_run(reader, run), 60)
        found = reader.runs(filter="failure:environment")
    assert history and run in [one.run.id for one in found]
    assert history.summary.steps == 0 and history.summary.run.ended_by == "agent-crashed"
    return history


async def test_an_agent_that_records_nothing_is_told_how(config: Config, daemon: Running) -> None:
    result = await retried(lambda attempt: None, config)
    assert result.stopped == "environment-error" and "nothing was recorded" in result.why
    history = await kept_crash(config, result.last.run)
    assert history.summary.run.end_reason.startswith("nothing was recorded")


async def test_an_oracle_that_fails_where_nothing_was_recorded_is_in_the_store(
    config: Config, daemon: Running
) -> None:
    def oracle(attempt: courtside.Attempt) -> bool:
        raise OSError("no database")

    result = await retried(lambda attempt: None, config, oracle=oracle)
    history = await kept_crash(config, result.last.run)
    assert history.summary.run.end_reason == "the oracle failed: OSError: no database"


async def test_an_asynchronous_agent_that_never_returns_is_ended(
    config: Config, daemon: Running
) -> None:
    async def hangs(attempt: courtside.Attempt) -> None:
        await asyncio.Event().wait()

    result = await reflexion(hangs, TASK, attempt_s=0.2, config=config)
    assert result.stopped == "environment-error" and "longer than 0.2 s" in result.why


async def test_an_agent_that_is_told_to_end_and_returns_as_if_done_took_too_long_all_the_same(
    config: Config, daemon: Running
) -> None:
    presser = Presser(config)

    async def swallows(attempt: courtside.Attempt) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        await asyncio.to_thread(presser, attempt)

    result = await reflexion(swallows, TASK, attempt_s=0.2, config=config)
    assert result.stopped == "environment-error" and "longer than 0.2 s" in result.why


async def test_an_agent_that_swallows_every_cancellation_is_given_up(
    config: Config, daemon: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retry_drivers, "ENDING_S", 0.2)
    asked_to_end, may_end = asyncio.Event(), asyncio.Event()
    presser = Presser(config)

    async def clings(attempt: courtside.Attempt) -> None:
        await asyncio.to_thread(presser, attempt)
        while not may_end.is_set():
            try:
                await may_end.wait()
            except asyncio.CancelledError:
                asked_to_end.set()

    try:
        async with asyncio.timeout(30):
            result = await reflexion(clings, TASK, attempt_s=5, shadow=False, config=config)
        assert asked_to_end.is_set() and len(result.attempts) == 1 and result.last.run
        assert result.stopped == "environment-error"
        assert result.why == (
            "the agent failed: it took longer than 5 s, and did not end within 0.2 s after it was "
            "cancelled; it still runs"
        )
    finally:
        may_end.set()


@pytest.mark.skipif(sys.platform != "linux", reason="processes are found by /proc")
async def test_what_an_agent_that_takes_too_long_began_is_ended_and_the_daemon_is_not(
    config: Config, daemon: Running
) -> None:
    begun: list[asyncio.subprocess.Process] = []
    older = await asyncio.create_subprocess_exec("sleep", "600")

    async def waits_for_a_child(attempt: courtside.Attempt) -> None:
        begun.append(await asyncio.create_subprocess_exec("sleep", "600", start_new_session=True))
        await begun[0].wait()

    try:
        result = await reflexion(waits_for_a_child, TASK, attempt_s=1, config=config)
        assert result.why == "the agent failed: it took longer than 1 s"
        async with asyncio.timeout(10):
            assert await begun[0].wait() == -signal.SIGKILL
        assert older.returncode is None and read_running(config)
    finally:
        older.kill()
        await older.wait()


@pytest.mark.skipif(sys.platform != "linux", reason="processes are found by /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("where", ["agent", "oracle"])
def test_ctrl_c_or_a_signal_that_is_to_be_one_ends_what_an_agent_or_an_oracle_began(
    config: Config, number: signal.Signals, where: str
) -> None:
    begun: list[subprocess.Popen[bytes]] = []

    def is_interrupted(attempt: courtside.Attempt) -> None:
        begun.append(subprocess.Popen(["sleep", "600"], start_new_session=True))
        os.kill(os.getpid(), number)
        begun[0].wait(30)

    handler = signal.signal(number, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            calls = {"agent": lambda attempt: None, where: is_interrupted}
            reflexion(calls["agent"], TASK, oracle=calls.get("oracle"), config=config)
        assert begun[0].wait(10) == -signal.SIGKILL
    finally:
        signal.signal(number, handler)
        begun[0].kill()
        begun[0].wait()


@pytest.mark.skipif(sys.platform != "linux", reason="processes are found by /proc")
@pytest.mark.parametrize("attempt_s", [None, 60.0])
async def test_what_a_cancelled_agent_began_is_ended(
    config: Config, daemon: Running, attempt_s: float | None
) -> None:
    begun: list[asyncio.subprocess.Process] = []

    async def waits_for_a_child(attempt: courtside.Attempt) -> None:
        begun.append(await asyncio.create_subprocess_exec("sleep", "600", start_new_session=True))
        await begun[0].wait()

    try:
        async with asyncio.timeout(30), asyncio.TaskGroup() as group:
            how: dict[str, Any] = {"attempt_s": attempt_s, "config": config}
            call = group.create_task(reflexion(waits_for_a_child, TASK, **how))
            await until(lambda: begun)
            call.cancel()
        async with asyncio.timeout(10):
            assert await begun[0].wait() == -signal.SIGKILL
        assert read_running(config)
    finally:
        with contextlib.suppress(ProcessLookupError):
            begun[0].kill()


@pytest.mark.skipif(sys.platform != "linux", reason="processes are found by /proc")
async def test_of_attempts_side_by_side_no_process_is_ended(
    config: Config, daemon: Running
) -> None:
    begun: list[asyncio.subprocess.Process] = []

    async def waits_for_a_child(attempt: courtside.Attempt) -> None:
        begun.append(await asyncio.create_subprocess_exec("sleep", "600"))
        await begun[-1].wait()

    try:
        async with asyncio.TaskGroup() as group:
            endless = group.create_task(reflexion(waits_for_a_child, TASK, config=config))
            group.create_task(reflexion(waits_for_a_child, TASK, attempt_s=1, config=config))
            await until(lambda: len(begun) == 2)
            await asyncio.sleep(2)
            assert [one.returncode for one in begun] == [None, None]
            for one in begun:
                one.kill()
            await endless
    finally:
        for one in begun:
            with contextlib.suppress(ProcessLookupError):
                one.kill()
            await one.wait()


@pytest.mark.parametrize("awaits_s", [0, 600])
async def test_an_agent_that_blocks_longer_than_it_may_is_told_so(
    config: Config, daemon: Running, monkeypatch: pytest.MonkeyPatch, awaits_s: int
) -> None:
    monkeypatch.setattr(retry_drivers, "ENDING_S", 0.2)

    async def blocks(attempt: courtside.Attempt) -> None:
        time.sleep(1)  # noqa: ASYNC251  that is what is tried here
        if awaits_s:
            await asyncio.sleep(awaits_s)

    result = await reflexion(blocks, TASK, attempt_s=0.1, config=config)
    assert result.stopped == "environment-error"
    assert result.why == (
        "the agent failed: it took longer than 0.1 s: it blocks the event loop, so that nothing "
        "could end it; it took 1 s"
    )


async def test_a_limit_that_cannot_be_kept_is_refused(config: Config) -> None:
    with pytest.raises(ValueError, match="attempt_s cannot end an agent that is a plain function"):
        reflexion(lambda attempt: None, TASK, attempt_s=5, config=config)

    async def does_nothing(attempt: courtside.Attempt) -> None:
        pass

    for seconds in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="expected seconds above 0"):
            await reflexion(does_nothing, TASK, attempt_s=seconds, config=config)


@pytest.mark.parametrize("name", ["reset", "oracle"])
def test_a_plain_agent_with_something_to_await_is_refused_before_it_begins(
    config: Config, name: str
) -> None:
    async def awaited(*_: object) -> bool:
        raise AssertionError

    agent = Presser(config)
    call: dict[str, Any] = {name: awaited}
    with pytest.raises(ValueError, match=f"{name} is `async def` and the agent is a plain func"):
        reflexion(agent, TASK, config=config, **call)
    assert not agent.attempts


async def test_what_a_plain_reset_would_have_awaited_is_no_reset(
    config: Config, daemon: Running
) -> None:
    async def puts_back() -> None:
        raise AssertionError

    result = await retried(Presser(config), config, reset=lambda: puts_back())
    assert result.stopped == "environment-error"
    assert result.why.startswith("the reset failed: TypeError: it returned an awaitable")


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"agent": 5}, "agent is of type int; expected a function that does the task once"),
        ({"agent": "Press", "task": Presser}, "agent is of type str; expected a function that"),
        ({"task": None}, "task is of type NoneType; expected a text that says what the agent"),
        ({"reset": "sh reset.sh"}, "reset is of type str; expected a function"),
        ({"oracle": True}, "oracle is of type bool; expected a function"),
        ({"on_attempt": []}, "on_attempt is of type list; expected a function"),
    ],
)
def test_what_cannot_be_called_or_is_no_task_is_refused_before_an_attempt(
    config: Config, given: dict[str, Any], why: str
) -> None:
    with pytest.raises(TypeError, match=f"^{re.escape(why)}"):
        reflexion(**{"agent": lambda attempt: None, "task": TASK, "config": config, **given})


async def test_why_a_loop_ended_can_be_printed_whatever_the_agent_s_error_says(
    config: Config, daemon: Running, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL, "courtside")  # no report of a test holds half a character

    def fails(attempt: courtside.Attempt) -> None:
        raise ValueError("no \ud83d\x1b[31m field\r\nlocator('#x')\x07")

    result = await retried(fails, config)
    assert result.why == "the agent failed: ValueError: no   [31m field\nlocator('#x')"
    assert result.last.explanation == result.why
    assert result.why.encode()


class SilentError(Exception):
    """Its own words fail."""

    def __str__(self) -> str:
        raise ZeroDivisionError


async def test_an_agent_whose_error_cannot_say_what_it_is_ends_the_loop_as_any_crash_does(
    config: Config, daemon: Running
) -> None:
    def fails(attempt: courtside.Attempt) -> None:
        raise SilentError

    result = await retried(fails, config)
    assert result.stopped == "environment-error"
    assert result.why == "the agent failed: SilentError"


async def test_an_attempt_whose_agent_fails_before_it_opens_a_run_is_in_the_store(
    config: Config, daemon: Running
) -> None:
    def crashes(attempt: courtside.Attempt) -> None:
        raise OSError("no display")

    result = await retried(crashes, config)
    assert result.stopped == "environment-error" and "no display" in result.why
    with Reader(config) as reader:
        history = await until(lambda: judged_run(reader, result.last.run), 60)
    assert history and history.summary.run.task == TASK and history.reflection is None
    assert history.summary.failure_kind == "environment"


async def test_an_attempt_that_no_daemon_can_take_says_so_and_names_no_run(config: Config) -> None:
    def crashes(attempt: courtside.Attempt) -> None:
        raise OSError("no display")

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        alone = replace(config, autostart=True, port=taken.getsockname()[1])
        results = [await retried(agent, alone) for agent in (crashes, Presser(alone))]
    for result in results:
        assert result.stopped == "environment-error" and result.last.run == ""
        assert "nothing was stored, since the daemon is not running (port" in result.why
        assert "`courtside up` starts it" in result.why
    assert "no display" in results[0].why


async def test_what_an_asynchronous_agent_raises_or_exits_with_is_told(
    config: Config, daemon: Running
) -> None:
    async def exits(attempt: courtside.Attempt) -> None:
        sys.exit(2)

    async def raises(attempt: courtside.Attempt) -> None:
        raise OSError("no such window")

    async def is_done(attempt: courtside.Attempt) -> None:
        sys.exit(0)

    def is_done_too(attempt: courtside.Attempt) -> None:
        sys.exit()

    result = await reflexion(exits, TASK, attempt_s=5, config=config)
    assert result.why == "the agent failed: SystemExit: 2"
    for result in (
        await reflexion(is_done, TASK, attempt_s=5, config=config),
        await reflexion(is_done, TASK, config=config),
        await asyncio.to_thread(reflexion, is_done_too, TASK, config=config),
    ):
        assert "nothing was recorded" in result.why, "an exit with status 0 is no failure"
    result = await reflexion(raises, TASK, attempt_s=5, config=config)
    assert result.why == "the agent failed: OSError: no such window"


async def test_an_agent_ends_before_the_call_that_somebody_cancels(
    config: Config, daemon: Running
) -> None:
    began, ended = asyncio.Event(), asyncio.Event()

    async def tidies_up(attempt: courtside.Attempt) -> None:
        began.set()
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            ended.set()

    async with asyncio.timeout(30), asyncio.TaskGroup() as group:
        call = group.create_task(reflexion(tidies_up, TASK, attempt_s=20, config=config))
        await began.wait()
        call.cancel()
    assert ended.is_set()


async def test_an_asynchronous_reset_that_never_returns_is_ended(
    config: Config, daemon: Running
) -> None:
    presser = Presser(config)

    async def agent(attempt: courtside.Attempt) -> None:
        await asyncio.to_thread(presser, attempt)

    async def reset() -> None:
        await asyncio.Event().wait()

    how: dict[str, Any] = {"cost_false_negative": 1.0, "attempt_s": 5.0, "config": config}
    async with asyncio.timeout(60):
        result = await reflexion(agent, TASK, reset=reset, **how)
    assert result.stopped == "environment-error"
    assert "the reset failed: it took longer than 5 s" in result.why


@pytest.mark.parametrize("task", ["", " \n"])
def test_a_blank_task_is_refused_before_anything_runs(config: Config, task: str) -> None:
    with pytest.raises(ValueError, match="the task is empty"):
        reflexion(lambda attempt: None, task, config=config)


def test_half_a_character_in_a_task_is_refused_before_anything_runs(config: Config) -> None:
    with pytest.raises(ValueError, match="half a character in the task"):
        courtside.reflexion(lambda attempt: None, "caf\udce9", config=config)


def test_a_nul_in_a_lesson_does_not_keep_a_command_from_starting(
    config: Config, tmp_path: Path
) -> None:
    lesson = Reflection(run="run_0000000000000001", at_ms=1, text="It said \0.")
    script = tmp_path / "agent.sh"
    script.write_text(f'printf %s "$COURTSIDE_LESSONS" > {tmp_path / "told"}')
    CommandAgent(f"sh {script}", config)(Attempt("x", lessons=(lesson,)))
    assert (tmp_path / "told").read_text() == "It said \ufffd."


def test_more_lessons_than_a_variable_holds_do_not_keep_a_command_from_starting(
    config: Config, tmp_path: Path
) -> None:
    """The file has all of them, the variable the newest."""
    run = "run_0000000000000001"
    lessons = tuple(
        Reflection(run=run, at_ms=1, text=f"{number}{'é' * 1_890}") for number in range(99)
    )
    script = tmp_path / "agent.sh"
    script.write_text(
        f'printf %s "$COURTSIDE_LESSONS" > {tmp_path / "text"}; '
        f'cp "$COURTSIDE_ATTEMPT" {tmp_path / "file"}'
    )
    CommandAgent(f"sh {script}", config)(Attempt("x", lessons=lessons))
    texts = (tmp_path / "text").read_text().split("\n\n")
    assert len(texts) > 20 and texts == [one.text for one in lessons[-len(texts) :]]
    assert len(json.loads((tmp_path / "file").read_text())["lessons"]) == 99


async def test_limits_that_make_no_sense_are_refused_before_anything_runs(config: Config) -> None:
    with pytest.raises(ValueError, match="max_attempts is 0; expected a whole number"):
        reflexion(Presser(config), TASK, max_attempts=0, config=config)
    with pytest.raises(ValueError, match="trigger is 'never'; expected one of judge, oracle, alw"):
        reflexion(Presser(config), TASK, trigger=cast(Any, "never"), config=config)
    with pytest.raises(ValueError, match="oracle is None"):
        reflexion(Presser(config), TASK, trigger="oracle", config=config)


async def test_where_it_would_stop_a_person_may_want_another_attempt(
    config: Config, daemon: Running
) -> None:
    posted = Effects(requests=(Request(method="POST", path="/save", at_ms=1, status=200),))
    agent = Presser(config, effects=posted)

    def want() -> bool:
        with Reader(config) as reader:
            runs = [one.run.id for one in reader.runs()]
        asked = [call(config, daemon, "POST", f"/v1/runs/{run}/retry", {}) for run in runs]
        return any(one["waiting"] for one in asked)

    async with asyncio.TaskGroup() as group:
        working = group.create_task(retried(agent, config, ask_s=60.0))
        await until(lambda: asyncio.to_thread(want))
    assert working.result().stopped == "success" and len(agent.attempts) == 2


async def test_where_nobody_presses_retry_it_stops_as_it_would_have(
    config: Config, daemon: Running
) -> None:
    result = await retried(Presser(config), config, shadow=True, ask_s=0.5)
    assert result.stopped == "shadow" and len(result.attempts) == 1
    path = f"/v1/runs/{result.last.run}/retry"
    assert not (await asyncio.to_thread(call, config, daemon, "POST", path, {}))["waiting"]


async def test_a_loop_that_is_cancelled_while_it_waits_for_a_person_ends_and_takes_no_press(
    config: Config, daemon: Running, caplog: pytest.LogCaptureFixture
) -> None:
    presser = Presser(config)
    runs = []

    async def agent(attempt: courtside.Attempt) -> None:
        await asyncio.to_thread(presser, attempt)
        runs.extend(attempt.runs)

    async with asyncio.TaskGroup() as group:
        asking = group.create_task(
            reflexion(agent, TASK, cost_false_negative=1.0, ask_s=600, config=config)
        )
        await until(lambda: "Retry on its page" in caplog.text)
        asking.cancel()
    await until(lambda: all(one.name != WAITING_THREAD for one in threading.enumerate()))
    path = f"/v1/runs/{runs[0]}/retry"
    assert not (await asyncio.to_thread(call, config, daemon, "POST", path, {}))["waiting"]


async def test_a_press_after_a_loop_was_killed_says_that_nobody_waits(
    config: Config, daemon: Running
) -> None:
    path = f"/v1/runs/{new_id('run')}/retry"
    token = config.control_token_file.read_text().strip()
    address = urlsplit(daemon.url)
    _, writer = await asyncio.open_connection(address.hostname, address.port)
    head = f"GET {path}?seconds=20 HTTP/1.1\r\nHost: {address.netloc}\r\n"
    writer.write(f"{head}Authorization: Bearer {token}\r\n\r\n".encode())
    await writer.drain()
    asked = await asyncio.to_thread(call, config, daemon, "GET", f"{path}?seconds=1")
    assert not asked["wanted"]
    writer.close()
    await writer.wait_closed()
    assert not (await asyncio.to_thread(call, config, daemon, "POST", path, {}))["waiting"]


@pytest.mark.parametrize(
    ("permission", "made"),
    [
        ({}, 1),
        ({"reset": lambda: None}, 2),
        ({"allow_irreversible": True}, 2),
        ({"shadow": False}, 2),
        ({"shadow": True, "reset": lambda: None}, 1),
    ],
)
async def test_nothing_is_tried_again_without_the_caller_s_word(
    config: Config, daemon: Running, permission: dict[str, Any], made: int
) -> None:
    agent = Presser(config)
    result = await retried(agent, config, **{"shadow": None, **permission})
    assert len(agent.attempts) == made
    assert result.stopped == ("success" if made == 2 else "shadow")
    if made == 1:
        assert "reset=... (--reset)" in result.why and "shadow=False" in result.why


async def test_a_wish_for_a_run_that_no_loop_waits_for_starts_nothing(
    config: Config, daemon: Running
) -> None:
    path = f"/v1/runs/{new_id('run')}/retry"
    asked = await asyncio.to_thread(call, config, daemon, "POST", path, {})
    assert asked == {"waiting": False}


@pytest.mark.chrome
async def test_an_agent_in_a_real_browser_gets_its_lesson_with_the_one_line_of_watch(
    config: Config, daemon: Running, chromium: Any
) -> None:
    lessons: list[str] = []

    async def agent(attempt: courtside.Attempt) -> None:
        lessons.append(attempt.text)
        page = await chromium.new_page()
        await page.set_content(PAGE)
        async with watch(page, agent="mine", config=config) as run:
            await page.click("text=Cancel" if "Cancel" in attempt.text else "text=Save")
            await run.settled()
        await page.close()

    result = await reflexion(agent, TASK, shadow=False, cost_false_negative=1.0, config=config)
    assert result.stopped == "success", result
    assert len(lessons) == 2 and lessons[0] == "" and '"Cancel"' in lessons[1]


@pytest.mark.parametrize("name", ["attempt_s", "verdict_s", "ask_s"])
@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), -1.0, 1e300])
async def test_seconds_that_no_clock_can_wait_are_refused(
    config: Config, name: str, seconds: float
) -> None:
    async def agent(attempt: Attempt) -> None:
        raise AssertionError("it was begun")

    with pytest.raises(ValueError, match=f"{name} is .*: expected seconds above 0"):
        await reflexion(agent, TASK, config=config, **{name: seconds})  # type: ignore[call-overload]
