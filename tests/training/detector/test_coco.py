"""Average precision of known boxes: all that are right, some that are not, and none."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from courtside_judge.perception.detector import Detection
from courtside_store.geometry import Box, Shift
from courtside_training.detector.coco import measure
from courtside_training.detector.shots import Shot

pytest.importorskip("pycocotools", reason="pycocotools is missing: pip install --group detector")

BOXES = tuple(Box(50.0 * n, 40.0 * n, 40.0, 20.0) for n in range(1, 9))


def a_shot(boxes: Sequence[Box] = BOXES) -> Shot:
    return Shot(
        file=Path("screen.png"),
        family="web",
        width=800,
        height=600,
        boxes=tuple(("button", box) for box in boxes),
    )


def found(boxes: Sequence[Box]) -> tuple[Detection, ...]:
    """These, the first the surest."""
    return tuple(
        Detection(box=box, role="button", confidence=0.9 - n / 100) for n, box in enumerate(boxes)
    )


def test_boxes_that_are_right_have_everything() -> None:
    numbers = measure([a_shot(), a_shot()], [found(BOXES), found(BOXES)])
    for name in ("ap", "ap50", "ap75", "ap_small", "ar100"):
        assert numbers[name] == 100.0, name


def test_boxes_that_are_shifted_have_less_and_only_at_low_overlaps() -> None:
    shifted = [box.shifted(Shift(10.0, 0.0)) for box in BOXES]  # overlaps by 30 of 50
    numbers = measure([a_shot()], [found(shifted)])
    assert numbers["ap50"] == 100.0 and numbers["ap75"] == 0.0
    assert numbers["ap"] == numbers["ar100"] == pytest.approx(30, abs=0.1), "of 0.5, 0.55 and 0.6"


def test_half_of_the_boxes_have_about_half() -> None:
    numbers = measure([a_shot()], [found(BOXES[::2])])
    assert numbers["ar100"] == 50.0 and 45 < numbers["ap50"] < 55


def test_a_wrong_box_that_is_surer_than_the_right_ones_costs_precision() -> None:
    wrong = Box(700.0, 10.0, 40.0, 20.0)
    numbers = measure([a_shot()], [found((wrong, *BOXES))])
    assert numbers["ar100"] == 100.0 and 80 < numbers["ap50"] < 95


@pytest.mark.parametrize("boxes", [(), (Box(700.0, 10.0, 40.0, 20.0),)])
def test_none_that_is_right_has_nothing(boxes: tuple[Box, ...]) -> None:
    numbers = measure([a_shot()], [found(boxes)])
    assert (numbers["ap"], numbers["ap50"], numbers["ar100"]) == (0.0, 0.0, 0.0)
