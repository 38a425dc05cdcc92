"""Names in the list of steps, and for the search, what presses on read pictures hit.

A step is stored before its picture is read. Reads no picture itself: knows what the judge's process
read of it. A name is decoration: one that cannot be kept is logged, and costs nobody anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from courtside_judge.perception.read_before import actions_read, press_name_errors_logged
from courtside_judge.process.client import JudgeProcess
from courtside_store.database import Store
from courtside_store.reading import Reader
from courtside_store.records import Step

from .notices import Notices
from .store_threads import StoreThreads


@dataclass
class PressNames:
    """Keeps the names of what presses hit, once the screens of their steps were read."""

    store: Store
    reader: Reader
    threads: StoreThreads
    judging: JudgeProcess
    notices: Notices

    async def keep(self, steps: Sequence[Step]) -> None:
        """Of steps of one run, whose screens were read or need no reading."""
        if not self.judging.ocr:
            return
        read = partial(self.judging.as_read, blobs=self.store.blobs)
        with press_name_errors_logged():
            if words := await self.threads.read(actions_read, steps, read):
                run = steps[0].run
                await self.threads.write_with_retries(self.store.name_actions, run, words)
                for number in words:
                    await self.notices.show(run, number)

    async def keep_of(self, run: str) -> None:
        """Of all steps of a run."""
        if self.judging.ocr:
            with press_name_errors_logged():
                await self.keep(await self.threads.read(lambda: list(self.reader.steps(run))))
