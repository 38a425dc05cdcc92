"""The perception benchmark measures the cost of a screen's own reading."""

from __future__ import annotations

from benchmarks.perception.cost import Timed, costs, empty_screen
from drawing import a_drawn_screen

from courtside_judge.perception.protocol import TextLine, elements
from courtside_store.geometry import Box, PixelBox
from courtside_store.records import Element


class Reads:
    """Counts what it is asked to read."""

    def __init__(self) -> None:
        self.asked: list[PixelBox | None] = []

    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        self.asked.append(region)
        line = TextLine(text="Your order was placed", box=Box(60, 40, 200, 25))
        return elements((line,), None)


def test_the_cost_is_of_a_new_screen_the_same_again_and_one_changed_region() -> None:
    reads = Reads()
    cost = costs(reads, [a_drawn_screen("Your order was placed")])
    whole, region = reads.asked
    assert whole is None and region is not None and region[2] * region[3] < 0.1 * 1280 * 720
    assert set(cost) == {"cpu_s_full", "cpu_s_unchanged", "cpu_s_same_pixels", "share_one_region"}
    assert cost["cpu_s_unchanged"] < 0.01


def test_what_a_reading_takes_is_of_its_own_screen() -> None:
    timed = Timed(Reads())
    assert timed.cpu_s(empty_screen()) >= 0
