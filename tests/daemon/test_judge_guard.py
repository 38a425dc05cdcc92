"""Whatever one run's judging raises is a verdict with status error, and the daemon lives."""

from __future__ import annotations

import asyncio
import fcntl
import sqlite3
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from builders import RUN, SESSION, a_screen, a_step
from hostile_judge import MISDEEDS, NAME, install
from source import attach, receive, send
from websockets.asyncio.client import ClientConnection

from courtside_bridges.client.control_api import call
from courtside_daemon.app import running
from courtside_daemon.pipeline import Pipeline
from courtside_daemon.supervisor import keep_going
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.records import Session, new_id, now_ms

OTHER = "run_" + "1" * 20


async def judged(socket: ClientConnection, steps: int, first: int, run: str) -> list[Any]:
    """A whole run sent; the verdicts on its steps, then the one on itself."""
    await send(socket, wire.RunBegin(seq=first, run=run, at_ms=now_ms(), task="Press Save."))
    for n in range(1, steps + 1):
        await send(socket, wire.StepSeen(seq=first + n, step=a_step(n, run=run)))
    await send(socket, wire.RunEnd(seq=first + steps + 1, run=run, at_ms=now_ms()))
    verdicts = [(await receive(socket, "ack"))["verdict"]]
    while verdicts[-1]["type"] != "run-verdict":
        verdicts.append((await receive(socket, "ack"))["verdict"])
    return verdicts


@pytest.mark.parametrize("misdeed", MISDEEDS)
async def test_a_judge_of_somebody_else_costs_its_own_verdict_and_nothing_else(
    config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, misdeed: str
) -> None:
    monkeypatch.setenv("PYTHONPATH", install(tmp_path / "site"))
    monkeypatch.setenv("HOSTILE", misdeed)
    async with running(msgspec.structs.replace(config, judge=NAME)) as (daemon, _):
        socket = await attach(config, daemon)
        verdicts = await judged(socket, 3, 1, RUN)
        assert [v.get("status", "ok") for v in verdicts] == ["ok", "error", "ok", "error"]
        for failed in (verdicts[1], verdicts[3]):
            assert "could not answer: " in failed["explanation"]
        await socket.close()


@pytest.mark.parametrize(
    ("misdeed", "why"),
    [
        ("exits in a group", "BaseExceptionGroup: several"),
        ("dies", "its process ended with status 9, see judge.log"),
        ("cannot be put in words", "Wordless, whose message cannot be read"),
        ("has too much to say", "its answer has 10"),
    ],
)
async def test_a_verdict_names_what_went_wrong_in_the_judge(
    config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, misdeed: str, why: str
) -> None:
    monkeypatch.setenv("PYTHONPATH", install(tmp_path / "site"))
    monkeypatch.setenv("HOSTILE", misdeed)
    async with running(msgspec.structs.replace(config, judge=NAME)) as (daemon, _):
        socket = await attach(config, daemon)
        assert why in (await judged(socket, 1, 1, RUN))[-1]["explanation"]
        await socket.close()


