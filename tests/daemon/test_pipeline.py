"""Stored, acknowledged, judged: the pipeline alone, on a real store and a fake judge."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest
from builders import RUN, SESSION, a_run_verdict, a_step, a_step_verdict
from waiting import until

from courtside_daemon.hub import Hub
from courtside_daemon.message_queue import MAX_WAITING_BYTES
from courtside_daemon.pipeline import Pipeline
from courtside_judge.protocol import Case, Ending
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.database import Item, Rejected, Store
from courtside_store.reading import Reader
from courtside_store.records import RunVerdict, Session, Step, StepVerdict

BEGIN = wire.RunBegin(seq=1, run=RUN, at_ms=1, task='Press "Save".')


class FakeJudge:
    """Says the same of everything, and notes what it was asked."""

    outcomes_only = False
    ocr = ""
    judge = "evidence"

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.fails_on = 0

    async def step(self, case: Case, step: Step, history: Any) -> StepVerdict | None:
        self.asked.append(f"step {step.index}")
        if step.index == self.fails_on:
            raise RuntimeError("the model is down")
        return a_step_verdict(step.index, case.run)

    async def end(self, case: Case, ending: Ending, history: Any) -> RunVerdict:
        self.asked.append(f"end after {[step.index async for step in history()]}")
        return a_run_verdict(case.run, label="failure")

    async def explain(self, run: str, step: int) -> StepVerdict | None:
        return None

    async def forget(self, run: str) -> None:
        self.asked.append("forget")


class UnreadableNotes(FakeJudge):
    """What it read of pictures cannot be read back."""

    ocr = "tesseract"

    def as_read(self, *_: object, **__: object) -> Step:
        raise OSError("the note cannot be read")


@contextmanager
def a_pipeline(config: Config, judge: FakeJudge) -> Iterator[Pipeline]:
    with Store.open(config) as store, Reader(config) as reader:
        session = Session(id=SESSION, source="client", name="t", started_at_ms=1)
        store.begin_session(session, "me")
        made = Pipeline(config, store, reader, Hub(), judge)  # type: ignore[arg-type]
        try:
            yield made
        finally:
            made.close()


@asynccontextmanager
async def at_work(*acts: Any) -> AsyncIterator[None]:
    """Runs them for as long as the block lasts."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(act()) for act in acts]
        yield
        for task in tasks:
            task.cancel()


async def test_a_message_is_in_the_file_before_its_sender_is_told(config: Config) -> None:
    found: list[bool] = []
    with a_pipeline(config, FakeJudge()) as pipeline:

        def done(_: int, refusal: Rejected | None) -> None:
            with Reader(config) as other:
                found.append(refusal is None and other.summary(RUN) is not None)

        async with at_work(pipeline.run_writer):
            await pipeline.accept((SESSION, 1, BEGIN), done)
            await until(lambda: found)
    assert found == [True]


async def test_what_is_refused_is_refused_alone_and_in_order(config: Config) -> None:
    items: list[Item] = [
        (SESSION, 1, BEGIN),
        (SESSION, 2, wire.StepSeen(seq=2, step=a_step(7))),
        (SESSION, 3, wire.StepSeen(seq=3, step=a_step(1))),
    ]
    replies: dict[int, Rejected | None] = {}
    with a_pipeline(config, FakeJudge()) as pipeline:
        for item in items:
            await pipeline.accept(item, replies.__setitem__)
        async with at_work(pipeline.run_writer):
            await until(lambda: len(replies) == 3)
        assert replies[1] is None and replies[3] is None
        refusal = replies[2]
        assert refusal is not None and "step" in refusal.reason and not refusal.retry
        assert list(replies) == [1, 2, 3]


async def test_a_full_queue_makes_its_senders_wait(
    config: Config,
) -> None:
    with a_pipeline(config, FakeJudge()) as pipeline:
        stored: list[int] = []
        await pipeline.accept(
            (SESSION, 1, BEGIN), lambda seq, _: stored.append(seq), MAX_WAITING_BYTES
        )
        async with asyncio.TaskGroup() as group:
            late = group.create_task(
                pipeline.accept((SESSION, 2, None), lambda seq, _: stored.append(seq), 1)
            )
            await asyncio.sleep(0)
            assert not late.done()
            async with at_work(pipeline.run_writer):
                await until(lambda: stored == [1, 2])


