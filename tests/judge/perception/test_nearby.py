"""Boxes are compared with their neighbours alone, and no neighbour is missed."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from courtside_judge.perception.nearby import NearbyBoxes
from courtside_store.geometry import MAX_COORDINATE, Box

SIDES = st.one_of(
    st.floats(-300, 1500), st.sampled_from((-MAX_COORDINATE, 0.0, 64.0, MAX_COORDINATE))
)
BOXES = st.builds(Box, SIDES, SIDES, SIDES, SIDES)


@given(boxes=st.lists(BOXES, max_size=20), asked=BOXES)
@settings(max_examples=300, deadline=None)
def test_no_box_is_missed_that_shares_more_than_an_edge(boxes: list[Box], asked: Box) -> None:
    places = NearbyBoxes()
    for number, box in enumerate(boxes):
        places.add(number, box)
    near = places.near(asked)
    assert near == sorted(near) and all(boxes[number] == box for number, box in near)
    sharing = {n for n, box in enumerate(boxes) if box.intersection(asked)}
    assert sharing <= {number for number, _ in near}


def test_of_ten_thousand_boxes_few_are_near_and_one_over_all_of_them_always_is() -> None:
    places = NearbyBoxes()
    places.add(10_000, Box(0, 0, 10_000, 3_000))
    for number in range(10_000):
        places.add(number, Box(100.0 * (number % 100), 30.0 * (number // 100), 80, 20))
    numbers = [number for number, _ in places.near(Box(310, 605, 40, 10))]
    assert 2003 in numbers and 10_000 in numbers and len(numbers) < 20
