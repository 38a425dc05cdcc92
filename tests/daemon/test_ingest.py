"""What was acknowledged is there after anything; a judge that dies takes nothing with it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import msgspec
import psutil
import pytest
from benchmarks.kills import measure
from builders import RUN, SESSION, a_jpeg, a_screen, a_step, sha
from processes import children_with
from source import a_token, attach, hello, open_socket, receive, send
from waiting import until

from courtside_bridges.client.control_api import call
from courtside_daemon import idle_runs
from courtside_daemon.app import running
from courtside_daemon.ingest import Sources
from courtside_store import wire
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.daemon_state import Running, read_running
from courtside_store.database import Store
from courtside_store.reading import Reader
from courtside_store.records import Run, new_id, now_ms


def begin(seq: int = 1, run: str = RUN, task: str = 'Press "Save".') -> wire.RunBegin:
    return wire.RunBegin(seq=seq, run=run, at_ms=now_ms(), task=task)


async def ask_status(config: Config, daemon: Running) -> dict[str, object]:
    return await asyncio.to_thread(call, config, daemon, "GET", "/v1/status")


async def test_a_step_is_acknowledged_judged_and_judged_again_at_the_end(
    config: Config, daemon: Running
) -> None:
    socket = await attach(config, daemon)
    frame = a_jpeg()
    await send(socket, begin())
    await send(socket, bytes.fromhex(sha(frame)) + frame)
    await send(socket, wire.StepSeen(seq=2, step=a_step(1, after=a_screen(frame=sha(frame)))))
    await send(socket, wire.RunEnd(seq=3, run=RUN, at_ms=now_ms()))
    seen: dict[str, object] = {}
    while "run-judged" not in seen:
        message = await receive(socket)
        seen[message["type"]] = message
    assert seen["ack"] == {"type": "ack", "seq": 3}
    assert seen["run-judged"]["verdict"]["label"] == "success"  # type: ignore[index]
    await socket.close()


async def test_a_damaged_frame_is_mended_when_it_comes_again(
    config: Config, daemon: Running
) -> None:
    frame, blobs = a_jpeg(), Blobs(config.blobs)
    name = blobs.add(frame)
    blobs.path(name).write_bytes(bytes(len(frame)))
    socket = await attach(config, daemon)
    await send(socket, wire.RunBegin(seq=1, run=RUN, at_ms=now_ms()))
    await send(socket, bytes.fromhex(name) + frame)
    await send(socket, wire.StepSeen(seq=2, step=a_step(1, after=a_screen(frame=name))))
    while (await receive(socket)).get("seq") != 2:
        pass
    assert blobs.read(name) == frame


async def test_a_missing_frame_is_asked_for(config: Config, daemon: Running) -> None:
    socket = await attach(config, daemon)
    await send(socket, begin())
    step = wire.StepSeen(seq=2, step=a_step(1, after=a_screen(frame=sha(a_jpeg()))))
    await send(socket, step)
    refused = await receive(socket, "ack")
    assert refused["missing"] == [sha(a_jpeg())] and refused["retry"]
    await send(socket, bytes.fromhex(sha(a_jpeg())) + a_jpeg())
    await send(socket, step)
    assert (await receive(socket)) == {"type": "ack", "seq": 2}
    await socket.close()


async def test_an_unreadable_message_is_refused_only_after_those_before_it(
    config: Config, daemon: Running
) -> None:
    socket = await attach(config, daemon)
    await send(socket, begin())
    lacking = wire.StepSeen(seq=2, step=a_step(1, after=a_screen(frame=sha(a_jpeg()))))
    unreadable = {"type": "oracle", "seq": 3, "oracle": {"run": RUN, "success": "yes"}}
    await send(socket, lacking)
    await send(socket, unreadable)
    acks = [await receive(socket, "ack"), await receive(socket, "ack")]
    assert [(one["seq"], one["retry"]) for one in acks] == [(2, True), (3, True)]
    await send(socket, bytes.fromhex(sha(a_jpeg())) + a_jpeg())
    await send(socket, lacking)
    await send(socket, unreadable)
    refused = await receive(socket, "ack", "step-judged")
    assert refused["seq"] == 3 and "success" in refused["reason"] and "retry" not in refused
    await send(socket, wire.RunEnd(seq=4, run=RUN, at_ms=now_ms()))
    assert (await receive(socket, "step-judged"))["seq"] == 4
    with Reader(config) as reader:
        assert len(list(reader.steps(RUN))) == 1
    await socket.close()


async def test_a_number_that_is_out_of_range_uses_up_no_other(
    config: Config, daemon: Running
) -> None:
    socket = await attach(config, daemon)
    await send(socket, '{"type": "session-end", "seq": 1e400, "at_ms": 1}')
    refused = await receive(socket)
    assert refused["type"] == "nack" and "seq" not in refused
    await send(socket, begin())
    assert (await receive(socket)) == {"type": "ack", "seq": 1}
    with Reader(config) as reader:
        assert reader.summary(RUN) is not None
    await socket.close()


async def test_two_sources_at_once_keep_their_runs_apart(config: Config, daemon: Running) -> None:
    sessions = [new_id("ses"), new_id("ses")]
    runs = [new_id("run"), new_id("run")]
    sockets = [await attach(config, daemon, session) for session in sessions]
    for socket, run in zip(sockets, runs, strict=True):
        await send(socket, begin(run=run))
    for index in range(1, 21):
        for socket, run in zip(sockets, runs, strict=True):
            await send(socket, wire.StepSeen(seq=index + 1, step=a_step(index, run=run)))
    for socket in sockets:
        while (await receive(socket, "step-judged"))["seq"] < 21:
            pass
        await socket.close()
    with Reader(config) as reader:
        assert [len(list(reader.steps(run))) for run in runs] == [20, 20]
    other = await attach(config, daemon, new_id("ses"))
    await send(other, wire.StepSeen(seq=1, step=a_step(21, run=runs[0])))
    assert "unknown in session" in (await receive(other))["reason"]
    await other.close()


async def test_the_judge_killed_leaves_an_error_and_the_next_step_is_judged(
    config: Config, daemon: Running
) -> None:
    socket = await attach(config, daemon)
    await send(socket, begin())
    await send(socket, wire.StepSeen(seq=2, step=a_step(1)))
    await receive(socket, "ack")
    worker = max(children_with(str(config.blobs)), key=lambda p: p.create_time())
    worker.suspend()
    await until(lambda: worker.status() == psutil.STATUS_STOPPED)
    await send(socket, wire.StepSeen(seq=3, step=a_step(2)))
    assert (await receive(socket))["type"] == "ack"
    async with asyncio.timeout(10):  # the judge must have been asked, or a new one would be
        while (await ask_status(config, daemon))["judge_state"] != "busy":
            pass
    worker.kill()
    assert (await receive(socket, "ack"))["verdict"]["status"] == "error"
    assert (await ask_status(config, daemon))["judge_state"] == "ready"
    await send(socket, wire.StepSeen(seq=4, step=a_step(3)))
    assert "status" not in (await receive(socket, "ack"))["verdict"]
    await socket.close()


async def test_an_idle_run_and_a_run_whose_source_is_gone_say_how_they_ended(
    config: Config,
) -> None:
    quick = msgspec.structs.replace(config, idle_s=0.2)
    async with running(quick) as (daemon, _):
        socket = await attach(quick, daemon)
        await send(socket, begin())
        await receive(socket)
        assert (await ended(quick, RUN)).ended_by == "idle"
        await send(socket, wire.StepSeen(seq=2, step=a_step(1)))
        assert (await receive(socket, "run-judged")) == {"type": "ack", "seq": 2}
        await socket.close()


async def test_curl_can_post_a_step_and_end_a_run(config: Config, daemon: Running) -> None:

    head = {"Authorization": f"Bearer {await a_token(config, daemon)}"}
    async with aiohttp.ClientSession(daemon.url, headers=head) as client:
        blob = await client.post("/v1/blobs", data=a_jpeg(), headers={"Content-Type": "image/jpeg"})
        frame = (await blob.json())["sha256"]
        look = {"at_ms": 1, "frame": frame}
        first = await (
            await client.post(
                "/v1/steps", json={"task": "look", "action": "opened it", "after": look}
            )
        ).json()
        second = await (
            await client.post("/v1/steps", json={"run": first["run"], "action": "closed it"})
        ).json()
        assert (first["step"], second["step"]) == (1, 2)
        ended = await client.post(f"/v1/runs/{first['run']}/end", json={"answer": "done"})
        assert ended.status == 200
        again = await client.post(f"/v1/runs/{first['run']}/end", json={"answer": "no"})
        assert again.status == 409 and "has ended" in (await again.json())["error"]
        late = await client.post("/v1/steps", json={"run": first["run"], "action": "again"})
        assert late.status == 200 and (await late.json())["step"] == 3
        last = {"run": first["run"], "action": "left", "finish": True}
        for _ in range(2):
            refused = await client.post("/v1/steps", json=last)
            assert refused.status == 409 and "has ended" in (await refused.json())["error"]
        with Reader(config) as reader:
            assert len(list(reader.steps(first["run"]))) == 3
        unknown = await client.post("/v1/steps", json={"run": RUN})
        assert unknown.status == 404


async def test_a_posted_box_of_a_negative_size_is_mended_and_says_so(
    config: Config, daemon: Running
) -> None:
    head = {"Authorization": f"Bearer {await a_token(config, daemon)}"}
    posted = {"id": 1, "text": "Save", "box": [60, 40, -50, -20]}
    step = {"task": "save", "action": "saved", "after": {"at_ms": 1, "elements": [posted]}}
    async with aiohttp.ClientSession(daemon.url, headers=head) as client:
        answer = await (await client.post("/v1/steps", json=step)).json()
    with Reader(config) as reader:
        (stored,) = reader.steps(answer["run"])
    assert stored.after
    (element,) = stored.after.elements
    assert element.box == (10, 20, 50, 20)
    assert element.box_repair == "corners swapped; it was (60, 40, -50, -20)"


@contextlib.asynccontextmanager
async def a_process(config: Config) -> AsyncIterator[asyncio.subprocess.Process]:
    """The daemon as its own process, up and running."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "courtside",
        "--data-dir",
        str(config.data_dir),
        "up",
        "--port",
        "0",
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    await until(lambda: read_running(config), 60)
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
        await process.wait()


