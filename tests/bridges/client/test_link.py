"""One session's connection to a real daemon: started, refused, lost, found again."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from builders import a_jpeg, a_screen, an_action
from msgspec import structs
from waiting import until

from courtside_bridges.client.connection_state import ConnectionState
from courtside_bridges.client.control_api import call
from courtside_bridges.client.daemon_connection import Connection
from courtside_bridges.client.link import send_outbox
from courtside_bridges.client.linked_run import LinkedRun, Outcome, open_link
from courtside_bridges.client.outgoing import Outgoing
from courtside_daemon.app import running
from courtside_store import wire
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.reading import Reader
from courtside_store.records import Session, new_id


def a_run(config: Config, **more: Any) -> tuple[LinkedRun, Outcome, float]:
    """A run of one step, its outcome and the seconds that `finish` took."""
    link = open_link("agent", config, "client")
    run = LinkedRun(link, task='Press "Save".', **more)
    run.step([an_action()], a_screen(text="before"), a_screen(text="Saved"))
    run.end("finish", claims_success=True)
    began = time.monotonic()
    outcome = run.wait_outcome(60.0)
    took = time.monotonic() - began
    link.close()
    return run, outcome, took


@contextlib.contextmanager
def a_taken_port() -> Iterator[int]:
    """A port at which another program listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


async def test_six_pages_in_turn_are_all_delivered_with_their_pictures(
    config: Config, daemon: Running
) -> None:
    link = open_link("six tabs", config)
    run = LinkedRun(link)
    last = [a_screen(text=str(tab), frame=link.frame(a_jpeg(3_000 * tab))) for tab in range(6)]
    for turn in range(1, 4):
        for tab in range(6):
            after = a_screen(text="x", frame=link.frame(a_jpeg(20_000 * turn + 3_000 * tab)))
            run.step([an_action()], last[tab], after)
            last[tab] = after
            assert await asyncio.to_thread(link.wait_sent, 20)
    await asyncio.to_thread(link.close)
    with Reader(config) as reader:
        steps = list(reader.steps(run.run))
    assert [step.index for step in steps] == list(range(1, 19))
    looks = [look for step in steps for look in (step.before, step.after)]
    assert all(look and look.frame and Blobs(config.blobs).has(look.frame) for look in looks)


async def test_a_picture_that_was_purged_meanwhile_does_not_hold_up_the_run(
    config: Config, daemon: Running
) -> None:
    link = open_link("agent", config)
    run = LinkedRun(link)
    screen = a_screen(text="t", frame=link.frame(a_jpeg(5)))
    run.step([an_action()], None, screen)
    assert await asyncio.to_thread(link.wait_sent, 20)
    Blobs(config.blobs).remove(screen.frame or "")
    run.step([an_action()], screen, a_screen(text="u", frame="0" * 64))
    run.step([an_action()], None, None)
    assert await asyncio.to_thread(link.wait_sent, 20)
    await asyncio.to_thread(link.close)
    with Reader(config) as reader:
        _, second, third = reader.steps(run.run)
    assert second.after and second.after.frame is None and second.after.withheld
    assert second.before and second.before.text == "t" and third.index == 3


@pytest.mark.alone
async def test_a_taken_port_is_said_at_once(
    config: Config, caplog: pytest.LogCaptureFixture
) -> None:
    with a_taken_port() as port:
        own = structs.replace(config, autostart=True, port=port)
        _, outcome, took = await asyncio.to_thread(a_run, own)
    assert took < 2 and outcome.verdict.label == "unknown"
    assert f"port {port} is taken by another program" in outcome.verdict.explanation
    assert caplog.text.count(f"port {port} is taken") == 1
    assert list((config.data_dir / "outbox").iterdir()), "the steps wait on disk"


