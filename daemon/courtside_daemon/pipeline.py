"""The path of one step: store, acknowledge, show, judge. Nothing else orders these."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from courtside_judge.process.client import JudgeProcess
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.database import Item, Rejected, Store
from courtside_store.database_file import DatabaseGone
from courtside_store.error_stacks import type_and_stack
from courtside_store.reading import Reader
from courtside_store.records import EndedBy, Reflection, RunVerdict, Verdict

from .disk_refusals import DiskRefusals, DiskRefused
from .failure_lessons import FailureLessons
from .hub import Hub
from .judge_queue import JudgeQueue
from .lesson_runner import OnFailure
from .message_queue import MessageQueue, OnProcessed, QueuedMessage
from .notices import Notices
from .press_names import PressNames
from .store_threads import StoreThreads

log = logging.getLogger(__name__)
EVICT_EVERY = 200
"""After how many messages the pipeline looks at the byte budget again."""
P = ParamSpec("P")
T = TypeVar("T")


@dataclass
class Pipeline:
    """Takes in the messages of all sources. Built once, by the app."""

    config: Config
    store: Store
    reader: Reader
    hub: Hub
    judging: JudgeProcess
    on_failure: OnFailure | None = None

    def __post_init__(self) -> None:
        self.disk = DiskRefusals(self.config)
        self._threads = StoreThreads(self.disk)
        self._messages = MessageQueue()
        self.notices = Notices(self.hub, self.reader, self._threads)
        self._lessons = FailureLessons(
            self.config, self.store, self.reader, self._threads, self.notices, self.on_failure
        )
        self._press_names = PressNames(
            self.store, self.reader, self._threads, self.judging, self.notices
        )
        self._to_judge = JudgeQueue(
            config=self.config,
            store=self.store,
            reader=self.reader,
            threads=self._threads,
            judging=self.judging,
            lessons=self._lessons,
            notices=self.notices,
            press_names=self._press_names,
        )
        self._since_evict = 0

    # --- storing

    async def write(self, act: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Does something with the store in its one thread."""
        return await self._threads.write(act, *args, **kwargs)

    async def read(self, act: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Asks the reader something, off the event loop. Raises DatabaseGone where the database is
        no longer the one that is open: each reader opens it anew.
        """

        def checked() -> T:
            self.store.file.check()
            return act(*args, **kwargs)

        return await self._threads.read(checked)

    async def accept(self, item: Item, done: OnProcessed, size: int = 0) -> None:
        """Queues a message of `size` bytes; waits while the queue is full. `done` is called once it
        is durable.
        """
        await self._messages.put(QueuedMessage(item, done, size))

    async def accept_and_wait(self, item: Item) -> Rejected | None:
        """The same for a caller that sends one message."""
        stored: asyncio.Future[Rejected | None] = asyncio.get_running_loop().create_future()

        def on_done(_: int, refusal: Rejected | None) -> None:
            if not stored.done():  # who asked may have left
                stored.set_result(refusal)

        await self.accept(item, on_done)
        return await stored

    async def run_writer(self) -> None:
        """Takes whatever waits in one transaction, then acknowledges it."""
        while True:
            batch = await self._messages.take()
            refusals = await self._take(batch)
            await self._messages.give_back(batch)
            for message, refusal in zip(batch, refusals, strict=True):
                session, number, content = message.item
                message.done(number, refusal)
                if refusal is None and content is not None:
                    await self._follow_up_guarded(session, content)
            await self._keep_budget(len(batch))

    async def _take(self, batch: Sequence[QueuedMessage]) -> list[Rejected | None]:
        """Why each was refused; None where it is stored."""
        try:
            return await self.write(self.store.take, [message.item for message in batch])
        except (DatabaseGone, DiskRefused) as error:
            why = Rejected(str(error), retry=True)
        except Exception as error:  # noqa: BLE001  the guard around every connection's writes
            why = Rejected(f"the store refused: {type(error).__name__}: {error}", retry=True)
        log.error("%d messages refused: %s", len(batch), why.reason)
        return [why] * len(batch)

    async def _keep_budget(self, messages: int) -> None:
        self._since_evict += messages
        if self._since_evict >= EVICT_EVERY:
            self._since_evict = 0
            try:
                gone = await self.write(self.store.evict)
            except (sqlite3.OperationalError, OSError) as error:
                log.error("nothing evicted: %s", error)
                return
            if gone:
                log.info("budget reached: %d runs evicted", len(gone))
                self.hub.publish(wire.RunsGone(runs=gone))

    async def _follow_up_guarded(self, session: str, message: wire.Sequenced) -> None:
        """What follows from a stored message; where it fails, the next ones are stored still."""
        try:
            await self._follow_up(session, message)
        except Exception as error:  # noqa: BLE001  the guard around what a source sent
            log.error("a stored message was not followed up: %s", type_and_stack(error))

    async def _follow_up(self, session: str, message: wire.Sequenced) -> None:
        match message:
            case wire.StepSeen(step=step):
                self._to_judge.add(step.run)
                await self.show(step.run, step.index)
            case wire.EffectsSeen(run=run, step=number):
                self._to_judge.add_grown(run)
                await self.show(run, number)
            case wire.RunEnd(run=run):
                self._to_judge.add(run)
                await self.show(run)
            case wire.RunBegin(run=run):
                await self.show(run)
            case wire.RunTask(run=run):
                await self._task_changed(run)
            case wire.OracleResult(oracle=oracle):
                await self.show(oracle.run)
            case wire.SessionEnd():
                for left in await self.read(self.reader.open_runs):
                    if left.run.session == session:
                        await self.presume_ended(left.run.id, "session-gone")

    async def purge(self, runs: Sequence[str] | None) -> tuple[tuple[str, ...], int]:
        """Deletes runs (None: all), between what sources send; (runs gone, bytes freed)."""
        sessions = await self._waiting_sources(runs)
        parts = self.store.purge_in_parts(runs)
        gone: list[str] = []
        freed = 0
        try:
            while part := await self.write(next, parts, None):
                gone += part[0]
                freed += part[1]
        finally:
            self.hub.publish(wire.RunsGone(runs=tuple(gone)))
            for run in sessions.keys() & set(gone):
                self.notices.push(sessions[run], wire.RunsGone(runs=(run,)))
        return tuple(gone), freed

    async def _waiting_sources(self, runs: Sequence[str] | None) -> dict[str, str]:
        """The sessions of sources that may wait for a verdict or a lesson, by run, among these
        (None: all).
        """
        waiting = await self.read(self.reader.unjudged) + await self.read(self.reader.lessons_owed)
        among = waiting if runs is None else set(runs).intersection(waiting)
        found = [await self.read(self.reader.summary, run) for run in among]
        return {one.run.id: one.run.session for one in found if one}

    # --- judging

    @property
    def queued(self) -> int:
        """Runs that wait for the judge."""
        return self._to_judge.queued

    @property
    def lag_ms(self) -> int:
        """How long the oldest of them has waited."""
        return self._to_judge.lag_ms

    async def run_judge(self) -> None:
        """Judges what waits, for as long as the daemon lives."""
        await self._to_judge.run()

    async def run_lessons(self) -> None:
        """Makes the lessons of failures, beside the judge, for as long as the daemon lives."""
        await self._lessons.run()

    async def add_verdicts(self, verdicts: Sequence[Verdict]) -> None:
        """Appends what another judge, which has read the screens, says of stored steps and runs."""
        for run in dict.fromkeys(one.run for one in verdicts if isinstance(one, RunVerdict)):
            await self._press_names.keep_of(run)
        await self.write(self.store.add_verdicts, verdicts)
        for run, step in dict.fromkeys((one.run, getattr(one, "step", None)) for one in verdicts):
            await self.show(run, step)

    async def lesson(self, run: str) -> Reflection | None:
        """The lesson of a run that somebody retries, whatever its verdict; made where it has none.

        Raises LookupError where the run is unknown, ValueError where none can be made.
        """
        return await self._lessons.asked_for(run)

    # --- what else happens to a run

    async def show(self, run: str, step: int | None = None) -> None:
        """Sends viewers a run's newest state, and one of its steps."""
        await self.notices.show(run, step)

    async def presume_ended(self, run: str, by: EndedBy, reason: str = "") -> None:
        """Ends a run on the daemon's own account, unless it has ended.

        Raises sqlite3.OperationalError and OSError where the disk refuses: `idle_runs` does it
        later.
        """
        await self.write(self.store.presume_ended, run, by, reason)
        self._to_judge.add(run)
        await self.show(run)

    async def change_task(self, run: str, task: str) -> None:
        """The task as a person gives it. Raises ValueError where the run is unknown."""
        await self.write(self.store.change_task, run, task)
        await self._task_changed(run)

    async def _task_changed(self, run: str) -> None:
        """The verdicts on the run so far were about another task."""
        self._to_judge.add_changed(run)
        await self.show(run)

    def close(self) -> None:
        """Lets the threads end."""
        self._threads.close()
