"""Android in the Wild's normal form, both ways, and what of ours it carries beside it."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from courtside_formats.aitw.action_space import AitwAction, Extension, from_aitw, is_tap, to_aitw
from courtside_formats.aitw.aitw_records import as_row, name_type, read_row
from courtside_formats.aitw.home_swipes import HomeSwipes
from courtside_store.geometry import Box, Point
from courtside_store.records import Action, ActionKind, Target

W, H = 390, 844
UP = AitwAction(name="DUAL_POINT", touch=(0.8, 0.5), lift=(0.2, 0.5))


def done(kind: ActionKind, **more: Any) -> Action:
    """An action of that kind."""
    return Action(kind=kind, at_ms=5, **more)


def through(action: Action) -> Action:
    """Into a row of the dataset and back."""
    return from_aitw(read_row(as_row(to_aitw(action, W, H))), W, H, 5)


def test_a_tap_is_one_point_twice_y_first() -> None:
    row = as_row(to_aitw(done("tap", point=Point(39, 211)), W, H))
    assert row["results/action_type"] == 4 and row["results/action_name"] == "DUAL_POINT"
    assert row["results/yx_touch"] == row["results/yx_lift"] == [0.25, 0.1]
    assert "courtside/extension" not in row, "a tap needs no words beside it"


@pytest.mark.parametrize(
    ("action", "number", "name"),
    [
        (done("type", text="tea"), 3, "TYPE"),
        (done("swipe", point=Point(10, 700), to_point=Point(10, 100)), 4, "DUAL_POINT"),
        (done("back"), 5, "PRESS_BACK"),
        (done("home"), 6, "PRESS_HOME"),
        (done("press", text="Enter"), 7, "PRESS_ENTER"),
        (done("answer", text="42"), 10, "STATUS_TASK_COMPLETE"),
        (done("other", text="status impossible"), 11, "STATUS_TASK_IMPOSSIBLE"),
        (done("launch-app", text="com.apple.Maps"), 0, "UNUSED_0"),
        (done("press", text="VOLUME_UP"), 0, "UNUSED_0"),
    ],
)
def test_each_kind_has_its_number_and_comes_back(action: Action, number: int, name: str) -> None:
    converted = to_aitw(action, W, H)
    assert (converted.number, converted.name) == (number, name)
    assert through(action) == action
    row = as_row(converted)
    if name != "DUAL_POINT":
        assert row["results/yx_touch"] == row["results/yx_lift"] == [-1.0, -1.0]


def test_a_long_press_and_several_fingers_survive() -> None:
    held = done("long-press", point=Point(39, 211), raw={"took_ms": 800})
    assert to_aitw(held, W, H).extension == Extension(kind="long-press", took_ms=800)
    assert through(held) == held
    timed = done(
        "swipe", point=Point(1, 1), to_point=Point(100, 1), raw={"path": [(1, 1)], "ms": 250}
    )
    assert to_aitw(timed, W, H).extension == Extension(kind="swipe", took_ms=250), "as Appium's are"
    way = [[95, 422], [100, 422], [195, 422]]
    long = to_aitw(done("other", text="pinch open", raw={"fingers": [way, way]}), W, H)
    assert long.lift == (0.5, 0.5) and long.extension and len(long.extension.fingers) == 2
    pinch = done("other", text="pinch", raw={"fingers": [[(95, 422), (195, 422)]] * 2})
    gesture = to_aitw(pinch, W, H)
    assert gesture.name == "DUAL_POINT" and gesture.touch == pytest.approx((0.5, 95 / W))
    back = through(pinch)
    assert back.text == "pinch" and back.raw
    assert back.raw["fingers"] == [[pytest.approx((95, 422)), pytest.approx((195, 422))]] * 2


def test_a_tap_s_time_needs_no_words_and_a_secret_is_marked() -> None:
    assert to_aitw(done("tap", point=Point(1, 1), raw={"took_ms": 40}), W, H).extension is None
    secret = done("type", target=Target(role="textbox", state=("secret",)))
    assert to_aitw(secret, W, H).extension == Extension(kind="type", is_secret=True)
    assert through(secret) == secret


def test_the_threshold_is_a_setting_and_our_own_kinds_keep_theirs() -> None:
    small = AitwAction(name="DUAL_POINT", touch=(0.5, 0.5), lift=(0.53, 0.5))
    assert is_tap(small) and from_aitw(small, W, H, 0).kind == "tap"
    assert from_aitw(small, W, H, 0, tap=0.01).kind == "swipe"
    nudge = to_aitw(done("swipe", point=Point(195, 422), to_point=Point(195, 440)), W, H)
    assert is_tap(nudge), "18 points are a swipe to a phone and a tap to the dataset"


def test_a_scroll_is_a_finger_that_moves_the_other_way() -> None:
    gesture = to_aitw(done("scroll", point=Point(195, 422), to_point=Point(0, 200)), W, H)
    assert gesture.touch and gesture.lift and gesture.touch[0] > gesture.lift[0]
    back = from_aitw(gesture, W, H, 5)
    assert back.kind == "scroll" and back.to_point == pytest.approx((0, 200))


def test_a_finger_that_leaves_the_screen_lifts_at_its_edge() -> None:
    gesture = to_aitw(done("swipe", point=Point(390.4, 422), to_point=Point(-40, 422)), W, H)
    assert gesture.touch == (0.5, 1.0) and gesture.lift == (0.5, 0.0)
    long = to_aitw(done("scroll", point=Point(195, 422), to_point=Point(0, 2000)), W, H)
    assert long.touch == (1.0, 0.5) and long.lift == (0.0, 0.5)


def test_a_target_without_a_point_is_hit_in_its_middle() -> None:
    gesture = to_aitw(done("click", target=Target(box=Box(100, 200, 40, 20))), W, H)
    assert gesture.touch == pytest.approx((210 / H, 120 / W))


@pytest.mark.parametrize(
    ("action", "size", "words"),
    [
        (done("tap"), (W, H), "a tap needs a point"),
        (done("swipe", point=Point(1, 1)), (W, H), "a swipe needs a point"),
        (done("tap", point=Point(1, 1)), (0, 0), "size is 0x0"),
        (done("tap", point=Point(math.nan, 1)), (W, H), "needs a point"),
        (done("tap", point=Point(195, 1200)), (W, H), "outside of its screen of 390x844"),
        (done("click", target=Target(box=Box(-80, 20, 40, 20))), (W, H), "outside of its screen"),
        (done("swipe", point=Point(195, -9), to_point=Point(195, 99)), (W, H), "outside"),
        (done("other", raw={"fingers": [[[1, 900], [1, 800]]]}), (W, H), "outside"),
        (done("other", raw={"fingers": 3}), (W, H), "raw.fingers is '3'"),
        (done("other", raw={"fingers": [[]]}), (W, H), "expected paths"),
    ],
)
def test_a_gesture_that_cannot_be_told_says_why(
    action: Action, size: tuple[int, int], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        to_aitw(action, *size)


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"results/action_type": 9}, "results/action_type is 9"),
        ({"results/action_type": "JUMP"}, "JUMP"),
        ({"results/action_type": 4, "results/yx_touch": [0.5]}, r"results/yx_touch is \[0.5\]"),
        ({"results/action_type": 4}, "results/yx_touch is None"),
        ({"results/action_type": 0, "courtside/extension": {"kind": "fly"}}, "extension: .*fly"),
    ],
)
def test_a_bad_row_names_its_field(row: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read_row(row)


def test_names_of_other_copies_are_known() -> None:
    assert name_type("dual-point gesture") == name_type("DUAL_POINT") == name_type(4)
    assert name_type("GO_BACK") == "PRESS_BACK"


parts = st.floats(0, 1, allow_nan=False)
points = st.tuples(parts, parts)


@given(touch=points, lift=points)
def test_any_gesture_goes_to_the_device_and_back(
    touch: tuple[float, float], lift: tuple[float, float]
) -> None:
    gesture = AitwAction(name="DUAL_POINT", touch=touch, lift=lift)
    again = to_aitw(from_aitw(gesture, W, H, 0), W, H)
    assert again.touch == pytest.approx(touch)
    assert again.lift == pytest.approx(touch if is_tap(gesture) else lift)


def test_an_up_swipe_at_home_turns_right_in_evaluation() -> None:
    swipes = HomeSwipes("right")
    adapted = swipes.adapt(UP, at_home=True)
    assert adapted.touch and adapted.lift and adapted.touch[1] < adapted.lift[1]
    assert adapted.touch[0] == adapted.lift[0]
    assert swipes.adapt(UP, at_home=False) == UP, "inside an app it scrolls"


def test_an_up_swipe_at_home_is_left_or_right_by_even_and_seeded_chance() -> None:
    def goes_right(seed: int) -> list[bool]:
        swipes = HomeSwipes("random", seed)
        adapted = [swipes.adapt(UP, at_home=True) for _ in range(400)]
        return [bool(one.touch and one.lift and one.touch[1] < one.lift[1]) for one in adapted]

    assert goes_right(1) == goes_right(1) != goes_right(2)
    assert 160 < sum(goes_right(1)) < 240


@pytest.mark.parametrize(
    ("touch", "lift"), [((0.2, 0.5), (0.8, 0.5)), ((0.5, 0.9), (0.5, 0.1)), ((0.5, 0.5),) * 2]
)
def test_no_other_gesture_is_turned(touch: tuple[float, float], lift: tuple[float, float]) -> None:
    gesture = AitwAction(name="DUAL_POINT", touch=touch, lift=lift)
    assert HomeSwipes("right").adapt(gesture, at_home=True) == gesture
    assert HomeSwipes("keep").adapt(UP, at_home=True) == UP


def test_a_rule_that_is_none_is_named() -> None:
    with pytest.raises(ValueError, match="up_swipe is 'left'"):
        HomeSwipes("left")  # type: ignore[arg-type]
