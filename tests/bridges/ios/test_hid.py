"""What idb's own commands send, read back as what they mean."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

pytest.importorskip("idb", reason="fb-idb is not installed")
import msgspec
from hypothesis import given
from hypothesis import strategies as st
from idb.common import hid
from idb.common.types import (
    HIDButtonType,
    HIDDelay,
    HIDDirection,
    HIDOrientationType,
    HIDPress,
    HIDTouch,
    Point,
)
from idb.grpc import idb_pb2 as pb
from idb.grpc.hid import event_to_grpc
from idb.grpc.idb_pb2 import HIDEvent

from courtside_bridges.ios.hid_decoding import Decoder
from courtside_store.records import Action


def decode(events: Iterable[Any]) -> tuple[Action, ...]:
    """The events as they travel, read at one moment."""
    decoder = Decoder()
    for event in events:
        decoder.feed(HIDEvent.FromString(event_to_grpc(event).SerializeToString()), 1_000)
    return decoder.take()


def test_a_tap_and_a_long_press_differ_by_time() -> None:
    [tap] = decode(hid.tap_to_events(100, 200))
    assert (tap.kind, tap.point, tap.to_point, tap.at_ms) == ("tap", (100, 200), None, 1_000)
    [held] = decode(hid.tap_to_events(100, 200, 0.8))
    assert held.kind == "long-press" and held.raw == {"took_ms": 800}


def test_two_taps_in_one_call_are_two_actions() -> None:
    assert [one.kind for one in decode(hid.multi_tap_to_events(10, 20, 2))] == ["tap", "tap"]


def test_a_swipe_that_hardly_moves_is_a_tap() -> None:
    [swipe] = decode(hid.swipe_to_events((195, 700), (195, 200), 0.4))
    assert (swipe.kind, swipe.point, swipe.to_point) == ("swipe", (195, 700), (195, 200))
    assert swipe.raw == {"took_ms": 400}
    [tap] = decode(hid.swipe_to_events((195, 700), (195, 705), 0.1))
    assert tap.kind == "tap"


def a_touch(x: float, y: float, up: bool = False) -> HIDPress:
    return HIDPress(
        action=HIDTouch(point=Point(x=x, y=y)),
        direction=HIDDirection.UP if up else HIDDirection.DOWN,
    )


def test_a_finger_that_moves_by_itself_swipes_and_one_that_rests_first_drags() -> None:
    moves = [a_touch(50, 50 + 20 * n) for n in range(5)]
    [swipe] = decode([*moves, a_touch(50, 150, up=True)])
    assert swipe.kind == "swipe" and swipe.to_point == (50, 150)
    assert swipe.raw and len(swipe.raw["path"]) == 6
    [drag] = decode([moves[0], HIDDelay(duration=0.7), moves[0], *moves, a_touch(50, 150, up=True)])
    assert drag.kind == "drag" and drag.to_point == (50, 150)


def test_text_is_one_action_and_keys_that_write_nothing_are_presses() -> None:
    typed = decode(hid.text_to_events("Hi, Ada!\nBye"))
    assert [(one.kind, one.text) for one in typed] == [
        ("type", "Hi, Ada!"),
        ("press", "Enter"),
        ("type", "Bye"),
    ]
    assert not typed[0].raw, "no key codes: they would tell what was typed"
    [back] = decode(hid.key_press_to_events(42))
    assert (back.kind, back.text) == ("press", "Backspace")
    [all_] = decode(hid.key_press_with_modifiers_to_events(4, ["command"]))
    assert all_.text == "Command+a"
    [both] = decode(hid.key_press_with_modifiers_to_events(22, ["shift", "command"]))
    assert both.text == "Command+Shift+s"


@given(st.text(st.sampled_from([c for c in hid.KEY_MAP if c != "\n"]), min_size=1, max_size=40))
def test_whatever_idb_can_type_is_read_back(words: str) -> None:
    [typed] = decode(hid.text_to_events(words))
    assert typed.text == words


def test_buttons_pinches_and_turns() -> None:
    [home] = decode(hid.button_press_to_events(HIDButtonType.HOME))
    assert home.kind == "home"
    [lock] = decode(hid.button_press_to_events(HIDButtonType.LOCK, 2.0))
    assert (lock.kind, lock.text) == ("press", "LOCK")
    assert lock.raw == {"button": "LOCK", "took_ms": 2000}
    [pinch] = decode(hid.pinch_to_events(200, 400, 2.0, 0.5, 50))
    assert pinch.text == "pinch open" and pinch.raw
    assert pinch.raw["fingers"] == [[[150, 400], [100, 400]], [[250, 400], [300, 400]]]
    [turn] = decode(hid.rotate_to_events(HIDOrientationType.LANDSCAPE_LEFT))
    assert turn.text == "rotate to landscape left"
    [shake] = decode(hid.shake_to_events())
    assert shake.text == "shake"


def test_a_finger_that_never_lifts_is_told_and_an_empty_event_is_nothing() -> None:
    [tap] = decode([a_touch(5, 6)])
    assert tap.kind == "tap" and tap.point == (5, 6)
    decoder = Decoder()
    decoder.feed(HIDEvent(), 0)
    assert decoder.take() == () and not decoder.is_idle


def test_a_call_that_takes_its_time_is_measured_by_the_clock() -> None:
    decoder = Decoder()
    decoder.feed(event_to_grpc(a_touch(5, 6)), 1_000)
    assert not decoder.is_idle, "a finger is down"
    decoder.feed(event_to_grpc(a_touch(5, 6, up=True)), 1_900)
    assert decoder.is_idle
    assert decoder.take()[0].kind == "long-press" and not decoder.is_idle


numbers = st.one_of(st.floats(), st.floats(-10, 500))
spots = st.builds(pb.Point, x=numbers, y=numbers)
touches = st.builds(HIDEvent.HIDTouch, point=spots)
keys = st.builds(HIDEvent.HIDKey, keycode=st.integers(0, 300))
buttons = st.builds(HIDEvent.HIDButton, button=st.integers(0, 12))
actions = st.one_of(
    st.builds(HIDEvent.HIDPressAction, touch=touches),
    st.builds(HIDEvent.HIDPressAction, key=keys),
    st.builds(HIDEvent.HIDPressAction, button=buttons),
    st.just(HIDEvent.HIDPressAction()),
)
presses = st.builds(HIDEvent.HIDPress, action=actions, direction=st.integers(0, 3))
anything = st.one_of(
    st.builds(HIDEvent, press=presses),
    st.builds(HIDEvent, delay=st.builds(HIDEvent.HIDDelay, duration=numbers)),
    st.builds(
        HIDEvent,
        swipe=st.builds(HIDEvent.HIDSwipe, start=spots, end=spots, duration=numbers, delta=numbers),
    ),
    st.builds(
        HIDEvent, pinch=st.builds(HIDEvent.HIDPinch, center=spots, scale=numbers, radius=numbers)
    ),
    st.builds(
        HIDEvent, orientation=st.builds(HIDEvent.HIDOrientation, orientation=st.integers(0, 9))
    ),
)


@given(st.lists(anything, max_size=12))
def test_whatever_is_sent_can_be_stored(events: list[Any]) -> None:
    decoder = Decoder()
    for event in events:
        decoder.feed(event, 1_000)
    for action in decoder.take():
        assert msgspec.json.decode(msgspec.json.encode(action), type=Action).kind == action.kind
