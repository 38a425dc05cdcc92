"""Actions that name elements by id are read strictly, and say what was expected."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtside_refine.actors.actor_actions import (
    ActorAction,
    Click,
    CloseTab,
    FocusTab,
    GoBack,
    GoForward,
    Goto,
    Hover,
    NewTab,
    NoAction,
    Press,
    Scroll,
    Stop,
    Type,
)
from courtside_refine.actors.webarena_grammar import (
    read_webarena_action,
    read_webarena_reply,
    write_webarena_action,
)

WRITTEN = {
    "click [7]": Click(id=7),
    "click[7]": Click(id=7),
    "type [3] [New York] [0]": Type(id=3, text="New York"),
    "type [3] [New York]": Type(id=3, text="New York", enter=True),
    "hover [12]": Hover(id=12),
    "press [Control+a]": Press(keys="Control+a"),
    "scroll [down]": Scroll(direction="down"),
    "scroll [direction=up]": Scroll(direction="up"),
    "new_tab": NewTab(),
    "tab_focus [1]": FocusTab(index=1),
    "close_tab": CloseTab(),
    "goto [http://127.0.0.1/a?b=[c]]": Goto(url="http://127.0.0.1/a?b=[c]"),
    "go_back": GoBack(),
    "go_forward": GoForward(),
    "stop [N/A]": Stop(answer="N/A"),
    "stop": Stop(),
}


@pytest.mark.parametrize("written", WRITTEN)
def test_every_action_is_read(written: str) -> None:
    assert read_webarena_action(written) == WRITTEN[written]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("tap [3]", "'tap [3]' is no action; expected one of click [id]"),
        ("click [here]", "'here' is no number; expected click [id]"),
        ("click 3", "expected click [id]"),
        ("type [3]", "expected type [id] [content] [0|1]"),
        ("type [3] [a] [yes]", "expected [1] to press Enter, or [0]"),
        ("scroll [left]", "expected scroll [up] or scroll [down]"),
        ("goto [javascript:alert(1)]", "expected an address that begins with http"),
        ("go_back [1]", "expected go_back and nothing after it"),
        ("", "'' is no action"),
    ],
)
def test_what_is_no_action_is_refused_with_what_was_expected(written: str, expected: str) -> None:
    with pytest.raises(NoAction) as error:
        read_webarena_action(written)
    assert expected in str(error.value)


def test_the_reasoning_comes_first_and_the_action_between_fences() -> None:
    decision = read_webarena_reply("The form is filled in.\n```\nclick [4]\n```")
    assert decision.action == Click(id=4) and decision.thought == "The form is filled in."


def test_an_answer_without_fences_is_no_action() -> None:
    with pytest.raises(NoAction, match="no action between"):
        read_webarena_reply("I would click [4].")


actions = st.one_of(
    st.builds(Click, id=st.integers(1, 9999)),
    st.builds(
        Type,
        id=st.integers(1, 9999),
        text=st.text(st.characters(exclude_characters="[]`", codec="utf-8")),
        enter=st.booleans(),
    ),
    st.builds(Scroll, direction=st.sampled_from(["up", "down"])),
    st.builds(FocusTab, index=st.integers(0, 99)),
    st.builds(NewTab),
    st.builds(GoBack),
)


@given(actions)
def test_what_is_written_is_read_again(action: ActorAction) -> None:
    assert read_webarena_action(write_webarena_action(action)) == action


@given(st.text())
def test_any_text_is_an_action_or_is_refused(reply: str) -> None:
    try:
        read_webarena_reply(reply)
    except NoAction as error:
        assert "\n" not in str(error)
