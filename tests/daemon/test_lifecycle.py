"""A run's verdict is about the run as it is: late finishes, late steps and new tasks ask again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from builders import RUN, SESSION, a_screen, a_step, an_action, an_element
from waiting import until

from courtside_bridges.client.control_api import call
from courtside_bridges.client.link import Link
from courtside_daemon import idle_runs
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.reading import Reader
from courtside_store.records import EndedBy, RunVerdict, Session, now_ms
from courtside_store.summaries import RunHistory

WAIT_S = 30


@asynccontextmanager
async def a_link(config: Config) -> AsyncIterator[Link]:
    """The client's own connection, with a run begun on it."""
    link = Link(config, Session(id=SESSION, source="client", started_at_ms=now_ms()))
    link.send(lambda seq: wire.RunBegin(seq=seq, run=RUN, at_ms=now_ms(), task='Press "Save".'))
    try:
        yield link
    finally:
        await asyncio.to_thread(link.close)


def add_step(link: Link, index: int, name: str = "Save") -> None:
    before, after = (
        a_screen(an_element(text=name), an_element(2, f"page {n}")) for n in (index, index + 1)
    )
    step = a_step(index, an_action(name=name), before=before, after=after)
    link.send(lambda seq: wire.StepSeen(seq=seq, step=step))


def end(link: Link, by: EndedBy = "finish", answer: str = "") -> None:
    link.send(lambda seq: wire.RunEnd(seq=seq, run=RUN, at_ms=now_ms(), ended_by=by, answer=answer))


async def judged(link: Link) -> wire.RunJudged:
    found = await asyncio.to_thread(link.wait_judged, RUN, WAIT_S)
    assert found is not None
    return found


async def run_once(config: Config, is_so: Callable[[RunHistory], object]) -> RunHistory:
    """The run once that holds of it."""
    with Reader(config) as reader:
        history = await until(
            lambda: history if (history := reader.run(RUN)) and is_so(history) else None, WAIT_S
        )
    assert history
    return history


