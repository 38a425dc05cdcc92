"""Keeps the judge's process going and asks it one thing at a time. Knows no SQL and no judge."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import BinaryIO, Literal

from courtside_judge.perception.readers import choose
from courtside_judge.protocol import Case, Ending
from courtside_judge.wall import failed
from courtside_judge.work import (
    MAX_BYTES,
    Answer,
    Drop,
    Explain,
    JudgeEnd,
    JudgeStep,
    Order,
    Recall,
    Sit,
    Spending,
    frame,
    read_message,
)
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.records import RunVerdict, Step, StepVerdict

log = logging.getLogger(__name__)
MAX_SITTINGS = 64
MAX_LOG_BYTES = 1_000_000
State = Literal["ready", "busy", "restarting", "off"]
History = Callable[[], AsyncIterator[Step]]
"""The steps of a run that are judged already, for a judge that begins anew."""


class Judging:
    """The judge's process. Only one thing is asked at a time."""

    def __init__(self, config: Config) -> None:
        """Raises ValueError where the configuration names a reader that is not installed."""
        self._config = config
        self._reader = choose(config.ocr)
        self._process: Process | None = None
        self._sittings: OrderedDict[str, None] = OrderedDict()
        self.state: State = "ready"
        self.trouble = ""
        """Why the last verdict asked for was none; empty where it was one."""
        self.spending = Spending()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Judging]:
        """Ends the process on the way out."""
        try:
            yield self
        finally:
            await self._stop()
            self.state = "off"

    @property
    def pid(self) -> int | None:
        """The judge's process, where it runs."""
        return self._process.pid if self._process else None

    @property
    def use(self) -> wire.ModelUse | None:
        """What asking models has cost; None while none was asked."""
        return _use(self.spending)

    async def step(self, case: Case, step: Step, history: History) -> StepVerdict:
        """The verdict on a step; with status error where the judge crashed or took too long."""
        verdict = await self._ask(case, JudgeStep(step=step), history)
        assert isinstance(verdict, StepVerdict)
        return verdict

    async def end(self, case: Case, ending: Ending, history: History) -> RunVerdict:
        """The verdict on a run. `forget` ends the sitting."""
        verdict = await self._ask(case, JudgeEnd(run=case.run, ending=ending), history)
        assert isinstance(verdict, RunVerdict)
        return verdict

    async def explain(self, run: str, step: int) -> StepVerdict | None:
        """A step's verdict with its reasons; None where there are no more than were given."""
        if run not in self._sittings:
            return None
        self.state = "busy"
        try:
            async with asyncio.timeout(self._config.judge_timeout_s):
                answer = await self._exchange(Explain(run=run, step=step))
            return answer if isinstance(answer, StepVerdict) else None
        except (OSError, EOFError) as error:  # TimeoutError is an OSError
            log.warning("judge %s: no reasons (%s)", self._config.judge, type(error).__name__)
            await self._stop()
            return None
        finally:
            self.state = "ready"
