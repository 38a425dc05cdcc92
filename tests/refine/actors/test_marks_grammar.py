"""Actions on numbered marks are read strictly, and say what was expected."""

from __future__ import annotations

import pytest

from courtside_refine.actors.actor_actions import (
    Click,
    GoBack,
    Goto,
    NoAction,
    Scroll,
    Stop,
    Type,
    Wait,
)
from courtside_refine.actors.marks_grammar import SEARCH, read_marks_action, read_marks_reply

WRITTEN = {
    "Click [3]": Click(id=3),
    "Click 3": Click(id=3),
    "Type [3]; [two words]": Type(id=3, text="two words", enter=True),
    "Type [3]; two words": Type(id=3, text="two words", enter=True),
    "Scroll [WINDOW]; [down]": Scroll(direction="down"),
    "Scroll 8; up": Scroll(direction="up", id=8),
    "Wait": Wait(),
    "GoBack": GoBack(),
    "Google": Goto(url=SEARCH),
    "ANSWER; [42]": Stop(answer="42"),
}


@pytest.mark.parametrize("written", WRITTEN)
def test_every_action_is_read(written: str) -> None:
    assert read_marks_action(written) == WRITTEN[written]


def test_a_reply_is_a_thought_and_an_action() -> None:
    decision = read_marks_reply("Thought: The form is there.\nAction: Click [2]")
    assert decision.action == Click(id=2) and decision.thought == "The form is there."


@pytest.mark.parametrize(
    "reply", ["Action: Click [2]", "Thought: a\nAction: Dance", "", "Click [2]"]
)
def test_anything_else_is_refused(reply: str) -> None:
    with pytest.raises(NoAction):
        read_marks_reply(reply)


def test_a_site_of_one_s_own_has_no_search_engine() -> None:
    with pytest.raises(NoAction, match="'Google' is no action"):
        read_marks_action("Google", may_search=False)