class Idleness:
    """Ends a run for idleness when it is told to, not after a time that a slow source may take."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._clock_s = 0.0
        self._look_s = 0.0
        """How far the clock goes from one look at the runs to the next."""
        monkeypatch.setattr(idle_runs, "steady_s", self._steady_s)
        monkeypatch.setattr(idle_runs, "LOOK_EVERY_S", 0.02)

    def _steady_s(self) -> float:
        self._clock_s += self._look_s
        return self._clock_s

    async def verdict(self, config: Config, steps: int) -> RunVerdict:
        """The one on the run once it was idle after so many steps."""
        await run_once(config, lambda one: one.summary.steps == steps)
        self._look_s = config.idle_s * 2
        verdict = (await run_once(config, lambda one: one.verdict)).verdict
        self._look_s = 0.0
        assert verdict
        return verdict


@pytest.fixture
def idleness(monkeypatch: pytest.MonkeyPatch) -> Idleness:
    """When a run is idle."""
    return Idleness(monkeypatch)


async def test_a_finish_after_an_idle_end_gets_the_verdict_on_the_finish(
    idleness: Idleness, config: Config, daemon: Running
) -> None:
    async with a_link(config) as link:
        add_step(link, 1)
        first = await idleness.verdict(config, 1)
        end(link, answer="42")
        second = (await judged(link)).verdict
        assert second.revision > first.revision
        history = await run_once(config, lambda one: one.verdict)
        run = history.summary.run
        assert (run.ended_by, run.answer, run.revision) == ("finish", "42", second.revision)
        assert [verdict.revision for verdict in history.verdicts] == [
            first.revision,
            second.revision,
        ]


async def test_a_step_after_an_idle_end_opens_the_run_again(
    idleness: Idleness, config: Config, daemon: Running
) -> None:
    async with a_link(config) as link:
        add_step(link, 1)
        await idleness.verdict(config, 1)
        add_step(link, 2)
        await idleness.verdict(config, 2)
        again = await run_once(config, lambda one: one.verdict)
        assert again.summary.run.ended_by == "idle" and len(again.verdicts) == 2


@pytest.mark.parametrize("ahead_s", [86_400, -3_600])
async def test_a_clock_that_is_set_in_mid_run_neither_ends_it_nor_keeps_it_open(
    config: Config, daemon: Running, monkeypatch: pytest.MonkeyPatch, ahead_s: int
) -> None:
    looks: list[float] = []
    steady_s = idle_runs.steady_s

    def noted() -> float:
        looks.append(steady_s())
        return looks[-1]

    monkeypatch.setattr(idle_runs, "LOOK_EVERY_S", 0.02)
    monkeypatch.setattr(idle_runs, "steady_s", noted)
    async with a_link(config) as link:
        add_step(link, 1)
        await run_once(config, lambda one: one.summary.steps == 1)
        await until(lambda: len(looks) > 2)
        monkeypatch.setattr(idle_runs, "now_ms", lambda: now_ms() + 1_000 * ahead_s)
        until_look = len(looks) + 3
        await until(lambda: len(looks) > until_look)
        assert (await run_once(config, lambda one: one)).summary.run.ended_by is None
        monkeypatch.setattr(idle_runs, "steady_s", lambda: steady_s() + config.idle_s + 1)
        history = await run_once(config, lambda one: one.summary.run.ended_by)
        assert history.summary.run.ended_by == "idle"


async def test_a_step_after_the_finish_is_kept_and_the_end_judged_again(
    config: Config, daemon: Running
) -> None:
    async with a_link(config) as link:
        add_step(link, 1)
        end(link, answer="42")
        first = (await judged(link)).verdict
        add_step(link, 2)
        history = await run_once(config, lambda one: one.verdict and one.summary.steps == 2)
        assert history.verdict is not None and history.verdict.revision == first.revision + 1
        run = history.summary.run
        assert (run.ended_by, run.answer) == ("finish", "42") and history.summary.pending == 0


async def test_another_task_is_judged_again_step_by_step(config: Config, daemon: Running) -> None:
    async with a_link(config) as link:
        add_step(link, 1)
        end(link)
        await judged(link)
        link.send(lambda seq: wire.RunTask(seq=seq, run=RUN, task='Press "Delete".'))
        history = await run_once(config, lambda one: one.verdict and one.summary.run.task_revision)
        assert history.summary.pending == 0 and history.verdict is not None
        assert any("Delete" in one.text for one in history.verdict.evidence)
        with Reader(config) as reader:
            step = reader.step(RUN, 1)
        assert step is not None
        before, again = step.verdicts
        assert before.evidence != again.evidence
        assert again.revision == history.summary.run.task_revision == 3


async def test_a_person_says_the_task_of_a_live_run_and_its_steps_are_judged_by_it(
    config: Config, daemon: Running
) -> None:
    async with a_link(config) as link:
        add_step(link, 1)
        await run_once(config, lambda one: one.summary.steps and not one.summary.pending)
        changed = await asyncio.to_thread(
            call, config, daemon, "POST", f"/v1/runs/{RUN}/task", {"task": 'Press "Delete".'}
        )
        assert changed["run"]["task"] == 'Press "Delete".'
        again = await run_once(config, lambda one: not one.summary.pending)
        assert again.summary.run.task_revision == 2 and again.summary.run.ended_by is None
        end(link)
        assert (await judged(link)).verdict.label == "failure"


@pytest.mark.parametrize(
    ("run", "task", "why"),
    [(RUN, " ", "task is empty"), ("run_" + "9" * 20, "Print it", "no run run_9")],
)
async def test_a_task_that_cannot_be_is_refused_in_one_line(
    config: Config, daemon: Running, run: str, task: str, why: str
) -> None:
    with pytest.raises(OSError, match=why):
        await asyncio.to_thread(
            call, config, daemon, "POST", f"/v1/runs/{run}/task", {"task": task}
        )


@pytest.mark.parametrize("by", ["finish", "agent-crashed", "tab-closed", "stop"])
async def test_a_run_without_a_step_is_unknown_and_teaches_nothing(
    config: Config, daemon: Running, by: EndedBy
) -> None:
    async with a_link(config) as link:
        end(link, by, answer="42")
        found = await judged(link)
        assert (found.verdict.label, found.verdict.status) == ("unknown", "ok")
        assert "nothing was observed" in found.verdict.explanation and found.reflection is None
        history = await run_once(config, lambda one: one.verdict)
        assert history.reflection is None and history.summary.verdict == "unknown"


async def test_an_agent_that_crashed_on_the_way_is_no_success(
    config: Config, daemon: Running
) -> None:
    async with a_link(config) as link:
        link.send(lambda seq: wire.RunTask(seq=seq, run=RUN, task="Look around in the shop"))
        add_step(link, 1, "Shop")
        end(link, "agent-crashed")
        found = await judged(link)
        assert found.verdict.label == "unknown"
        lesson = found.reflection
        assert lesson is None or "nothing shows that it was wrong" in lesson.text
