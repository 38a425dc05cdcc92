"""The actions that a desktop agent writes."""

import pytest

from courtside_refine.actors.actor_actions import NoAction
from courtside_refine.actors.desktop.desk_actions import (
    DeskAction,
    DeskPointer,
    DeskPress,
    DeskScroll,
    DeskStop,
    Drag,
    Write,
)
from courtside_refine.actors.desktop.desk_grammar import (
    MAX_ACTIONS,
    read_desk_action,
    read_desk_turn,
    write_desk_action,
)

WRITTEN: dict[str, DeskAction] = {
    "click [7]": DeskPointer(kind="click", id=7),
    "double_click [7]": DeskPointer(kind="double_click", id=7),
    "right_click [7]": DeskPointer(kind="right_click", id=7),
    "hover [7]": DeskPointer(kind="hover", id=7),
    "drag [7] [9]": Drag(id=7, to=9),
    "scroll [down]": DeskScroll(way="down"),
    "scroll [up] [3]": DeskScroll(way="up", id=3),
    "hscroll [left]": DeskScroll(way="left"),
    "press [Enter]": DeskPress(keys="Enter"),
    "hotkey [Control+s]": DeskPress(keys="Control+s"),
    "write [Paris [1]]": Write(text="Paris [1]"),
    "write [4] [a [b] c]": Write(text="a [b] c", id=4),
    "stop [N/A]": DeskStop(answer="N/A"),
}


@pytest.mark.parametrize("line", WRITTEN)
def test_every_action_is_read_as_it_is_written(line: str) -> None:
    assert read_desk_action(line) == WRITTEN[line]
    assert write_desk_action(WRITTEN[line]) == line


def test_a_turn_has_several_actions_after_a_thought() -> None:
    turn = read_desk_turn("It needs a name.\n```\nwrite [4] [a.txt]\n\nhotkey [Control+s]\n```")
    assert turn.thought == "It needs a name."
    assert turn.actions == (Write(text="a.txt", id=4), DeskPress(keys="Control+s"))


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ("click [7]", "no action between"),
        ("```\n```", "there are 0 actions"),
        ("```" + "\nclick [1]" * (MAX_ACTIONS + 1) + "\n```", "there are 11 actions"),
        ("```click [seven]```", "names no element by its number"),
        ("```fly [7]```", "is no action; expected one of click"),
        ("```scroll [sideways]```", "is no action"),
        ("```press Enter```", "no brackets round its text"),
    ],
)
def test_what_is_no_turn_says_why(reply: str, why: str) -> None:
    with pytest.raises(NoAction, match=why):
        read_desk_turn(reply)
