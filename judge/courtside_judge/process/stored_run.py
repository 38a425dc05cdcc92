"""The order in which a judge is asked about a run that has ended. Knows no judge and no store."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator

from msgspec.structs import replace

from courtside_judge.pending import Pending, VerdictTarget
from courtside_judge.protocol import Case, Ending
from courtside_store.records import Step, StepVerdict, Verdict

from .client import JudgeProcess
from .judge_messages import Drop, JudgeEnd, JudgeRequest, JudgeStep, Recall, Start

KeepVerdict = Callable[[Verdict], Awaitable[None]]


def requests_for(
    case: Case,
    steps: Iterable[Step],
    ending: Ending,
    wanted: frozenset[VerdictTarget] | None = None,
) -> Iterator[JudgeRequest]:
    """From the first step to the end. `wanted`: what gets a verdict; None: everything."""
    yield Start(case=case)
    for step in steps:
        is_wanted = wanted is None or step.index in wanted
        yield JudgeStep(step=step) if is_wanted else Recall(step=step)
    if wanted is None or None in wanted:
        yield JudgeEnd(run=case.run, ending=ending)
    yield Drop(run=case.run)


async def judge_stored_run(process: JudgeProcess, pending: Pending, keep: KeepVerdict) -> None:
    """Every verdict that is wanted, in order, from the judge's process. The judge is shown what it
    need not judge.
    """
    case = pending.case
    for request in requests_for(case, pending.steps, pending.ending, pending.wanted):
        match request:
            case Recall(step=step):
                await process.recall(step)
            case JudgeStep(step=step):
                if verdict := await _judge_step(process, pending, step):
                    await keep(verdict)
            case JudgeEnd(ending=ending):
                await keep(await process.end(case, ending, _history(pending, 1 << 60)))
    await process.forget(case.run)


async def _judge_step(process: JudgeProcess, pending: Pending, step: Step) -> StepVerdict | None:
    """The label and its reasons are one verdict here: nobody waits for the label."""
    verdict = await process.step(pending.case, step, _history(pending, step.index))
    if verdict is None or verdict.status != "ok":
        return verdict
    explained = await process.explain(pending.case.run, step.index)
    return replace(explained, took_ms=verdict.took_ms) if explained else verdict


def _history(pending: Pending, before: int) -> Callable[[], AsyncIterator[Step]]:
    async def history() -> AsyncIterator[Step]:
        for step in pending.steps:
            if step.index < before:
                yield step

    return history