async def test_a_daemon_that_was_killed_is_not_taken_for_a_running_one(config: Config) -> None:
    async with a_process(config) as process:
        process.kill()
        await process.wait()
    left = msgspec.json.decode(config.running_file.read_bytes(), type=Running)
    reused = msgspec.structs.replace(left, pid=os.getpid())  # another program has its number now
    config.running_file.write_bytes(msgspec.json.encode(reused))
    assert read_running(config) is None
    async with a_process(config):
        found = read_running(config)
        assert found is not None and found.pid != os.getpid()
        status = await asyncio.to_thread(call, config, found, "GET", "/v1/status")
        assert status["judge"] == "evidence"


@pytest.mark.slow
def test_twelve_kills_under_load_lose_nothing_double_nothing_and_keep_each_frame(
    config: Config,
) -> None:
    """`python -m benchmarks.kills` does it two hundred times."""
    found = measure(config, kills=12)
    assert found["steps"] > 60
    wrong = {name: found[name] for name in WRONG if found[name]}
    assert not wrong, found


WRONG = ("lost", "doubled", "acked_lost", "frames_wrong", "damaged")


async def test_a_source_that_leaves_for_good_ends_its_runs(config: Config, daemon: Running) -> None:
    socket = await attach(config, daemon)
    await send(socket, begin())
    await send(socket, wire.SessionEnd(seq=2, at_ms=now_ms(), dropped_frames=3))
    while (await receive(socket))["type"] != "run-judged":
        pass
    with Reader(config) as reader:
        summary = reader.summary(RUN)
    assert summary is not None and summary.run.ended_by == "session-gone"
    await socket.close()


