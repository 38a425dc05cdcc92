"""Which tasks `courtside improve` gives to an actor that gives no answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from courtside.agent_training.improving import ImproveOptions, answerable, load_unseen
from courtside_refine.improving.environment import Reset
from courtside_refine.improving.training_loop import LoopPlan
from courtside_refine.proposing.proposal import (
    AllHold,
    HoldsValue,
    OpensPage,
    Proposal,
    SaysAnswer,
    TaskCheck,
    write_proposals,
)

URL = "http://shop.test/"
OPENS = OpensPage(url=URL, heading="Teas")
SAYS = SaysAnswer(answer="4 EUR", about="price of tea", url=URL)
HOLDS = HoldsValue(url=URL, field="City", value="Bern")


def a_task(name: str, check: TaskCheck | None) -> Proposal:
    return Proposal(web_name="shop", id=name, ques=name, web=URL, decided_by=check)


def test_questions_are_left_out_for_the_policy_actor_and_one_line_says_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    tasks = [
        a_task("page", OPENS),
        a_task("question", SAYS),
        a_task("two answers", AllHold(parts=(SAYS, SAYS))),
        a_task("two fields", AllHold(parts=(HOLDS, HOLDS))),
        a_task("a judge decides", None),
    ]
    kept = answerable(LoopPlan(url=URL, actor="policy"), tasks, "task")
    assert [one.id for one in kept] == ["page", "two fields", "a judge decides"]
    assert "2 tasks of 5 left out: questions" in capsys.readouterr().err
    assert list(answerable(LoopPlan(url=URL, actor="text"), tasks, "task")) == tasks
    assert capsys.readouterr().err == ""


def test_nothing_but_questions_is_said_in_one_line() -> None:
    with pytest.raises(ValueError, match="all tasks are questions"):
        answerable(LoopPlan(url=URL, actor="policy"), [a_task("question", SAYS)], "task")


def test_questions_among_the_unseen_tasks_are_left_out_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An agent that answers nothing would be called worse than it is by each of them."""
    plan = LoopPlan(url=URL, actor="policy")
    path = tmp_path / "unseen.jsonl"
    asked = ImproveOptions(
        out=tmp_path,
        tasks=None,
        unseen=path,
        reset=Reset(),
        engine="local",
        address=None,
        workers=1,
    )
    write_proposals(path, [a_task("page", OPENS), a_task("question", SAYS)])
    assert [one.id for one in load_unseen(plan, asked)] == ["page"]
    assert "1 unseen task of 2 left out: questions" in capsys.readouterr().err
    path.unlink()
    write_proposals(path, [a_task("question", SAYS)])
    with pytest.raises(ValueError, match="all unseen tasks are questions"):
        load_unseen(plan, asked)
