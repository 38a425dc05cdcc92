"""A verdict is told at once; the lesson, which a slow model may write, comes after it."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from queue import Queue
from threading import Event
from typing import Any

import pytest
from builders import RUN, SESSION, a_run_verdict, a_screen, a_step, an_action, an_element
from model_server import model_server
from msgspec.structs import replace
from source import send
from waiting import until
from websockets.asyncio.client import ClientConnection, connect

from courtside_bridges.client.connection_state import ConnectionState
from courtside_bridges.client.control_api import call
from courtside_bridges.client.daemon_connection import Connection
from courtside_bridges.client.linked_run import LinkedRun, Outcome, open_link
from courtside_bridges.client.outgoing import Outgoing
from courtside_daemon.app import running
from courtside_daemon.disk_refusals import DiskRefusals
from courtside_daemon.failure_lessons import FailureLessons
from courtside_daemon.hub import Hub
from courtside_daemon.notices import Notices
from courtside_daemon.store_threads import StoreThreads
from courtside_daemon.supervisor import keep_going
from courtside_judge.backends.chosen import Chosen, ModelChoice, save_chosen
from courtside_judge.protocol import Case
from courtside_refine.lessons.reflectors import reflector_for
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.database import Store
from courtside_store.reading import Reader
from courtside_store.records import Reflection, RunVerdict, Session

WRITTEN = "Why: it pressed Save. Plan: Press Cancel."
FINISH_S = 60.0


class SlowModel:
    """Writes a lesson once it is let; keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: Queue[Any] = Queue()
        self.may_write = Event()

    def __call__(self, messages: Any) -> str:
        self.asked.put(messages)
        self.may_write.wait(FINISH_S)
        return WRITTEN


@asynccontextmanager
async def a_daemon_with(model: SlowModel, config: Config) -> AsyncIterator[tuple[Config, Running]]:
    """A daemon whose lessons that model writes."""
    with model_server(model) as address:
        by_model = replace(config, reflector="model", judge="evidence", judge_timeout_s=FINISH_S)
        choice = ModelChoice(backend="openai", model=address, name="slow")
        save_chosen(by_model.models_file, Chosen(reasoner=choice))
        try:
            async with running(by_model, reflector_for(by_model)) as (daemon, _):
                yield by_model, daemon
        finally:
            model.may_write.set()


def a_failed_run(config: Config) -> LinkedRun:
    """An agent that has pressed the wrong button and ended."""
    run = LinkedRun(open_link("presser", config, "client"), task='Press "Cancel".')
    screen = a_screen(an_element(1, "Save"), an_element(2, "Cancel"))
    run.add_step(
        replace(a_step(1, an_action("click", "Save"), before=screen, after=screen), run=run.run)
    )
    run.end("finish")
    return run


async def finished(run: LinkedRun, timeout_s: float = FINISH_S) -> Outcome:
    """What `finish` gives the agent."""
    outcome = await asyncio.to_thread(run.wait_outcome, timeout_s)
    await asyncio.to_thread(run.link.close)
    return outcome


def label_of(config: Config, run: str) -> str | None:
    with Reader(config) as reader:
        summary = reader.summary(run)
    return summary.verdict if summary else None


async def test_a_lesson_that_is_written_slowly_holds_up_no_verdict(config: Config) -> None:
    model = SlowModel()
    async with a_daemon_with(model, config) as (by_model, daemon):
        first = await asyncio.to_thread(a_failed_run, by_model)
        await asyncio.to_thread(model.asked.get, timeout=FINISH_S)
        second = await asyncio.to_thread(a_failed_run, by_model)
        await until(lambda: label_of(by_model, second.run) == "failure")
        history = await asyncio.to_thread(call, by_model, daemon, "GET", f"/v1/runs/{first.run}")
        assert history["lesson_owed"] and "reflection" not in history
        assert not model.may_write.is_set() and model.asked.empty()
        model.may_write.set()
        outcomes = [await finished(first), await finished(second)]
    for outcome in outcomes:
        assert outcome.verdict.label == "failure" and outcome.reflection is not None
        assert outcome.reflection.advice == '"Press Cancel."'


