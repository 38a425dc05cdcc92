"""The lesson of a failure is asked for after its verdict is kept, and can spoil nothing."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from builders import RUN, SESSION, a_run_verdict, a_step
from msgspec.structs import replace
from waiting import until

from courtside_bridges.client.control_api import call
from courtside_bridges.client.link import Link
from courtside_daemon.app import running
from courtside_daemon.lesson_runner import LessonRunner
from courtside_judge.protocol import Case
from courtside_refine.lessons.reflection import reflect
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.reading import Reader
from courtside_store.records import (
    Reflection,
    RunVerdict,
    Session,
    Step,
    new_id,
    now_ms,
)
from courtside_store.summaries import RunHistory

CASE = Case(run=RUN, task='Press "Cancel".')
FAILURE = a_run_verdict(label="failure")


def a_lesson(**more: Any) -> Reflection:
    return Reflection(**{"run": RUN, "text": "look first", "at_ms": 1, **more})


@pytest.fixture
def stuck() -> Iterator[threading.Event]:
    """What a callable that hangs waits for."""
    event = threading.Event()
    yield event
    event.set()


def raises(*_: object) -> Reflection:
    raise ZeroDivisionError("no lesson")


@pytest.mark.parametrize(
    ("act", "why"),
    [
        (raises, "ZeroDivisionError: no lesson"),
        (lambda *_: "look first", "it is a str; expected a Reflection"),
        (lambda *_: a_lesson(run=new_id("run")), "it is about run_"),
        (lambda *_: a_lesson(text="x" * 9_000), "length <= 2000"),
        (lambda *_: a_lesson(text="\ud800"), "surrogates not allowed"),
        (lambda *_: a_lesson(step=0), ">= 1"),
    ],
)
async def test_what_is_no_lesson_is_refused_with_the_reason(
    act: Callable[..., Any], why: str
) -> None:
    with pytest.raises(ValueError, match="could not be made") as refused:
        await LessonRunner(act).make(CASE, [], [], FAILURE)
    assert why in str(refused.value)


async def test_a_lesson_hands_on_no_password_of_its_task() -> None:
    case = replace(CASE, task='log in with password "Zx9-Topsecret"')
    said = 'the end does not show "Zx9-Topsecret"'
    made = await LessonRunner(lambda *_: a_lesson(observed=said, text=said)).make(
        case, [], [], FAILURE
    )
    assert made and made.text == made.observed == 'the end does not show "***"'


@pytest.mark.parametrize("known", [(), ("Zx9-Topsecret",)])
async def test_a_lesson_that_is_cut_short_keeps_no_half_of_a_password(
    known: tuple[str, ...],
) -> None:
    def teach(case: Case, steps: Sequence[Step], _: object, why: RunVerdict, *more: bool) -> Any:
        thought = steps[0].thought
        return a_lesson(expected=case.task[:24], observed=why.explanation[:8], text=thought[:9])

    named = "What to enter" if known else "Use this password"
    case = replace(CASE, task=f'{named} "Zx9-Topsecret"')
    step = a_step(thought="type Zx9-Topsecret")
    why = a_run_verdict(label="failure", explanation="No, Zx9-Topsecret is wrong")
    made = await LessonRunner(teach).make(case, [step], [], why, known=known)
    assert made and "Zx9" not in wire.encode(made).decode()
    assert made.observed == "No, *** " and made.text == "type ***"


async def test_a_lesson_that_hangs_is_given_up_and_no_second_one_is_begun(
    stuck: threading.Event,
) -> None:
    def hang(*_: object) -> None:
        stuck.wait(60)

    lessons = LessonRunner(hang, timeout_s=0.05)
    with pytest.raises(ValueError, match=r"longer than 0\.05 s"):
        await lessons.make(CASE, [], [], FAILURE)
    with pytest.raises(ValueError, match="an earlier lesson is still being made"):
        await lessons.make(CASE, [], [], FAILURE)


async def test_who_waits_for_a_lesson_that_was_given_up_can_have_the_next_one(
    stuck: threading.Event,
) -> None:
    def slow(*_: object) -> Reflection:
        stuck.wait(60)
        return a_lesson()

    lessons = LessonRunner(slow, timeout_s=0.1)
    with pytest.raises(ValueError, match="longer than"):
        await lessons.make(CASE, [], [], FAILURE)
    await lessons.until_free()  # it hangs still: not for ever
    asyncio.get_running_loop().call_later(0.05, stuck.set)
    await lessons.until_free()
    assert await lessons.make(CASE, [], [], FAILURE) == a_lesson()


async def test_a_failure_teaches_and_nothing_else_does(config: Config) -> None:
    teaching = replace(config, phone_lessons=True)
    async with running(teaching, reflect):
        outcome = await asyncio.to_thread(a_failed_run, teaching)
    assert outcome.reflection is not None
    assert outcome.reflection.revision == outcome.verdict.revision


def fail(link: Link) -> None:
    link.send(lambda seq: wire.RunBegin(seq=seq, run=RUN, at_ms=now_ms(), task=CASE.task))
    link.send(lambda seq: wire.StepSeen(seq=seq, step=a_step()))
    link.send(lambda seq: wire.RunEnd(seq=seq, run=RUN, at_ms=now_ms()))


def a_failed_run(config: Config) -> wire.RunJudged:
    link = Link(config, Session(id=SESSION, source="client", started_at_ms=now_ms()))
    fail(link)
    judged = link.wait_judged(RUN, 30)
    link.close()
    assert judged is not None and judged.verdict.label == "failure"
    return judged


async def stopped_while_a_lesson_is_made(config: Config, stuck: threading.Event) -> None:
    """What a daemon leaves that ends then, as if it was killed."""
    asked = threading.Event()

    def hang(*_: object) -> None:
        asked.set()
        stuck.wait(60)

    link = Link(config, Session(id=SESSION, source="client", started_at_ms=now_ms()))
    async with running(config, hang):
        await asyncio.to_thread(fail, link)
        assert await asyncio.to_thread(asked.wait, 30)
    await asyncio.to_thread(link.hang_up)


async def restarted(config: Config, on_failure: Callable[..., Any]) -> RunHistory:
    """The run after a daemon has started again, and has done what was left."""
    async with running(config, on_failure):
        with Reader(config) as reader:
            await until(lambda: not reader.unjudged() + reader.lessons_owed())
            history = reader.run(RUN)
    assert history is not None
    return history


async def test_a_failed_run_gets_its_lesson_with_its_verdict_and_nothing_was_turned_on(
    config: Config,
) -> None:
    async with running(replace(config, phone_lessons=False), reflect):
        judged = await asyncio.to_thread(a_failed_run, config)
    assert judged.reflection is not None and judged.reflection.text


async def test_a_lesson_that_the_daemons_end_cut_off_is_made_once_when_it_starts_again(
    config: Config, stuck: threading.Event
) -> None:
    await stopped_while_a_lesson_is_made(config, stuck)
    made: list[Reflection] = []

    def teach(case: Case, *_: object) -> Reflection:
        made.append(a_lesson(at_ms=len(made) + 1))
        return made[-1]

    for _ in range(2):
        history = await restarted(config, teach)
        assert history.reflection == replace(a_lesson(), revision=history.summary.run.revision)
    assert len(made) == 1 and [one.status for one in history.verdicts] == ["ok"]


async def test_a_lesson_with_which_the_daemon_ends_again_and_again_is_recorded_as_failed(
    config: Config, stuck: threading.Event
) -> None:
    await stopped_while_a_lesson_is_made(config, stuck)
    with Store.open(config) as store, Reader(config) as reader:
        summary = reader.summary(RUN)
        assert summary is not None
        for _ in range(2):
            store.begin_lesson(RUN, summary.run.revision)
    for _ in range(2):
        history = await restarted(config, reflect)
        assert history.reflection is None and history.summary.verdict == "failure"
        assert [one.status for one in history.verdicts] == ["ok", "error"]
        assert "the daemon ended 3 times while it was" in history.verdicts[-1].explanation


async def test_a_lesson_that_hangs_holds_up_neither_the_verdict_nor_the_daemons_end(
    config: Config, stuck: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("courtside_daemon.lesson_runner.LESSON_S", 0.1)
    asked = threading.Event()

    def hang(*_: object) -> None:
        asked.set()
        stuck.wait(60)

    async with running(config, hang):
        judged = await asyncio.to_thread(a_failed_run, config)
    assert asked.is_set() and judged.reflection is None
    with Reader(config) as reader:
        history = reader.run(RUN)
        assert reader.lessons_owed() == []
    assert history is not None and history.verdict == judged.verdict
    failed = history.verdicts[-1]
    assert failed.status == "error" and "took longer than" in failed.explanation


async def test_who_asks_for_a_lesson_that_is_being_made_gets_that_one(
    config: Config, stuck: threading.Event
) -> None:
    made: list[Reflection] = []

    def teach(case: Case, *_: object) -> Reflection:
        made.append(a_lesson(at_ms=len(made) + 1))
        stuck.wait(60)
        return made[-1]

    link = Link(config, Session(id=SESSION, source="client", started_at_ms=now_ms()))
    async with running(config, teach) as (daemon, _), asyncio.TaskGroup() as group:
        await asyncio.to_thread(fail, link)
        await until(lambda: bool(made))
        path = f"/v1/runs/{RUN}/lesson"
        asking = group.create_task(asyncio.to_thread(call, config, daemon, "POST", path, {}))
        await asyncio.to_thread(call, config, daemon, "GET", "/v1/status")
        stuck.set()
        assert (await asking)["reflection"]["text"] == a_lesson().text
        await asyncio.to_thread(link.close)
    assert len(made) == 1