async def test_the_log_tells_where_a_judge_crashed(
    config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a model's library does that was built for another processor."""
    monkeypatch.setenv("PYTHONPATH", install(tmp_path / "site"))
    monkeypatch.setenv("HOSTILE", "crashes")
    async with running(msgspec.structs.replace(config, judge=NAME)) as (daemon, _):
        socket = await attach(config, daemon)
        last = (await judged(socket, 1, 1, RUN))[-1]
        await socket.close()
    assert "its process ended by signal 11, see judge.log" in last["explanation"]
    log = config.judge_log.read_text()
    assert "Segmentation fault" in log and "string_at" in log


@pytest.mark.alone
async def test_what_a_judge_has_forked_ends_with_it_and_holds_up_nobody(
    config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", install(tmp_path / "site"))
    monkeypatch.setenv("HOSTILE", "forks")
    monkeypatch.setenv("HOSTILE_LOCK", str(tmp_path / "lock"))
    async with running(msgspec.structs.replace(config, judge=NAME)) as (daemon, _):
        socket = await attach(config, daemon)
        await judged(socket, 1, 1, RUN)
        await socket.close()
        began = time.monotonic()
    assert time.monotonic() - began < 10
    with (tmp_path / "lock").open() as lock:
        async with asyncio.timeout(10):
            await asyncio.to_thread(fcntl.flock, lock, fcntl.LOCK_EX)


async def test_a_judge_that_cannot_be_made_says_why_in_each_verdict(
    config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", install(tmp_path / "site"))
    monkeypatch.setenv("HOSTILE", "cannot be made")
    async with running(msgspec.structs.replace(config, judge=NAME)) as (daemon, _):
        socket = await attach(config, daemon)
        for verdict in await judged(socket, 1, 1, RUN):
            assert verdict["status"] == "error" and "its licence is gone" in verdict["explanation"]
        await socket.close()


async def test_a_lesson_that_cannot_be_made_leaves_an_error_beside_the_verdict(
    config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", install(tmp_path / "site"))
    monkeypatch.setenv("HOSTILE", "nothing")

    def fail(*_: object) -> None:
        raise ZeroDivisionError("no lesson")

    async with running(msgspec.structs.replace(config, judge=NAME), fail) as (daemon, _):
        socket = await attach(config, daemon)
        for n, run in enumerate((RUN, OTHER)):
            verdict = (await judged(socket, 1, 1 + 3 * n, run))[-1]
            assert (verdict["run"], verdict["label"]) == (run, "failure")
            again = await receive(socket, "ack")
            assert again["verdict"] == verdict and "lesson_follows" not in again
            history = await asyncio.to_thread(call, config, daemon, "GET", f"/v1/runs/{run}")
            assert history["summary"]["verdict"] == "failure"
            failed = history["verdicts"][-1]
            assert failed["status"] == "error"
            why = "the lesson of the run could not be made: ZeroDivisionError: no lesson"
            assert failed["explanation"] == why
        await socket.close()


async def test_a_row_that_nobody_can_read_is_an_error_also_after_a_restart(config: Config) -> None:
    """Such as an older version kept: an integer of 2^64, which ended the daemon at every start."""
    with Store.open(config) as store:
        store.begin_session(Session(id=SESSION, source="client", started_at_ms=1), "me")
        screens = [a_screen(width=2**64 if n == 2 else 320) for n in (1, 2, 3)]
        seen = [wire.StepSeen(seq=n + 1, step=a_step(n, after=screens[n - 1])) for n in (1, 2, 3)]
        begin = wire.RunBegin(seq=1, run=RUN, at_ms=1)
        messages: list[wire.Sequenced] = [begin, *seen]
        assert store.take([(SESSION, one.seq, one) for one in messages]) == [None] * 4
    for _ in range(2):
        async with running(config) as (daemon, _stop):
            socket = await attach(config, daemon, new_id("ses"))
            verdicts = await judged(socket, 1, 1, new_id("run"))
            assert verdicts[0].get("status", "ok") == "ok"
            cells = await asyncio.to_thread(call, config, daemon, "GET", f"/v1/runs/{RUN}/strip")
            assert [cell["status"] for cell in cells["steps"]] == ["ok", "error", "ok"]
            await socket.close()


async def test_a_caller_that_leaves_before_its_answer_does_not_end_the_daemon(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipelines: list[Pipeline] = []

    def kept(*parts: Any) -> Pipeline:
        pipelines.append(Pipeline(*parts))
        return pipelines[-1]

    monkeypatch.setattr("courtside_daemon.app.Pipeline", kept)
    async with running(config) as (daemon, _):
        message = wire.RunBegin(seq=1, run=RUN, at_ms=1)
        gone = asyncio.ensure_future(pipelines[0].accept_and_wait((SESSION, 1, message)))  # noqa: TID251
        await asyncio.sleep(0)
        gone.cancel()
        socket = await attach(config, daemon)
        assert (await judged(socket, 1, 1, OTHER))[-1]["type"] == "run-verdict"
        await socket.close()


async def test_a_loop_that_fails_is_logged_without_its_words_and_begins_again(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("courtside_daemon.supervisor.AGAIN_S", 0.0)
    again = asyncio.Event()
    times = 0

    async def loop() -> None:
        nonlocal times
        times += 1
        if times == 2:
            again.set()
            await asyncio.Event().wait()
        raise sqlite3.DatabaseError(" ".join(("a word", "of a page")))

    async with asyncio.TaskGroup() as group:
        kept = group.create_task(keep_going("writer", loop))
        await asyncio.wait_for(again.wait(), 10)
        kept.cancel()
    assert "DatabaseError" in caplog.text and "writer" in caplog.text
    assert "a word of a page" not in caplog.text
