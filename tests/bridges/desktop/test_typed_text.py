"""Which typing is recorded: decided from who had the keyboard, without a screen."""

from __future__ import annotations

import pytest

from courtside_bridges.desktop.gestures import TimedAction
from courtside_bridges.desktop.secrets import may_keep, secret_boxes, typed_into
from courtside_formats.ui_trees.atspi import AtspiElement, WindowContents
from courtside_store.geometry import Box
from courtside_store.records import Action

USER = Box(10, 10, 100, 20)
PASSWORD = Box(10, 40, 100, 20)


def typed(text: str, began_s: float = 10.0) -> TimedAction:
    """Typing from that time on, for a second."""
    action = Action(kind="type", at_ms=0, text=text)
    return TimedAction(action=action, began_s=began_s, ended_s=began_s + 1)


def user(at_s: float = 0.0, value: str = "") -> AtspiElement:
    return AtspiElement(role="textbox", text="User", box=USER, at_s=at_s, value=value)


def password(at_s: float = 0.0) -> AtspiElement:
    return AtspiElement(role="textbox", text="Password", box=PASSWORD, state=("secret",), at_s=at_s)


def terminal(value: str) -> WindowContents:
    box = Box(0.0, 0.0, 600.0, 400.0)
    return WindowContents(
        elements=(AtspiElement(role="terminal", box=box, value=value),),
        focus=(AtspiElement(role="terminal", box=box),),
    )


def test_typing_into_a_field_that_is_no_secret_may_be_told() -> None:
    assert may_keep(typed("ann"), WindowContents(focus=(user(),)), trusted=False)


@pytest.mark.parametrize(
    ("focus", "why"),
    [
        ((password(),), "it had the keyboard all the while"),
        ((user(), password(10.5)), "it got the keyboard in the middle"),
        ((password(), user(10.5)), "it had the keyboard at first"),
        ((user(), password(11.4)), "it got it after the last key: keys may arrive late"),
        ((user(), AtspiElement(at_s=10.2)), "nobody knows who got it"),
        ((), "nobody knows who has it"),
    ],
)
def test_what_may_have_gone_into_a_password_may_not(
    focus: tuple[AtspiElement, ...], why: str
) -> None:
    assert not may_keep(typed("hunter2"), WindowContents(focus=focus), trusted=False), why


def test_a_person_s_word_does_for_the_unknown_and_never_for_a_password() -> None:
    assert may_keep(typed("plain"), None, trusted=True)
    assert may_keep(typed("plain"), WindowContents(), trusted=True)
    assert not may_keep(typed("hunter2"), WindowContents(focus=(password(),)), trusted=True)
    assert not may_keep(typed("plain"), None, trusted=False)


def test_what_a_field_shows_to_everybody_is_no_secret_any_more() -> None:
    focus = (user(), password(10.9))
    shown = WindowContents(elements=(user(value="ann"), password()), focus=focus)
    assert may_keep(typed("ann"), shown, trusted=False)
    assert not may_keep(typed("a"), shown, trusted=False), "a part of it proves nothing"


def test_a_terminal_is_told_by_what_it_shows() -> None:
    assert may_keep(typed("ls -l"), terminal("$ cd\n$ ls -l"), trusted=False)
    assert not may_keep(typed("hunter2"), terminal("$ sudo ls\nPassword:"), trusted=False)


def test_between_two_owners_of_the_keyboard_nobody_has_it_for_a_moment() -> None:
    focus = (user(), AtspiElement(at_s=10.5), AtspiElement(role="button", text="OK", at_s=10.51))
    assert may_keep(typed("ann"), WindowContents(focus=focus), trusted=False)


def test_the_field_is_named_the_secret_one_where_the_text_is_kept_back() -> None:
    look = WindowContents(focus=(user(), password(10.5)))
    kept, shown = typed_into(typed("x"), look, False), typed_into(typed("x"), look, True)
    assert kept and shown and (kept.text, shown.text) == ("Password", "User")


def test_pictures_are_painted_over_wherever_a_password_was_meanwhile() -> None:
    moved = Box(10, 90, 100, 20)
    old, now = (
        WindowContents(secrets=(PASSWORD,)),
        WindowContents(secrets=(moved,), focus=(password(5.0),)),
    )
    assert set(secret_boxes((old, now), since_s=10.0)) == {PASSWORD, moved}
    assert secret_boxes((None, WindowContents()), since_s=10.0) == ()
