"""What each event makes of a run: every row of the table in docs/reference/protocol.md."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import get_args

import msgspec
import pytest
from builders import RUN, SESSION, a_run_verdict, a_step_verdict
from hypothesis import given
from hypothesis import strategies as some

from courtside_store.lifecycle import (
    MAX_TASK_CHARS,
    PRESUMED,
    check_task,
    is_current,
    with_end,
    with_presumed_end,
    with_step,
    with_task,
)
from courtside_store.records import EndedBy, Run
from courtside_store.wire import RunEnd, RunTask, encode

ENDS: tuple[EndedBy, ...] = get_args(EndedBy)
TOLD = [by for by in ENDS if by not in PRESUMED]


def a_run(ended_by: EndedBy | None = None, revision: int = 3) -> Run:
    ended_at_ms = 5 if ended_by else None
    return Run(
        id=RUN,
        session=SESSION,
        task="Save it",
        started_at_ms=1,
        ended_at_ms=ended_at_ms,
        ended_by=ended_by,
        revision=revision,
    )


def an_end(by: EndedBy = "finish", answer: str = "42") -> RunEnd:
    return RunEnd(seq=1, run=RUN, at_ms=9, ended_by=by, answer=answer, claims_success=True)


@pytest.mark.parametrize("by", [one for one in ENDS if one != "finish"])
def test_the_agents_own_finish_replaces_any_other_end(by: EndedBy) -> None:
    run = with_end(a_run(by), an_end())
    assert (run.ended_by, run.answer, run.claims_success, run.ended_at_ms) == (
        "finish",
        "42",
        True,
        9,
    )
    assert run.revision == 4


@pytest.mark.parametrize("by", ENDS)
@pytest.mark.parametrize("presumed", sorted(PRESUMED))
def test_whatever_a_source_tells_replaces_a_presumed_end(presumed: EndedBy, by: EndedBy) -> None:
    assert with_end(a_run(presumed), an_end(by)).ended_by == by


@pytest.mark.parametrize("there", TOLD)
@pytest.mark.parametrize("by", [one for one in ENDS if one != "finish"])
def test_an_end_that_was_told_stands_against_all_but_a_finish(there: EndedBy, by: EndedBy) -> None:
    with pytest.raises(ValueError, match=rf"has ended \({there}\); begin a new one"):
        with_end(a_run(there), an_end(by))


def test_a_second_finish_is_refused() -> None:
    with pytest.raises(ValueError, match="has ended"):
        with_end(a_run("finish"), an_end(answer="43"))


@pytest.mark.parametrize("by", ENDS)
def test_the_daemons_own_end_replaces_none_but_that_of_an_agent_that_was_stopped(
    by: EndedBy,
) -> None:
    assert with_presumed_end(a_run(by), "idle", 9) == a_run(by)
    crashed = with_presumed_end(a_run(by), "agent-crashed", 9)
    replaced = by == "stop" or by in PRESUMED
    assert crashed.ended_by == ("agent-crashed" if replaced else by)
    ended = with_presumed_end(a_run(), "idle", 9)
    assert (ended.ended_by, ended.ended_at_ms, ended.revision) == ("idle", 9, 4)


def test_a_crash_that_the_agent_has_told_of_gets_its_reason_and_no_other_end_does() -> None:
    assert with_presumed_end(a_run("agent-crashed"), "agent-crashed", 9, "no page").end_reason
    assert with_presumed_end(a_run("finish"), "agent-crashed", 9, "no page") == a_run("finish")
    lost = with_presumed_end(a_run("idle"), "agent-crashed", 9, "no page")
    assert lost.end_reason == "no page" and with_end(a_run("idle"), an_end()).end_reason == ""


@pytest.mark.parametrize("by", ENDS)
def test_an_agent_s_own_word_of_its_crash_is_its_reason_and_that_of_no_other_end(
    by: EndedBy,
) -> None:
    why = "the agent failed: OSError: no answer from http://a.test/?token=s3cretvalue99\nhunter2"
    ended = with_end(a_run(), msgspec.structs.replace(an_end(by), reason=why))
    assert ("OSError" in ended.end_reason) == (by == "agent-crashed")
    assert "s3cret" not in ended.end_reason and "hunter2" not in ended.end_reason
    told = with_presumed_end(ended, "agent-crashed", 9, "it ended with status 1")
    assert by != "agent-crashed" or told == ended


@pytest.mark.parametrize("by", ENDS)
def test_a_late_step_takes_back_a_presumed_end_and_no_other(by: EndedBy) -> None:
    late = with_step(a_run(by))
    assert late.ended_by == (None if by in PRESUMED else by) and late.revision == 4
    assert (late.ended_at_ms is None) == (by in PRESUMED)


def test_another_task_is_a_new_revision_and_the_same_one_is_none() -> None:
    assert with_task(a_run(), "Save it") == a_run()
    changed = with_task(a_run(), "Print it")
    assert (changed.task, changed.revision, changed.task_revision) == ("Print it", 4, 4)


@pytest.mark.parametrize(
    ("task", "why"),
    [
        ("", "the task is empty"),
        (" \n", "the task is empty"),
        ("x" * (MAX_TASK_CHARS + 1), "the task has 20001 characters; at most 20000"),
        ("Print \udcff", "half a character"),
    ],
)
def test_a_task_that_no_judge_could_be_asked_about_is_none(task: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        check_task(task)


def test_the_longest_task_can_be_sent_and_read() -> None:
    task = "x" * MAX_TASK_CHARS
    check_task(task)
    message = RunTask(seq=1, run=RUN, task=task)
    assert msgspec.json.decode(encode(message), type=RunTask) == message


def test_a_verdict_on_a_run_counts_for_one_revision_alone() -> None:
    verdict = a_run_verdict(revision=3)
    assert is_current(verdict, a_run()) and not is_current(verdict, with_step(a_run()))


def test_a_verdict_on_a_step_outlives_later_steps_but_not_another_task() -> None:
    verdict = a_step_verdict(revision=3)
    assert is_current(verdict, with_end(with_step(a_run()), an_end()))
    assert not is_current(verdict, with_task(a_run(), "Print it"))


EVENTS: dict[str, Callable[[Run], Run]] = {
    "step": with_step,
    "task": lambda run: with_task(run, f"Task {run.revision}"),
    **{f"ended by {by}": partial(with_end, end=an_end(by)) for by in ENDS},
    **{f"presumed {by}": partial(with_presumed_end, by=by, at_ms=7) for by in PRESUMED},
}


@given(some.lists(some.sampled_from(sorted(EVENTS))))
def test_in_any_order_no_finish_is_lost_and_every_change_is_a_new_revision(
    names: list[str],
) -> None:
    run, finished = a_run(revision=0), False
    for name in names:
        before = run
        try:
            run = EVENTS[name](run)
        except ValueError:
            assert before.ended_by is not None
        assert run.revision == before.revision + (run != before)
        finished = finished or name == "ended by finish"
        assert (run.ended_by == "finish") == finished
        assert (run.ended_by is None) == (run.ended_at_ms is None)
        assert run.answer == "42" or not finished
