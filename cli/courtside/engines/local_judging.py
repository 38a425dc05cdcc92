"""Spreads judging over processes of this machine, each with the judge in it. Stores nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from courtside.rejudging.judging_pass import Take
from courtside_judge.pending import Pending
from courtside_judge.process.client import JudgeProcess
from courtside_judge.process.judge_messages import Ready
from courtside_judge.process.stored_run import judge_stored_run
from courtside_store.config import Config
from courtside_store.records import Record, Verdict


class LocalJudging(Record, frozen=True, kw_only=True):
    """Judges in as many processes as there are workers; each run is one worker's."""

    workers: int = 1

    def judge(self, config: Config, pending: Iterator[Pending], take: Take) -> None:
        """Verdicts come step by step: what is there when it is interrupted is kept."""
        try:
            asyncio.run(self._judge(config, pending, take))
        except ExceptionGroup as group:
            raise group.exceptions[0] from None

    async def _judge(self, config: Config, pending: Iterator[Pending], take: Take) -> None:
        turn = asyncio.Lock()  # the runs are read, and the verdicts kept, by one at a time

        async def keep(verdict: Verdict) -> None:
            async with turn:
                await asyncio.to_thread(take, verdict)

        async def work() -> None:
            async with JudgeProcess(config).open() as process:
                while True:
                    async with turn:
                        run = await asyncio.to_thread(next, pending, None)
                    if run is None:
                        return
                    await judge_stored_run(process, run, keep)

        async with asyncio.TaskGroup() as group:
            for _ in range(self.workers):
                group.create_task(work())


def ask_who_judges(config: Config) -> Ready:
    """How the configuration's judge introduces itself, in a process of its own."""

    async def ask() -> Ready:
        async with JudgeProcess(config).open() as process:
            return await process.introduction()

    return asyncio.run(ask())