@pytest.mark.alone
async def test_a_folder_that_cannot_be_written_is_said_at_once(
    config: Config, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    own = structs.replace(config, autostart=True, data_dir=tmp_path / "file" / "data")
    _, outcome, took = await asyncio.to_thread(a_run, own)
    assert took < 2 and outcome.verdict.status == "error"
    assert "cannot be made (Not a directory)" in outcome.verdict.explanation
    assert "messages lost: " in caplog.text


async def test_a_daemon_that_ends_while_it_starts_is_said_with_its_own_word(config: Config) -> None:
    config.data_dir.mkdir()
    config.database.write_bytes(b"this is no database" * 100)
    own = structs.replace(config, autostart=True)
    _, outcome, _ = await asyncio.to_thread(a_run, own)
    assert outcome.verdict.label == "unknown"
    assert "the daemon could not start: " in outcome.verdict.explanation


async def test_a_source_that_was_revoked_is_told_so_and_does_not_try_again(
    config: Config, caplog: pytest.LogCaptureFixture
) -> None:
    link = open_link("agent", config)
    run = LinkedRun(link)
    async with running(config) as (daemon, _):
        assert await asyncio.to_thread(link.wait_sent, 20)
        sources: Any = await asyncio.to_thread(call, config, daemon, "GET", "/v1/sources")
        [found] = [one["id"] for one in sources]
        await asyncio.to_thread(call, config, daemon, "DELETE", f"/v1/sources/{found}")
    async with running(config):
        run.end("finish")
        outcome = await asyncio.to_thread(run.wait_outcome, 60.0)
        assert "no longer takes this source's token; begin a new run" in outcome.verdict.explanation
        await asyncio.to_thread(link.close)
    assert re.search(r"unsent messages: [12]; ", caplog.text)


async def test_a_verdict_that_was_given_while_the_connection_was_away_is_looked_up(
    config: Config,
) -> None:
    link = open_link("agent", config)
    run = LinkedRun(link)
    async with running(config):
        run.step([an_action()], None, a_screen(text="Saved"))
        run.end("finish")
        assert await asyncio.to_thread(link.wait_sent, 20)
    async with running(config):  # judges what is left before we are back
        outcome = await asyncio.to_thread(run.wait_outcome, 20)
        assert outcome.verdict.status == "ok", outcome.verdict.explanation
    await asyncio.to_thread(link.close)


async def test_a_verdict_is_looked_up_though_another_run_has_something_to_send(
    config: Config, daemon: Running
) -> None:
    judged, _, _ = await asyncio.to_thread(a_run, config)
    outgoing, connection_state = Outgoing(), ConnectionState()
    for kind in (wire.RunBegin, wire.RunEnd):
        outgoing.put(lambda seq, kind=kind: kind(seq=seq, run=judged.run, at_ms=1))  # type: ignore[misc]
    outgoing.acknowledge(2)
    other = new_id("run")
    for kind in (wire.RunBegin, wire.RunEnd):
        outgoing.put(lambda seq, kind=kind: kind(seq=seq, run=other, at_ms=1))  # type: ignore[misc]
    session = Session(id=new_id("ses"), source="client", started_at_ms=1)
    connection = Connection(config, session, outgoing, connection_state)
    connection_state.set_state("connected")
    async with asyncio.TaskGroup() as group:
        found = [
            group.create_task(
                asyncio.to_thread(connection_state.wait_judged, run, outgoing.end_of(run), 20)
            )
            for run in (judged.run, other)
        ]
        await until(lambda: len(connection_state.awaited) == 2)
        await asyncio.to_thread(connection._ask_missed, daemon)
        assert (await found[0]) is not None
        connection_state.set_state("over")
    assert found[1].result() is None


@pytest.mark.alone
async def test_a_daemon_that_dies_for_good_gives_unknown_in_five_seconds(config: Config) -> None:
    link = open_link("agent", config)
    run = LinkedRun(link)
    async with running(config):
        assert await asyncio.to_thread(link.wait_sent, 20)
    run.end("finish")
    began = time.monotonic()
    outcome = await asyncio.to_thread(run.wait_outcome, 60.0)
    assert time.monotonic() - began < 7 and outcome.verdict.status == "error"
    await asyncio.to_thread(link.close, 0.1)


SCRIPT = """
import sys
from courtside_bridges.client.linked_run import LinkedRun, open_link
from courtside_store.config import Config
run = LinkedRun(open_link("forgetful", Config(data_dir=sys.argv[1], port=0, autostart=False)))
run.step([], None, None, thought="the last one")
print(run.run)
"""


async def test_a_program_that_forgets_to_end_its_run_loses_nothing_and_is_told(
    config: Config, daemon: Running
) -> None:
    script = SCRIPT.replace("sys.argv[1]", f"__import__('pathlib').Path({str(config.data_dir)!r})")
    done = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", script], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert "the program ends while a run is open" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    with Reader(config) as reader:
        [step] = reader.steps(done.stdout.strip())
    assert step.thought == "the last one"


async def test_what_is_left_of_a_run_that_was_half_delivered_arrives_later(config: Config) -> None:
    link = open_link("agent", config)
    run = LinkedRun(link, task="two halves")
    async with running(config):
        run.step([an_action()], None, a_screen(text="first"))
        assert await asyncio.to_thread(link.wait_sent, 20)
    run.step([an_action()], None, a_screen(text="second", frame=link.frame(a_jpeg(9))))
    run.end("finish", "the answer")
    await asyncio.to_thread(link.close, 0.2)
    [folder] = (config.data_dir / "outbox").iterdir()
    assert all(path.stat().st_mode & 0o077 == 0 for path in [folder, *folder.iterdir()])
    async with running(config):
        assert await asyncio.to_thread(send_outbox, config) == 1
    with Reader(config) as reader:
        _, second = reader.steps(run.run)
        history = reader.run(run.run)
    assert second.after and second.after.text == "second" and second.after.frame
    assert history and history.summary.run.answer == "the answer"


@pytest.mark.alone
async def test_a_daemon_that_does_not_answer_gives_unknown_in_five_seconds(config: Config) -> None:
    config.data_dir.mkdir()
    config.control_token_file.write_text("secret")
    with a_taken_port() as port, config.lock_file.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        hung = Running(url=f"http://127.0.0.1:{port}", pid=1, version="0")
        config.running_file.write_bytes(msgspec.json.encode(hung))
        began = time.monotonic()
        _, outcome, took = await asyncio.to_thread(a_run, config)
        assert took < 6 and time.monotonic() - began < 8, "the agent's program ends soon too"
    assert (
        "the daemon has not answered; `courtside doctor` says more" in outcome.verdict.explanation
    )


async def test_a_run_that_was_deleted_while_the_daemon_was_away_is_waited_for_no_longer(
    config: Config, daemon: Running
) -> None:
    connection_state, session = (
        ConnectionState(),
        Session(id=new_id("ses"), source="client", started_at_ms=1),
    )
    connection, purged = Connection(config, session, Outgoing(), connection_state), new_id("run")
    connection_state.set_state("connected")
    async with asyncio.TaskGroup() as group:
        group.create_task(asyncio.to_thread(connection_state.wait_judged, purged, 0, 20))
        await until(lambda: connection_state.awaited)
        await asyncio.to_thread(connection._ask_missed, daemon)
    assert "was deleted" in connection_state.why_given_up(purged)