async def test_the_source_has_the_verdict_while_its_lesson_is_written(config: Config) -> None:
    model = SlowModel()
    async with a_daemon_with(model, config) as (by_model, _):
        run = await asyncio.to_thread(a_failed_run, by_model)
        await asyncio.to_thread(model.asked.get, timeout=FINISH_S)
        outcome = await finished(run, timeout_s=0.5)
        assert not model.may_write.is_set()
    assert outcome.verdict.label == "failure" and outcome.reflection is None


async def test_an_open_page_is_told_of_the_verdict_and_then_of_the_lesson(config: Config) -> None:
    model = SlowModel()
    async with a_daemon_with(model, config) as (by_model, daemon):
        token = by_model.control_token_file.read_text().strip()
        url = daemon.url.replace("http", "ws", 1) + "/v1/live"
        head = {"Authorization": f"Bearer {token}"}
        async with connect(url, additional_headers=head, proxy=None, max_size=None) as page:
            await send(page, {"type": "view", "protocol": wire.PROTOCOL, "token": token})
            run = await asyncio.to_thread(a_failed_run, by_model)
            await told_of_failure(page)
            assert not model.may_write.is_set()
            model.may_write.set()
            while label_and_lesson(by_model, run.run) != ("failure", True):
                await told_of_failure(page)
        await finished(run)


async def told_of_failure(page: ClientConnection) -> None:
    """Until the page is told of a run that it failed."""
    async with asyncio.timeout(FINISH_S):
        while True:
            message = json.loads(await page.recv())
            if message["type"] == "run" and message["summary"].get("verdict") == "failure":
                return


def label_and_lesson(config: Config, run: str) -> tuple[str | None, bool]:
    with Reader(config) as reader:
        history = reader.run(run)
    assert history is not None
    return history.summary.verdict, history.reflection is not None


async def test_who_asks_for_a_lesson_whose_turn_has_not_come_gets_the_one_that_is_kept(
    config: Config,
) -> None:
    model = SlowModel()
    async with a_daemon_with(model, config) as (by_model, daemon), asyncio.TaskGroup() as group:
        first = await asyncio.to_thread(a_failed_run, by_model)
        await asyncio.to_thread(model.asked.get, timeout=FINISH_S)
        second = await asyncio.to_thread(a_failed_run, by_model)
        await until(lambda: label_of(by_model, second.run) == "failure")
        path = f"/v1/runs/{second.run}/lesson"
        asking = group.create_task(asyncio.to_thread(call, by_model, daemon, "POST", path, {}))
        await asyncio.to_thread(call, by_model, daemon, "GET", "/v1/status")
        model.may_write.set()
        await finished(first)
        outcome = await finished(second)
        assert outcome.reflection is not None
        assert (await asking)["reflection"]["at_ms"] == outcome.reflection.at_ms
    with Reader(by_model) as reader:
        history = reader.run(second.run)
    assert history is not None and history.reflection == outcome.reflection
    assert not history.lesson_owed


async def test_a_source_that_comes_back_while_the_lesson_is_written_waits_for_it(
    config: Config,
) -> None:
    model = SlowModel()
    async with a_daemon_with(model, config) as (by_model, daemon), asyncio.TaskGroup() as group:
        run = await asyncio.to_thread(a_failed_run, by_model)
        await asyncio.to_thread(model.asked.get, timeout=FINISH_S)
        came_back = ConnectionState()
        came_back.set_state("connected")
        connection = Connection(by_model, run.link._session, Outgoing(), came_back)
        waiting = group.create_task(
            asyncio.to_thread(came_back.wait_judged, run.run, 0, timeout_s=FINISH_S)
        )
        await until(lambda: came_back.awaited)
        await asyncio.to_thread(connection._ask_missed, daemon)
        assert came_back.awaited == [run.run]
        model.may_write.set()
        assert (await finished(run)).reflection is not None
        await asyncio.to_thread(connection._ask_missed, daemon)
        judged = await waiting
    assert judged is not None and judged.reflection is not None


class FlakyReader(Reader):
    """Cannot read one thing, so many times."""

    cannot_read = ""
    errors = 0

    def _read(self, name: str) -> None:
        if name == self.cannot_read and self.errors:
            self.errors -= 1
            raise sqlite3.OperationalError("disk I/O error")

    def lessons_owed(self) -> list[str]:
        self._read("lessons_owed")
        return super().lessons_owed()

    def run_verdict(self, run: str) -> RunVerdict | None:
        self._read("run_verdict")
        return super().run_verdict(run)


