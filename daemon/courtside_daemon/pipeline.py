"""The path of one step: store, acknowledge, show, judge, show again. Nothing else orders these."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import ParamSpec, TypeVar

from msgspec import structs

from courtside_judge.claims import effective_verdict
from courtside_judge.pending import case_of, ended_case, ending_of
from courtside_judge.process.client import History, JudgeProcess
from courtside_judge.process.safe_judge import cannot_judge
from courtside_judge.protocol import Case, Ending
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.database import Item, Rejected, Store
from courtside_store.reading import Reader
from courtside_store.records import (
    EndedBy,
    Reflection,
    RunVerdict,
    Step,
    StepVerdict,
    now_ms,
)
from courtside_store.summaries import RunSummary, ToJudge
from courtside_store.thresholds import load_thresholds

from .hub import Hub
from .lessons import Lessons, OnFailure
from .supervisor import where

log = logging.getLogger(__name__)

Done = Callable[[int, Rejected | None], None]
"""Called with the sequence number, and the refusal where there was one. Must not block."""
Push = Callable[[wire.StepJudged | wire.RunJudged | wire.RunsGone], None]

READERS = 4
"""Threads that read, each with a connection: a long question does not hold up a short one."""
MAX_WAITING = 256
MAX_WAITING_BYTES = 32 * 1024 * 1024
MAX_BATCH = 64
STEPS_A_TURN = 16
EVICT_EVERY = 200
MAX_LATER = 256
DISK_AGAIN_S = 1.0
LESSON_TRIES = 3
P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class _Waiting:
    item: Item
    done: Done
    size: int = 0


@dataclass(frozen=True)
class _Later:
    """A step whose reasons are still to be asked for; without a step: a run to be forgotten."""

    run: str
    step: int | None
    revision: int = 0


@dataclass
class Pipeline:
    """Where every source's messages meet. Built once, by the app."""

    config: Config
    store: Store
    reader: Reader
    hub: Hub
    judging: JudgeProcess
    on_failure: OnFailure | None = None
    pushes: dict[str, Push] = field(default_factory=dict)
    """How to reach the connected sources, by session."""

    def __post_init__(self) -> None:
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._reading = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._queue: asyncio.Queue[_Waiting] = asyncio.Queue(MAX_WAITING)
        self._room = asyncio.Condition()
        self._waiting_bytes = 0
        self._to_judge: dict[str, None] = {}
        self._wake = asyncio.Event()
        self._waiting_since: dict[str, int] = {}
        self._later: deque[_Later] = deque(maxlen=MAX_LATER)
        self._lessons = Lessons.of(self.config, self.on_failure) if self.on_failure else None
        self._since_evict = 0
        self._grown: set[str] = set()
        """Runs with effects that the judge's process has not seen."""

    # --- storing

    async def write(self, act: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Does something with the store in its one thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._writer, partial(act, *args, **kwargs))

    async def _write_at_last(self, act: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """For what the daemon writes of itself, and nobody sends again: waits for a full disk."""
        while True:
            try:
                return await self.write(act, *args, **kwargs)
            except (sqlite3.OperationalError, OSError) as error:
                log.error("the disk refused: %s; trying again", error)
                await asyncio.sleep(DISK_AGAIN_S)

    async def read(self, act: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Asks the reader something, off the event loop."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reading, partial(act, *args, **kwargs))

    async def accept(self, item: Item, done: Done, size: int = 0) -> None:
        """Queues a message of `size` bytes; waits while the queue is full. `done` is called once it
        is durable.
        """
        async with self._room:
            await self._room.wait_for(lambda: self._waiting_bytes < MAX_WAITING_BYTES)
            self._waiting_bytes += size
        try:
            await self._queue.put(_Waiting(item, done, size))
        except asyncio.CancelledError:  # its connection ended
            self._waiting_bytes -= size
            raise

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
            batch = [await self._queue.get()]
            while len(batch) < MAX_BATCH and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            refusals = await self._take(batch)
            async with self._room:
                self._waiting_bytes -= sum(waiting.size for waiting in batch)
                self._room.notify_all()
            for waiting, refusal in zip(batch, refusals, strict=True):
                waiting.done(waiting.item[1], refusal)
                if refusal is None and waiting.item[2] is not None:
                    await self._follow_up_guarded(waiting.item[0], waiting.item[2])
            await self._keep_budget(len(batch))

    async def _take(self, batch: list[_Waiting]) -> list[Rejected | None]:
        try:
            return await self.write(self.store.take, [waiting.item for waiting in batch])
        except OSError as error:
            why = Rejected(f"the disk refused to write: {error}; free some space", retry=True)
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
            log.error("a stored message was not followed up: %s", where(error))

    async def purge(self, runs: Sequence[str] | None) -> tuple[tuple[str, ...], int]:
        """Deletes runs (None: all), between what sources send; (runs gone, bytes freed)."""
        owed = await self._owed(runs)
        parts = self.store.purge_in_parts(runs)
        gone: list[str] = []
        freed = 0
        try:
            while part := await self.write(next, parts, None):
                gone += part[0]
                freed += part[1]
        finally:
            self.hub.publish(wire.RunsGone(runs=tuple(gone)))
            for run in owed.keys() & set(gone):
                self._push(owed[run], wire.RunsGone(runs=(run,)))
        return tuple(gone), freed

    async def _owed(self, runs: Sequence[str] | None) -> dict[str, str]:
        """Those of the runs (None: all) whose source may wait for a verdict; its session."""
        waiting = await self.read(self.reader.unjudged)
        among = waiting if runs is None else set(runs).intersection(waiting)
        found = [await self.read(self.reader.summary, run) for run in among]
        return {one.run.id: one.run.session for one in found if one}

    async def _follow_up(self, session: str, message: wire.Sequenced) -> None:
        match message:
            case wire.StepSeen(step=step):
                self._judge_later(step.run)
                await self.show(step.run, step.index)
            case wire.EffectsSeen(run=run, step=number):
                self._grown.add(run)
                self._judge_later(run)
                await self.show(run, number)
            case wire.RunEnd(run=run):
                self._judge_later(run)
                await self.show(run)
            case wire.RunBegin(run=run):
                await self.show(run)
            case wire.RunTask(run=run):
                await self._task_changed(run)
            case wire.OracleSaid(oracle=oracle):
                await self.show(oracle.run)
            case wire.SessionEnd():
                for left in await self.read(self.reader.open_runs):
                    if left.run.session == session:
                        await self.suppose_end(left.run.id, "session-gone")

    # --- showing

    async def show(self, run: str, step: int | None = None) -> None:
        """Sends viewers a run's newest state, and one of its steps."""
        if not self.hub.watched:
            return
        if step is not None and (cell := await self.read(self.reader.step_summary, run, step)):
            self.hub.publish(wire.StepChanged(summary=cell))
        if summary := await self.read(self.reader.summary, run):
            self.hub.publish(wire.RunChanged(summary=summary))

    def _push(
        self, session: str, message: wire.StepJudged | wire.RunJudged | wire.RunsGone
    ) -> None:
        if push := self.pushes.get(session):
            push(message)

    # --- judging

    @property
    def queued(self) -> int:
        """Runs that wait for the judge."""
        return len(self._to_judge)

    @property
    def lag_ms(self) -> int:
        """How long the oldest of them has waited."""
        return now_ms() - min(self._waiting_since.values(), default=now_ms())

    def _judge_later(self, run: str) -> None:
        self._to_judge[run] = None
        self._waiting_since.setdefault(run, now_ms())
        self._wake.set()

    async def run_judge(self) -> None:
        """Judges what waits, some steps of a run at a time, the runs in turn."""
        for run in await self.read(self.reader.unjudged):
            self._judge_later(run)
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._to_judge or self._later:
                if not self._to_judge:
                    await self._explain(self._later.popleft())
                    continue
                run = next(iter(self._to_judge))
                del self._to_judge[run]
                await self._judge_guarded(run)

    async def _judge_guarded(self, run: str) -> None:
        """A run that cannot be looked at keeps no other from being judged."""
        try:
            await self._judge(run)
        except Exception as error:  # noqa: BLE001  the guard around a judge
            log.error("a run could not be judged: %s", where(error))
            self._waiting_since.pop(run, None)

    async def _guarded(self, pending: ToJudge, step: int | None, judging: Awaitable[bool]) -> bool:
        """Whatever judging one step, or the run, raises leaves one verdict that says so."""
        try:
            return await judging
        except Exception as error:  # noqa: BLE001  the guard around a judge
            log.error("a verdict could not be given: %s", where(error))
            await self._cannot_judge(pending, step, error)
            return True

    async def _cannot_judge(self, pending: ToJudge, step: int | None, error: Exception) -> None:
        run = pending.summary.run
        kind = "" if isinstance(error, ValueError | OSError) else f"{type(error).__name__}: "
        verdict = cannot_judge(self.config.judge, run.id, step, f"{kind}{error}")
        verdict = structs.replace(verdict, revision=run.revision)
        await self._write_at_last(self.store.add_verdicts, [verdict])
        await self.show(run.id, step)
        self._push(run.session, judged_message(verdict, pending.seq))

    async def _judge(self, run: str) -> None:
        pending = await self.read(self.reader.to_judge, run)
        if pending is None:
            self._waiting_since.pop(run, None)
            return
        waiting = () if self.judging.outcomes_only else pending.steps
        for number in waiting[:STEPS_A_TURN]:
            step = self._judge_step(pending.summary, number)
            if not await self._guarded(pending, number, step):
                self._judge_later(run)
                return
        if len(waiting) > STEPS_A_TURN:
            self._judge_later(run)
            return
        if run not in self._to_judge:
            self._waiting_since.pop(run, None)
        waits = pending.summary.run.ended_at_ms is not None and pending.summary.status is None
        if waits and not await self._guarded(pending, None, self._judge_end(pending)):
            self._judge_later(run)  # it has changed, and the verdict counts no more
        if pending.lesson:
            await self._guarded(pending, None, self._send_verdict_late(pending))
        await self.show(run)

    async def _judge_step(self, summary: RunSummary, number: int) -> bool:
        """False where the run is to be looked at again: its task has changed meanwhile, so that the
        verdict counts no more, or the judge judges outcomes only.
        """
        run = summary.run
        step = await self.read(self.reader.whole_step, run.id, number)
        if step is None:
            return True
        verdict = await self.judging.step(case_of(summary), step, self._history(run.id, number - 1))
        if verdict is None:
            return False
        verdict = structs.replace(verdict, revision=run.revision)
        if not all(await self._write_at_last(self.store.add_verdicts, [verdict])):
            return False
        await self.show(run.id, number)
        self._push(run.session, wire.StepJudged(verdict=verdict))
        if verdict.prompt:
            self._later.append(_Later(run.id, number, run.revision))
        return True

    async def _explain(self, later: _Later) -> None:
        """Reasons come when no step waits for its label."""
        if later.step is None:
            await self.judging.forget(later.run)
        elif verdict := await self.judging.explain(later.run, later.step):
            verdict = structs.replace(verdict, revision=later.revision)
            await self._write_at_last(self.store.add_verdicts, [verdict])
            await self.show(later.run, later.step)

    async def _judge_end(self, pending: ToJudge) -> bool:
        """False where the run has changed meanwhile."""
        case, run = case_of(pending.summary), pending.summary.run
        if self.judging.outcomes_only or run.id in self._grown:  # it has not been shown all of it
            self._grown.discard(run.id)
            await self.judging.forget(run.id)
        ending = ending_of(run)
        verdict = await self._counted(
            await self.judging.end(case, ending, self._history(run.id, 1 << 60)), ending
        )
        verdict = structs.replace(verdict, revision=run.revision)
        self._later.append(_Later(run.id, None))
        teach = self._lessons is not None
        if not all(await self._write_at_last(self.store.add_verdicts, [verdict], teach)):
            return False
        await self._send_verdict(pending, verdict)
        return True

    async def _send_verdict_late(self, pending: ToJudge) -> bool:
        """The daemon ended between a failure's verdict and its lesson."""
        if verdict := await self.read(self.reader.run_verdict, pending.summary.run.id):
            await self._send_verdict(pending, verdict)
        return True

    async def _send_verdict(self, pending: ToJudge, verdict: RunVerdict) -> None:
        """Sends the source the verdict, with the lesson where there is one."""
        reflection = await self._reflect(ended_case(pending.summary), verdict)
        judged = wire.RunJudged(verdict=verdict, reflection=reflection, seq=pending.seq)
        self._push(pending.summary.run.session, judged)

    async def _counted(self, verdict: RunVerdict, ending: Ending) -> RunVerdict:
        """By thresholds that may have been calibrated since the last run."""
        try:
            thresholds = await asyncio.to_thread(load_thresholds, self.config)
        except (ValueError, OSError) as error:
            log.error("thresholds are not applied: %s", error)
            thresholds = None
        return effective_verdict(verdict, ending, self.config.max_false_success, thresholds)

    def _history(self, run: str, last: int) -> History:
        async def history() -> AsyncIterator[Step]:
            first = 1
            while first <= last and (
                steps := await self.read(self._steps, run, first, min(last, first + 63))
            ):
                for step in steps:
                    yield step
                first += 64

        return history

    def _steps(self, run: str, first: int, last: int) -> list[Step]:
        return list(self.reader.steps(run, first, last))

    async def _reflect(self, case: Case, verdict: RunVerdict) -> Reflection | None:
        """The lesson where the run failed, kept once. One that cannot be made leaves a verdict that
        says so; the one that it was to explain stays in force.
        """
        if self._lessons is None or verdict.label != "failure" or verdict.status != "ok":
            return None
        about = case.run, verdict.revision
        tries = await self._write_at_last(self.store.begin_lesson, *about)
        if tries is None:
            return None
        try:
            made = await self._make_lesson(case, verdict, tries)
        except Exception as error:  # noqa: BLE001  the guard around a judge
            log.error("run %s: no lesson was made", case.run)
            failed = cannot_judge(self.config.judge, case.run, None, str(error))
            failed = structs.replace(failed, revision=verdict.revision)
            await self._write_at_last(self.store.settle_lesson, *about, failed)
            return None
        kept = await self._write_at_last(self.store.settle_lesson, *about, made)
        return made if kept else None

    async def _make_lesson(self, case: Case, verdict: RunVerdict, tries: int) -> Reflection | None:
        """Raises where it cannot be made, or the daemon has ended too often meanwhile."""
        assert self._lessons
        if tries >= LESSON_TRIES:
            raise ValueError(
                "the lesson of its failure could not be made: "
                f"the daemon ended {tries} times while it was"
            )
        return await self._lesson_of(self._lessons, case, verdict, is_asked_for=False)

    async def _lesson_of(
        self, lessons: Lessons, case: Case, verdict: RunVerdict, is_asked_for: bool
    ) -> Reflection | None:
        steps = await self.read(self._steps, case.run, 1, 1 << 60)
        step_verdicts = list((await self.read(self.reader.verdicts, case.run)).values())
        made = await lessons.make(case, steps, step_verdicts, verdict, is_asked_for)
        return made and structs.replace(made, revision=verdict.revision)  # as it is kept

    async def lesson(self, run: str) -> Reflection | None:
        """The lesson of a run that somebody retries, whatever its verdict; made where it has none.

        Raises LookupError where the run is unknown, ValueError where none can be made.
        """
        detail = await self.read(self.reader.run, run)
        if detail is None:
            raise LookupError(f"there is no run {run}; it may have been deleted")
        if detail.reflection is not None:
            return detail.reflection
        verdict = detail.verdict
        if self._lessons is None or verdict is None or verdict.status != "ok":
            raise ValueError(f"run {run} has no verdict to learn from; `courtside show {run}`")
        case = ended_case(detail.summary)
        made = await self._lesson_of(self._lessons, case, verdict, is_asked_for=True)
        kept = made is not None and await self.write(self.store.add_lesson, made)
        return made if kept else None

    # --- what else happens to a run

    async def suppose_end(self, run: str, by: EndedBy) -> None:
        """Ends a run on the daemon's own account, unless it has ended.

        Raises sqlite3.OperationalError and OSError where the disk refuses: `idle_runs` does it
        later.
        """
        await self.write(self.store.suppose_end, run, by)
        self._judge_later(run)
        await self.show(run)

    async def change_task(self, run: str, task: str) -> None:
        """The task as a person gives it. Raises ValueError where the run is unknown."""
        await self.write(self.store.change_task, run, task)
        await self._task_changed(run)

    async def _task_changed(self, run: str) -> None:
        """The verdicts on the run so far were about another task."""
        self._later = deque((one for one in self._later if one.run != run), MAX_LATER)
        self._judge_later(run)
        await self.show(run)

    def close(self) -> None:
        """Lets the threads end."""
        self._writer.shutdown()
        self._reading.shutdown()


def judged_message(verdict: StepVerdict | RunVerdict, seq: int) -> wire.StepJudged | wire.RunJudged:
    """What a source gets of a verdict."""
    if isinstance(verdict, StepVerdict):
        return wire.StepJudged(verdict=verdict)
    return wire.RunJudged(verdict=verdict, seq=seq)