async def test_steps_are_judged_once_in_order_and_the_run_after_them(config: Config) -> None:
    judge = FakeJudge()
    with a_pipeline(config, judge) as pipeline:
        async with at_work(pipeline.run_writer, pipeline.run_judge):
            await pipeline.accept_and_wait((SESSION, 1, BEGIN))
            for n in (1, 2):
                step = wire.StepSeen(seq=n + 1, step=a_step(n))
                await pipeline.accept_and_wait((SESSION, n + 1, step))
            end = wire.RunEnd(seq=4, run=RUN, at_ms=9, answer="done")
            await pipeline.accept_and_wait((SESSION, 4, end))
            await until(lambda: "forget" in judge.asked)
        assert judge.asked == ["step 1", "step 2", "end after [1, 2]", "forget"]
        summary = pipeline.reader.summary(RUN)
        assert summary is not None and summary.verdict == "failure"
        assert pipeline.queued == 0


@pytest.mark.parametrize("ahead_s", [86_400, -3_600])
def test_the_judge_is_behind_by_as_much_as_before_where_the_clock_is_set(
    config: Config, monkeypatch: pytest.MonkeyPatch, ahead_s: int
) -> None:
    wall_ns = time.time_ns
    with a_pipeline(config, FakeJudge()) as pipeline:
        assert pipeline.lag_ms == 0  # nothing waits
        pipeline._to_judge.add(RUN)
        monkeypatch.setattr(time, "time_ns", lambda: wall_ns() + ahead_s * 1_000_000_000)
        assert 0 <= pipeline.lag_ms < 10_000


async def test_a_judge_that_raises_leaves_a_verdict_that_says_so_and_the_next_is_judged(
    config: Config,
) -> None:
    judge = FakeJudge()
    judge.fails_on = 1
    with a_pipeline(config, judge) as pipeline:
        async with at_work(pipeline.run_writer, pipeline.run_judge):
            await pipeline.accept_and_wait((SESSION, 1, BEGIN))
            for n in (1, 2):
                step = wire.StepSeen(seq=n + 1, step=a_step(n))
                await pipeline.accept_and_wait((SESSION, n + 1, step))
            await until(lambda: len(pipeline.reader.verdicts(RUN)) == 2)
        verdicts = pipeline.reader.verdicts(RUN)
    assert verdicts[1].status == "error" and "the model is down" in verdicts[1].explanation
    assert verdicts[2].status == "ok"


async def test_a_source_hears_its_verdicts_and_nobody_else_s(config: Config) -> None:
    pushed: list[str] = []
    with a_pipeline(config, FakeJudge()) as pipeline:
        pipeline.notices.attach(SESSION, lambda message: pushed.append(type(message).__name__))
        pipeline.notices.attach("ses_" + "1" * 20, lambda message: pytest.fail("not its run"))
        async with at_work(pipeline.run_writer, pipeline.run_judge):
            await pipeline.accept_and_wait((SESSION, 1, BEGIN))
            await pipeline.accept_and_wait((SESSION, 2, wire.StepSeen(seq=2, step=a_step(1))))
            await pipeline.accept_and_wait((SESSION, 3, wire.RunEnd(seq=3, run=RUN, at_ms=9)))
            await until(lambda: len(pushed) == 2)
    assert pushed == ["StepJudged", "RunJudged"]


async def test_a_source_that_waits_for_a_lesson_hears_that_its_run_is_deleted(
    config: Config,
) -> None:
    pushed: list[str] = []
    with a_pipeline(config, FakeJudge()) as pipeline:
        pipeline.notices.attach(SESSION, lambda message: pushed.append(type(message).__name__))
        end = wire.RunEnd(seq=2, run=RUN, at_ms=9)
        pipeline.store.take([(SESSION, 1, BEGIN), (SESSION, 2, end)])
        pipeline.store.add_verdicts([a_run_verdict(label="failure")], teach=True)
        assert pipeline.reader.unjudged() == []
        await pipeline.purge([RUN])
    assert pushed == ["RunsGone"]


async def test_a_name_of_a_press_that_cannot_be_read_costs_no_verdict(
    config: Config, caplog: pytest.LogCaptureFixture
) -> None:
    with a_pipeline(config, UnreadableNotes()) as pipeline:
        async with at_work(pipeline.run_writer, pipeline.run_judge):
            await pipeline.accept_and_wait((SESSION, 1, BEGIN))
            await pipeline.accept_and_wait((SESSION, 2, wire.StepSeen(seq=2, step=a_step(1))))
            await until(lambda: pipeline.reader.verdicts(RUN))
        assert pipeline.reader.verdicts(RUN)[1].status == "ok"
        await pipeline.add_verdicts([a_run_verdict()])
        counts = pipeline.reader.run_verdict(RUN)
    assert counts is not None and counts.status == "ok"
    assert caplog.text.count("the names of presses could not be kept") == 2