async def test_a_refused_token_is_said_in_one_plain_line(config: Config, daemon: Running) -> None:
    socket = await open_socket(daemon, await a_token(config, daemon))
    await send(socket, hello("0" * 64, SESSION))
    refused = await receive(socket)
    assert refused["type"] == "refused" and not refused["reason"].startswith("{"), refused
    assert refused["kind"] == "token"
    await socket.close()


async def test_a_source_that_went_with_an_earlier_daemon_has_a_minute_too(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(config) as (daemon, _):
        socket = await attach(config, daemon)
        await send(socket, begin())
        await receive(socket)
        head = {"Authorization": f"Bearer {await a_token(config, daemon)}"}
        async with aiohttp.ClientSession(daemon.url, headers=head) as client:
            posted = await client.post("/v1/steps", json={"task": "look", "action": "looked"})
            by_curl = (await posted.json())["run"]
    monkeypatch.setattr(idle_runs, "GONE_S", 0.5)
    async with running(config):
        assert (await ended(config, RUN)).ended_by == "session-gone"
        with Reader(config) as reader:
            summary = reader.summary(by_curl)
        assert summary and summary.run.ended_by is None, "which is never connected"


async def ended(config: Config, run: str) -> Run:
    """The run, once it has ended."""
    with Reader(config) as reader:
        await until(lambda: (summary := reader.summary(run)) and summary.run.ended_by)
        summary = reader.summary(run)
    assert summary
    return summary.run


async def test_a_disk_that_refuses_the_end_of_a_run_holds_up_no_message(
    config: Config, daemon: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(idle_runs, "GONE_S", 0.1)
    head = {"Authorization": f"Bearer {await a_token(config, daemon)}"}
    with monkeypatch.context() as full:
        full.setattr(Store, "presume_ended", refuse)
        socket = await attach(config, daemon)
        await send(socket, begin())
        await send(socket, wire.SessionEnd(seq=2, at_ms=now_ms()))
        while (await receive(socket))["seq"] < 2:
            pass
        async with (
            asyncio.timeout(10),
            aiohttp.ClientSession(daemon.url, headers=head) as client,
        ):
            posted = await client.post("/v1/steps", json={"task": "look", "action": "looked"})
            assert posted.status == 200
        await socket.close()
    assert (await ended(config, RUN)).ended_by == "session-gone"


async def test_when_a_source_went_is_forgotten_with_its_last_open_run() -> None:
    unused: Any = None
    sources = Sources(unused, unused, unused)
    sources._gone_since = {SESSION: 0.0, "another": 0.0}
    sources.forget_others({SESSION})
    assert sources._gone_since == {SESSION: 0.0}