@dataclass
class Teacher:
    """Writes a lesson about anything; the first one slowly."""

    first_s: float = 0.0

    def __call__(self, case: Case, *_: object) -> Reflection:
        first_s, self.first_s = self.first_s, 0.0
        time.sleep(first_s)
        return Reflection(run=case.run, text="look first", at_ms=1)


@dataclass
class Owed:
    """A store in which one run is owed a lesson, and what makes the lessons."""

    store: Store
    reader: FlakyReader
    lessons: FailureLessons
    teacher: Teacher
    pushed: list[wire.RunJudged]

    @asynccontextmanager
    async def being_made(self) -> AsyncIterator[None]:
        """As the daemon has them made."""
        async with asyncio.TaskGroup() as group:
            making = group.create_task(keep_going("lessons", self.lessons.run))
            yield
            making.cancel()

    async def settled(self) -> None:
        """Until nothing is owed, and the source has been told."""
        await until(lambda: not Reader.lessons_owed(self.reader) and self.pushed)


@pytest.fixture
def owed(config: Config) -> Iterator[Owed]:
    with Store.open(config) as store, FlakyReader(config) as reader:
        store.begin_session(Session(id=SESSION, source="client", started_at_ms=1), "me")
        fail(store, RUN, 1)
        threads = StoreThreads(DiskRefusals(config))
        notices = Notices(Hub(), reader, threads)
        pushed: list[Any] = []
        teacher = Teacher()
        notices.attach(SESSION, pushed.append)
        yield Owed(
            store,
            reader,
            FailureLessons(config, store, reader, threads, notices, teacher),
            teacher,
            pushed,
        )
        threads.close()


def fail(store: Store, run: str, seq: int) -> None:
    """A run that ended and was judged a failure."""
    messages: list[Any] = [
        wire.RunBegin(seq=seq, run=run, at_ms=1, task='Press "Cancel".'),
        wire.StepSeen(seq=seq + 1, step=replace(a_step(1), run=run)),
        wire.RunEnd(seq=seq + 2, run=run, at_ms=9),
    ]
    assert store.take([(SESSION, one.seq, one) for one in messages]) == [None] * 3
    assert store.add_verdicts([a_run_verdict(run, label="failure")], teach=True) == [True]


@pytest.mark.parametrize("cannot_read", ["lessons_owed", "run_verdict"])
async def test_a_lesson_is_made_although_the_store_could_not_be_read_at_first(
    owed: Owed, monkeypatch: pytest.MonkeyPatch, cannot_read: str
) -> None:
    monkeypatch.setattr("courtside_daemon.failure_lessons.LOOK_AGAIN_S", (0.05, 0.05))
    monkeypatch.setattr("courtside_daemon.supervisor.AGAIN_S", 0.05)
    owed.reader.cannot_read, owed.reader.errors = cannot_read, 2
    async with owed.being_made():
        await owed.settled()
    assert [one.reflection is not None for one in owed.pushed] == [True]


async def test_a_run_that_can_never_be_looked_at_is_left_after_some_tries(
    owed: Owed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("courtside_daemon.failure_lessons.LOOK_AGAIN_S", (0.01, 0.01))
    owed.reader.cannot_read, owed.reader.errors = "run_verdict", 1000
    async with owed.being_made():
        await until(lambda: owed.reader.errors == 997)
        await asyncio.sleep(0.3)
    assert owed.reader.errors == 997


async def test_a_run_that_is_called_a_success_meanwhile_is_owed_no_lesson(owed: Owed) -> None:
    success = a_run_verdict(label="success")
    owed.store.add_verdicts([success])
    async with owed.being_made():
        await owed.settled()
    [told] = owed.pushed
    assert told.verdict.label == "success" and told.reflection is None and not told.lesson_follows
    history = owed.reader.run(RUN)
    assert history is not None and history.reflection is None
    assert [one.status for one in history.verdicts] == ["ok", "ok"]


async def test_a_lesson_that_outlives_its_time_spoils_none_of_those_behind_it(
    owed: Owed, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owed.lessons._lessons, "_timeout_s", 1.0)
    owed.teacher.first_s = 1.5
    second = "run_" + "2" * 20
    fail(owed.store, second, 4)
    async with owed.being_made():
        await until(lambda: len(owed.pushed) == 2)
    made = {one.verdict.run: one.reflection is not None for one in owed.pushed}
    assert made == {RUN: False, second: True}
