"""Which tasks `courtside improve` gives to an actor that gives no answers."""

from __future__ import annotations

import pytest

from courtside.agent_training.improving import answerable
from courtside_refine.improving.training_loop import LoopPlan
from courtside_refine.proposing.proposal import (
    AllHold,
    HoldsValue,
    OpensPage,
    Proposal,
    SaysAnswer,
    TaskCheck,
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
    kept = answerable(LoopPlan(url=URL, actor="policy"), tasks)
    assert [one.id for one in kept] == ["page", "two fields", "a judge decides"]
    assert "2 tasks of 5 left out: questions" in capsys.readouterr().err
    assert list(answerable(LoopPlan(url=URL, actor="text"), tasks)) == tasks
    assert capsys.readouterr().err == ""


def test_nothing_but_questions_is_said_in_one_line() -> None:
    with pytest.raises(ValueError, match="all tasks are questions"):
        answerable(LoopPlan(url=URL, actor="policy"), [a_task("question", SAYS)])
