"""Has the lesson of each failed run made and stored, once, while others are judged.

Knows no judge's queue: the lessons that are owed are rows in the store.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter

from msgspec import structs

from courtside_judge.pending import ended_case
from courtside_judge.perception.read_before import read_before
from courtside_judge.process.guard import error_verdict
from courtside_judge.protocol import Case
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.error_stacks import type_and_stack
from courtside_store.lifecycle import owes_lesson
from courtside_store.reading import Reader
from courtside_store.records import Reflection, RunVerdict, Step, Verdict

from .lesson_runner import LessonNotMadeError, LessonRunner, OnFailure
from .notices import Notices
from .store_threads import StoreThreads

log = logging.getLogger(__name__)
LESSON_TRIES = 3
"""How often a lesson is begun; a daemon that ended meanwhile begins it again."""
LOOK_AGAIN_S = (1.0, 5.0, 30.0)
"""After which pauses an owed run that could not be looked at is looked at again."""


class FailureLessons:
    """Has a lesson made for each failed run. Without an `on_failure` no lesson is made."""

    def __init__(
        self,
        config: Config,
        store: Store,
        reader: Reader,
        threads: StoreThreads,
        notices: Notices,
        on_failure: OnFailure | None,
    ) -> None:
        self._store = store
        self._reader = reader
        self._threads = threads
        self._notices = notices
        self._config = config
        self._lessons = LessonRunner.of(config, on_failure) if on_failure else None
        self._making = asyncio.Lock()
        """One lesson is made at a time: who asks for another, or for that one, waits for it."""
        self._wake = asyncio.Event()
        self._unreadable: Counter[str] = Counter()
        """How often a run that is owed a lesson could not be looked at."""

    @property
    def are_made(self) -> bool:
        """Whether a failed run gets a lesson."""
        return self._lessons is not None

    def wake(self) -> None:
        """A lesson is owed that was not before."""
        self._wake.set()

    async def run(self) -> None:
        """Makes the lessons that are owed, for as long as the daemon lives."""
        self._wake.set()  # what an earlier daemon, or an error, has left
        while True:
            await self._wake.wait()
            self._wake.clear()
            if self._lessons is None:
                continue
            for run in await self._threads.read(self._reader.lessons_owed):
                async with self._making:
                    await self._lessons.until_free()  # one that was given up spoils no other
                    await self._make_guarded(self._lessons, run)

    async def _make_guarded(self, lessons: LessonRunner, run: str) -> None:
        """A run that cannot be looked at keeps no other from its lesson, and is looked at later."""
        try:
            await self._make_owed(lessons, run)
        except Exception as error:  # noqa: BLE001  the guard around a judge
            log.error("the lesson of a run could not be made: %s", type_and_stack(error))
            if self._unreadable[run] < len(LOOK_AGAIN_S):
                pause_s = LOOK_AGAIN_S[self._unreadable[run]]
                asyncio.get_running_loop().call_later(pause_s, self.wake)
                self._unreadable[run] += 1
        else:
            self._unreadable.pop(run, None)

    async def _make_owed(self, lessons: LessonRunner, run: str) -> Reflection | None:
        """Has the lesson made, where one is owed still, and sends it to the run's source. One that
        cannot be made leaves a verdict that says so; the one that it was to explain still counts.
        Where another verdict counts meanwhile that owes none, the source gets that one alone.
        """
        waiting = await self._threads.read(self._reader.to_judge, run)
        verdict = await self._threads.read(self._reader.run_verdict, run)
        if waiting is None or verdict is None:
            return None
        about = run, verdict.revision
        tries = await self._threads.write_with_retries(self._store.begin_lesson, *about)
        if tries is None:
            return None
        made: Reflection | None = None
        failed: Verdict | None = None
        try:
            if owes_lesson(verdict):
                made = await self._make(lessons, ended_case(waiting.summary), verdict, tries)
        except Exception as error:  # noqa: BLE001  the guard around a judge
            log.error("run %s: no lesson was made", run)
            failed = _not_made(verdict, error)
        settle = self._store.settle_lesson
        if not await self._threads.write_with_retries(settle, *about, made or failed):
            return None  # the run has changed, and is judged anew
        judged = wire.RunJudged(verdict=verdict, reflection=made, seq=waiting.seq)
        self._notices.push(waiting.summary.run.session, judged)
        await self._notices.show(run)
        return made

    async def asked_for(self, run: str) -> Reflection | None:
        """The lesson of a run that somebody retries, whatever its verdict; made where it has none.

        Raises LookupError where the run is unknown, ValueError where none can be made.
        """
        async with self._making:
            return await self._asked_for(run)

    async def _asked_for(self, run: str) -> Reflection | None:
        history = await self._threads.read(self._reader.run, run)
        if history is None:
            raise LookupError(f"there is no run {run}; it may have been deleted")
        if history.reflection is not None:
            return history.reflection
        if self._lessons is not None and (made := await self._make_owed(self._lessons, run)):
            return made  # its turn had not come yet
        verdict = history.verdict
        if self._lessons is None or verdict is None or verdict.status != "ok":
            raise ValueError(f"run {run} has no verdict to learn from; `courtside show {run}`")
        case = ended_case(history.summary)
        made = await self._lesson_of(self._lessons, case, verdict, is_asked_for=True)
        kept = made is not None and await self._threads.write(self._store.add_lesson, made)
        return made if kept else None

    async def _make(
        self, lessons: LessonRunner, case: Case, verdict: RunVerdict, tries: int
    ) -> Reflection | None:
        """Raises where it cannot be made, or the daemon has ended too often meanwhile."""
        if tries >= LESSON_TRIES:
            raise LessonNotMadeError(f"the daemon ended {tries} times while it was")
        return await self._lesson_of(lessons, case, verdict, is_asked_for=False)

    async def _lesson_of(
        self, lessons: LessonRunner, case: Case, verdict: RunVerdict, is_asked_for: bool
    ) -> Reflection | None:
        steps = await self._threads.read(self._steps, case.run)
        step_verdicts = list((await self._threads.read(self._reader.verdicts, case.run)).values())
        known = await self._threads.write(self._store.secrets_of, case.run)
        made = await lessons.make(case, steps, step_verdicts, verdict, is_asked_for, known)
        return made and structs.replace(made, revision=verdict.revision)  # as it is kept

    def _steps(self, run: str) -> list[Step]:
        """As the judge saw them."""
        return list(map(read_before(self._config), self._reader.steps(run)))


def _not_made(verdict: RunVerdict, error: Exception) -> Verdict:
    """The note beside a failure whose lesson could not be made."""
    why = str(error if isinstance(error, LessonNotMadeError) else LessonNotMadeError(error))
    failed = error_verdict(verdict.judge.name, verdict.run, None, why)
    return structs.replace(failed, revision=verdict.revision)
