"""Has the lesson of each failed run made and stored, once. Knows no judge's queue."""

from __future__ import annotations

import asyncio
import logging

from msgspec import structs

from courtside_judge.pending import ended_case
from courtside_judge.perception.read_before import read_before
from courtside_judge.process.guard import error_verdict
from courtside_judge.protocol import Case
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.lifecycle import owes_lesson
from courtside_store.reading import Reader
from courtside_store.records import Reflection, RunVerdict, Step

from .lesson_runner import LessonNotMadeError, LessonRunner, OnFailure
from .store_threads import StoreThreads

log = logging.getLogger(__name__)
LESSON_TRIES = 3
"""How often a lesson is begun; a daemon that ended meanwhile begins it again."""


class FailureLessons:
    """Has a lesson made for each failed run. Without an `on_failure` no lesson is made."""

    def __init__(
        self,
        config: Config,
        store: Store,
        reader: Reader,
        threads: StoreThreads,
        on_failure: OnFailure | None,
    ) -> None:
        self._store = store
        self._reader = reader
        self._threads = threads
        self._config = config
        self._lessons = LessonRunner.of(config, on_failure) if on_failure else None
        self._making = asyncio.Lock()
        """One lesson is made at a time: who asks for another, or for that one, waits for it."""

    @property
    def are_made(self) -> bool:
        """Whether a failed run gets a lesson."""
        return self._lessons is not None

    async def after(self, case: Case, verdict: RunVerdict) -> Reflection | None:
        """The lesson where the run failed, kept once. One that cannot be made leaves a verdict that
        says so; the one that it was to explain still counts.
        """
        if self._lessons is None or not owes_lesson(verdict):
            return None
        async with self._making:
            return await self._after(self._lessons, case, verdict)

    async def _after(
        self, lessons: LessonRunner, case: Case, verdict: RunVerdict
    ) -> Reflection | None:
        about = case.run, verdict.revision
        tries = await self._threads.write_with_retries(self._store.begin_lesson, *about)
        if tries is None:
            return None
        try:
            made = await self._make(lessons, case, verdict, tries)
        except Exception as error:  # noqa: BLE001  the guard around a judge
            log.error("run %s: no lesson was made", case.run)
            known = isinstance(error, LessonNotMadeError)
            why = str(error if known else LessonNotMadeError(error))
            failed = error_verdict(verdict.judge.name, case.run, None, why)
            failed = structs.replace(failed, revision=verdict.revision)
            await self._threads.write_with_retries(self._store.settle_lesson, *about, failed)
            return None
        kept = await self._threads.write_with_retries(self._store.settle_lesson, *about, made)
        return made if kept else None

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
        made = await lessons.make(case, steps, step_verdicts, verdict, is_asked_for)
        return made and structs.replace(made, revision=verdict.revision)  # as it is kept

    def _steps(self, run: str) -> list[Step]:
        """As the judge saw them."""
        return list(map(read_before(self._config), self._reader.steps(run)))
