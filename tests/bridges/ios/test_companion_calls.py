"""What calls of the companion mean that are no touches."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("idb", reason="fb-idb is not installed")
from idb.grpc import idb_pb2 as pb

from courtside_bridges.ios.companion_calls import (
    ACTING,
    CHANGING,
    is_whole_shot,
    is_whole_tree,
    read_action,
    takes_long,
)
from courtside_store.rendering import render_action

ON = pb.AccessibilityActionRequest
LAUNCH = pb.LaunchRequest


@pytest.mark.parametrize(
    ("method", "request_", "words"),
    [
        ("launch", LAUNCH(start={"bundle_id": "com.x"}), 'launch-app "com.x"'),
        ("launch", LAUNCH(stop={}), None),
        ("open_url", pb.OpenUrlRequest(url="https://x"), "navigate https://x"),
        ("terminate", pb.TerminateRequest(bundle_id="com.x"), "terminate com.x"),
        ("set_orientation", pb.SetOrientationRequest(orientation=2), "rotate to landscape left"),
        ("set_orientation", pb.SetOrientationRequest(orientation=9), "rotate to orientation 9"),
        ("accessibility_action", ON(marker="Save", tap={}), 'tap element "Save"'),
        ("accessibility_action", ON(point={"x": 3, "y": 4}, tap={}), "tap at (3, 4)"),
        (
            "accessibility_action",
            ON(marker="Name", set_value={"value": "Ada"}),
            'type "Ada" into element "Name"',
        ),
        ("accessibility_action", ON(marker="Help", scroll={"direction": 1}), "scroll down to Help"),
        (
            "accessibility_action",
            ON(marker="Card", drag={"point": {"x": 3, "y": 4}}),
            'drag element "Card" to (3, 4)',
        ),
        ("accessibility_action", ON(marker="Save", wait={"timeout": 3}), None),
    ],
)
def test_a_call_is_told_in_our_words(method: str, request_: Any, words: str | None) -> None:
    action = read_action(method, request_)
    assert (action and render_action(action)) == words


def test_an_app_whose_end_is_awaited_takes_long() -> None:
    assert takes_long("launch", LAUNCH(start={"bundle_id": "x", "wait_for": True}))
    assert not takes_long("launch", LAUNCH(start={"bundle_id": "x"}))


@pytest.mark.parametrize(
    ("request_", "is_whole"),
    [
        (pb.ScreenshotRequest(), True),
        (pb.ScreenshotRequest(format="JPEG", compression_quality=0.5), True),
        (pb.ScreenshotRequest(format="TIFF"), False),
        (pb.ScreenshotRequest(crop={"width": 10, "height": 10}), False),
        (pb.ScreenshotRequest(scale_factor=0.5), False),
        (pb.ScreenshotRequest(fit={"max_width": 300}), False),
    ],
)
def test_only_a_picture_of_everything_is_used(request_: Any, is_whole: bool) -> None:
    assert is_whole_shot(request_, pb.ScreenshotResponse(image_data=b"x")) is is_whole
    assert not is_whole_shot(request_, pb.ScreenshotResponse())


@pytest.mark.parametrize(
    ("request_", "is_whole"),
    [
        (pb.AccessibilityInfoRequest(), True),
        (pb.AccessibilityInfoRequest(format="NESTED"), True),
        (pb.AccessibilityInfoRequest(point={"x": 1, "y": 1}), False),
        (pb.AccessibilityInfoRequest(marker="Save"), False),
        (pb.AccessibilityInfoRequest(match="Save"), False),
        (pb.AccessibilityInfoRequest(keys=["AXLabel"]), False),
        (pb.AccessibilityInfoRequest(filter="FILTER_INTERACTABLE"), False),
    ],
)
def test_only_a_tree_of_everything_is_used(request_: Any, is_whole: bool) -> None:
    assert is_whole_tree(request_) is is_whole


def test_every_call_that_is_named_is_one_of_the_service() -> None:
    service = pb.DESCRIPTOR.services_by_name["CompanionService"]
    assert {method.name for method in service.methods} >= ACTING | CHANGING
    assert not ACTING & CHANGING
