"""What mouse and keyboard events come to: clicks, double clicks, drags, scrolls, typing, keys."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from courtside_bridges.desktop.gestures import Gestures, TimedAction
from courtside_bridges.desktop.input_events import Button, InputEvent, Key, MouseButton, Wheel
from courtside_store.geometry import Point, Shift
from courtside_store.records import Action

HERE, THERE = Point(50, 60), Point(90, 60)


def keys(names: Iterable[str], at_s: float = 0.0, apart_s: float = 0.05) -> list[InputEvent]:
    """Each key down and up again."""
    return [
        Key(at_s=at_s + n * apart_s + up * 0.01, name=name, down=not up)
        for n, name in enumerate(names)
        for up in (0, 1)
    ]


def chord(*names: str, at_s: float = 0.0) -> list[InputEvent]:
    """All down, then all up."""
    return [
        *(Key(at_s=at_s, name=name, down=True) for name in names),
        *(Key(at_s=at_s + 0.02, name=name, down=False) for name in reversed(names)),
    ]


def press(
    at: Point = HERE, at_s: float = 0.0, button: Button = "left", end: Point | None = None
) -> list[InputEvent]:
    """A button down and up again, elsewhere if `end` says so."""
    return [
        MouseButton(at_s=at_s, point=at, button=button, down=True),
        MouseButton(at_s=at_s + 0.02, point=end or at, button=button, down=False),
    ]


def timed_actions(*events: InputEvent) -> list[TimedAction]:
    """All actions, the one that goes on at the end too."""
    gestures = Gestures(began_ms=1_000, began_s=0.0)
    return [timed for event in events for timed in gestures.feed(event)] + list(gestures.end())


def gestures(*events: InputEvent) -> list[tuple[str, object]]:
    """Each action's kind, with what says most about it."""
    return [(one.action.kind, _most(one.action)) for one in timed_actions(*events)]


def _most(action: Action) -> object:
    return action.text or action.to_point or action.point


def test_two_clicks_at_one_place_soon_after_another_are_a_double_click() -> None:
    assert gestures(*press(), *press(at_s=0.1)) == [("double-click", (50, 60))]
    assert [kind for kind, _ in gestures(*press(), *press(at_s=0.5))] == ["click", "click"]
    assert [kind for kind, _ in gestures(*press(), *press(THERE, 0.1))] == ["click", "click"]
    thrice = gestures(*press(), *press(at_s=0.1), *press(at_s=0.2))
    assert [kind for kind, _ in thrice] == ["double-click", "click"]


def test_a_button_let_go_elsewhere_has_dragged_and_a_trembling_hand_has_not() -> None:
    assert gestures(*press(end=Point(150, 60))) == [("drag", (150, 60))]
    assert gestures(*press(end=Point(53, 62))) == [("click", (50, 60))]


def test_other_buttons_are_told_apart() -> None:
    assert gestures(*press(button="right"), *press(button="right", at_s=0.1)) == [
        ("right-click", (50, 60)),
        ("right-click", (50, 60)),
    ]
    (middle,) = timed_actions(*press(button="middle"))
    assert middle.action.raw == {"button": "middle"}


def test_two_buttons_that_are_held_at_once_are_two_presses() -> None:
    left, right = press(), press(THERE, at_s=0.01, button="right")
    assert gestures(left[0], right[0], left[1], right[1]) == [
        ("click", (50, 60)),
        ("right-click", (90, 60)),
    ]


def test_a_modifier_that_is_held_while_clicking_is_kept() -> None:
    down, up = chord("Shift", at_s=0.0)
    (click,) = timed_actions(down, *press(at_s=0.01), up)
    assert click.action.raw == {"held": "Shift"}


def test_notches_of_the_wheel_are_one_scroll() -> None:
    turns = [Wheel(at_s=n / 10, point=Point(5, 5), notches=Shift(0, 1)) for n in range(3)]
    assert gestures(*turns) == [("scroll", (0, 300))]
    later = Wheel(at_s=2.0, point=Point(5, 5), notches=Shift(-1, 0))
    assert gestures(*turns, later) == [("scroll", (0, 300)), ("scroll", (-100, 0))]


def test_keys_are_gathered_into_one_text_and_what_was_taken_back_is_gone() -> None:
    assert gestures(*keys("Hello wrold"), *keys(["Backspace"] * 4, 0.6), *keys("orld", 0.9)) == [
        ("type", "Hello world")
    ]


def test_a_pause_or_another_action_ends_the_typing() -> None:
    assert gestures(*keys("ab"), *keys("cd", at_s=2.0)) == [("type", "ab"), ("type", "cd")]
    assert gestures(*keys("ab"), *press(at_s=0.3), *keys("c", 0.5)) == [
        ("type", "ab"),
        ("click", (50, 60)),
        ("type", "c"),
    ]


def test_keys_that_give_no_character_and_shortcuts_are_presses() -> None:
    assert gestures(
        *keys(["Tab"]), *keys(["Backspace"], 0.1), *chord("Control", "s", at_s=0.2)
    ) == [
        ("press", "Tab"),
        ("press", "Backspace"),
        ("press", "Control+s"),
    ]
    assert gestures(*chord("Control", "Shift", "T")) == [("press", "Control+Shift+T")]
    assert gestures(*chord("Shift", "A"), *keys("b", 0.1)) == [("type", "Ab")]
    assert gestures(*chord("Alt", " ")) == [("press", "Alt+Space")]


def test_an_action_says_when_it_began_on_the_world_s_clock_too() -> None:
    (typed,) = timed_actions(*keys("abc", at_s=2.0))
    assert typed.action.at_ms == 3_000
    assert (typed.began_s, typed.ended_s) == pytest.approx((2.0, 2.1))


def test_what_goes_on_is_over_once_nothing_can_follow() -> None:
    gestures = Gestures(began_ms=0, began_s=0.0)
    for event in press():
        assert not gestures.feed(event)
    assert not gestures.rests and not gestures.wait(0.3)
    (click,) = gestures.wait(0.5)
    assert click.action.kind == "click" and gestures.rests


def test_a_button_that_goes_up_without_having_gone_down_is_nothing() -> None:
    assert gestures(press()[1]) == []
