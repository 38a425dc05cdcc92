"""Spreads judging over processes of this machine, each with the judge in it. Stores nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

from msgspec.structs import replace

from courtside.rejudging import Take
from courtside_daemon.judging import Judging
from courtside_judge.pending import Due
from courtside_store.config import Config
from courtside_store.records import JudgeStamp, Record, Step, StepVerdict, Verdict

Keep = Callable[[Verdict], Awaitable[None]]


class LocalEngine(Record, frozen=True, kw_only=True):
    """As many judges as there are workers; a run is one worker's."""

    workers: int = 1

    def judge(self, config: Config, dues: Iterator[Due], take: Take) -> None:
        """Verdicts come step by step: what is there when it is broken off is kept."""
        try:
            asyncio.run(self._judge(config, dues, take))
        except ExceptionGroup as group:
            raise group.exceptions[0] from None

    async def _judge(self, config: Config, dues: Iterator[Due], take: Take) -> None:
        turn = asyncio.Lock()  # the runs are read, and the verdicts kept, by one at a time

        async def keep(verdict: Verdict) -> None:
            async with turn:
                await asyncio.to_thread(take, verdict)

        async def work() -> None:
            async with Judging(config).open() as judging:
                while True:
                    async with turn:
                        due = await asyncio.to_thread(next, dues, None)
                    if due is None:
                        return
                    await judge_due(judging, due, keep)

        async with asyncio.TaskGroup() as group:
            for _ in range(self.workers):
                group.create_task(work())


async def judge_due(judging: Judging, due: Due, keep: Keep) -> None:
    """Every verdict that is wanted, in order. The judge is shown what it need not judge."""
    run, seated = due.case.run, False
    for step in due.steps:
        if step.index not in due.wanted:
            if seated:  # it has to see this one too: it begins anew, with everything before
                await judging.forget(run)
                seated = False
            continue
        if verdict := await _judge_step(judging, due, step):
            await keep(verdict)
        seated = True
    if None in due.wanted:
        await keep(await judging.end(due.case, due.ending, _history(due, 1 << 60)))
    await judging.forget(run)


async def _judge_step(judging: Judging, due: Due, step: Step) -> StepVerdict | None:
    """The word and its reasons are one verdict here: nobody waits for the word."""
    verdict = await judging.step(due.case, step, _history(due, step.index))
    if verdict is None or verdict.status != "ok":
        return verdict
    reasoned = await judging.explain(due.case.run, step.index)
    return replace(reasoned, took_ms=verdict.took_ms) if reasoned else verdict


def _history(due: Due, before: int) -> Callable[[], AsyncIterator[Step]]:
    async def history() -> AsyncIterator[Step]:
        for step in due.steps:
            if step.index < before:
                yield step

    return history


def ask_stamp(config: Config, due: Due) -> JudgeStamp:
    """Who the configuration's judge is: it says so with a verdict, here one that nobody keeps.

    Raises RuntimeError with what the judge says instead.
    """

    async def ask() -> Verdict:
        async with Judging(config).open() as judging:
            said = await judging.step(due.case, due.steps[0], _history(due, 1))
            return said or await judging.end(due.case, due.ending, _history(due, 1))

    said = asyncio.run(ask())
    if said.status == "error":
        raise RuntimeError(said.explanation)
    return said.judge
