"""Judges the runs that wait, some steps of each in turn; writes reasons when nothing waits."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass

from msgspec import structs

from courtside_judge.claims import effective_verdict
from courtside_judge.pending import case_of, ending_of
from courtside_judge.process.client import EarlierSteps, JudgeProcess
from courtside_judge.process.guard import cannot_judge
from courtside_judge.protocol import Ending
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.error_stacks import type_and_stack
from courtside_store.lifecycle import owes_lesson
from courtside_store.reading import Reader
from courtside_store.records import RunVerdict, Step, StepVerdict
from courtside_store.summaries import RunSummary, ToJudge
from courtside_store.thresholds import load_thresholds

from .failure_lessons import FailureLessons
from .notices import Notices
from .press_names import PressNames
from .store_threads import StoreThreads

log = logging.getLogger(__name__)
STEPS_A_TURN = 16
MAX_IDLE_WORK = 256


@dataclass(frozen=True)
class _IdleWork:
    """Work for when no step waits: the reasons of a step, or, without a step, a run to forget."""

    run: str
    step: int | None
    revision: int = 0


@dataclass
class JudgeQueue:
    """The runs that wait for the judge, and what becomes of its verdicts."""

    config: Config
    store: Store
    reader: Reader
    threads: StoreThreads
    judging: JudgeProcess
    lessons: FailureLessons
    notices: Notices
    press_names: PressNames

    def __post_init__(self) -> None:
        self._to_judge: dict[str, None] = {}
        self._waiting_since: dict[str, float] = {}
        self._idle_work: deque[_IdleWork] = deque(maxlen=MAX_IDLE_WORK)
        self._wake = asyncio.Event()
        self._grown: set[str] = set()
        """Runs with effects that the judge's process has not seen."""

    @property
    def queued(self) -> int:
        """Runs that wait for the judge."""
        return len(self._to_judge)

    @property
    def lag_ms(self) -> int:
        """How long the oldest of them has waited."""
        since = self._waiting_since.values()
        return round(1000 * (time.monotonic() - min(since))) if since else 0

    def add(self, run: str) -> None:
        """A run has something that is not judged yet."""
        self._to_judge[run] = None
        self._waiting_since.setdefault(run, time.monotonic())
        self._wake.set()

    def add_grown(self, run: str) -> None:
        """A run has more effects of a step that may have been judged without them."""
        self._grown.add(run)
        self.add(run)

    def add_changed(self, run: str) -> None:
        """A run has another task: nobody needs the reasons of its earlier verdicts any more."""
        kept = (one for one in self._idle_work if one.run != run)
        self._idle_work = deque(kept, MAX_IDLE_WORK)
        self.add(run)

    async def run(self) -> None:
        """Judges what waits, some steps of a run at a time, the runs in turn."""
        for run in await self.threads.read(self.reader.unjudged):
            self.add(run)
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._to_judge or self._idle_work:
                if not self._to_judge:
                    await self._do_idle_work(self._idle_work.popleft())
                    continue
                run = next(iter(self._to_judge))
                del self._to_judge[run]
                await self._judge_guarded(run)

    async def _judge_guarded(self, run: str) -> None:
        """A run that cannot be looked at keeps no other from being judged."""
        try:
            await self._judge(run)
        except Exception as error:  # noqa: BLE001  the guard around a judge
            log.error("a run could not be judged: %s", type_and_stack(error))
            self._waiting_since.pop(run, None)

    async def _guarded(self, pending: ToJudge, step: int | None, judging: Awaitable[bool]) -> bool:
        """Whatever judging one step, or the run, raises leaves one verdict that says so."""
        try:
            return await judging
        except Exception as error:  # noqa: BLE001  the guard around a judge
            log.error("a verdict could not be given: %s", type_and_stack(error))
            await self._cannot_judge(pending, step, error)
            return True

    async def _cannot_judge(self, pending: ToJudge, step: int | None, error: Exception) -> None:
        run = pending.summary.run
        kind = "" if isinstance(error, ValueError | OSError) else f"{type(error).__name__}: "
        verdict = cannot_judge(self.judging.judge, run.id, step, f"{kind}{error}")
        verdict = structs.replace(verdict, revision=run.revision)
        await self.threads.write_with_retries(self.store.add_verdicts, [verdict])
        await self.notices.show(run.id, step)
        self.notices.push(run.session, judged_message(verdict, pending.seq))

    async def _judge(self, run: str) -> None:
        pending = await self.threads.read(self.reader.to_judge, run)
        if pending is None:
            self._waiting_since.pop(run, None)
            return
        if not await self._judge_steps(pending):
            self.add(run)
            return
        if run not in self._to_judge:
            self._waiting_since.pop(run, None)
        waits = pending.summary.run.ended_at_ms is not None and pending.summary.status is None
        if waits and not await self._guarded(pending, None, self._judge_end(pending)):
            self.add(run)  # it has changed, and the verdict does not count
        await self.notices.show(run)

    async def _judge_steps(self, pending: ToJudge) -> bool:
        """Some of those that wait; False where the run is to be looked at again."""
        waiting = () if self.judging.outcomes_only else pending.steps
        for number in waiting[:STEPS_A_TURN]:
            step = self._judge_step(pending.summary, number)
            if not await self._guarded(pending, number, step):
                return False
        return len(waiting) <= STEPS_A_TURN

    async def _judge_step(self, summary: RunSummary, number: int) -> bool:
        """False where the run is to be looked at again: its task has changed meanwhile, so that the
        verdict does not count, or the judge judges outcomes only.
        """
        run = summary.run
        step = await self.threads.read(self.reader.whole_step, run.id, number)
        if step is None:
            return True
        verdict = await self.judging.step(case_of(summary), step, self._history(run.id, number - 1))
        if verdict is None:
            return False
        await self.press_names.keep([step])
        verdict = structs.replace(verdict, revision=run.revision)
        if not all(await self.threads.write_with_retries(self.store.add_verdicts, [verdict])):
            return False
        await self.notices.show(run.id, number)
        self.notices.push(run.session, wire.StepJudged(verdict=verdict))
        if verdict.prompt:
            self._idle_work.append(_IdleWork(run.id, number, run.revision))
        return True

    async def _do_idle_work(self, work: _IdleWork) -> None:
        """Reasons come when no step waits for its label."""
        if work.step is None:
            await self.judging.forget(work.run)
        elif verdict := await self.judging.explain(work.run, work.step):
            verdict = structs.replace(verdict, revision=work.revision)
            await self.threads.write_with_retries(self.store.add_verdicts, [verdict])
            await self.notices.show(work.run, work.step)

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
        if self.judging.outcomes_only:  # it has read all screens only now
            await self.press_names.keep_of(run.id)
        verdict = structs.replace(verdict, revision=run.revision)
        self._idle_work.append(_IdleWork(run.id, None))
        teach = self.lessons.are_made
        if not all(
            await self.threads.write_with_retries(self.store.add_verdicts, [verdict], teach)
        ):
            return False
        lesson_follows = teach and owes_lesson(verdict)
        judged = wire.RunJudged(verdict=verdict, lesson_follows=lesson_follows, seq=pending.seq)
        self.notices.push(run.session, judged)
        if lesson_follows:
            self.lessons.wake()
        return True

    async def _counted(self, verdict: RunVerdict, ending: Ending) -> RunVerdict:
        """By thresholds that may have been calibrated since the last run."""
        try:
            thresholds = await asyncio.to_thread(load_thresholds, self.config)
        except ValueError as error:
            log.error("thresholds are not applied: %s", error)
            thresholds = None
        return effective_verdict(verdict, ending, self.config.max_false_success, thresholds)

    def _history(self, run: str, last: int) -> EarlierSteps:
        async def history() -> AsyncIterator[Step]:
            first = 1
            while first <= last and (
                steps := await self.threads.read(self._steps, run, first, min(last, first + 63))
            ):
                for step in steps:
                    yield step
                first += 64

        return history

    def _steps(self, run: str, first: int, last: int) -> list[Step]:
        return list(self.reader.steps(run, first, last))


def judged_message(verdict: StepVerdict | RunVerdict, seq: int) -> wire.StepJudged | wire.RunJudged:
    """The message that tells a source a verdict."""
    if isinstance(verdict, StepVerdict):
        return wire.StepJudged(verdict=verdict)
    return wire.RunJudged(verdict=verdict, seq=seq)
