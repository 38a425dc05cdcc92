"""How much of a high picture is read within a time. Needs no RapidOCR: its strips are enough."""

from __future__ import annotations

from typing import Any

import pytest
from drawing import a_drawn_screen

from courtside_judge.perception.protocol import PartlyReadError, TextLine
from courtside_judge.perception.rapidocr_reader import RapidReader
from courtside_store.geometry import Box, PixelBox

pytest.importorskip("numpy", reason="numpy, which comes with courtside[ocr], is missing")


class SlowReader(RapidReader):
    """Takes so many seconds of its own clock for each strip, and reads its number there."""

    def __init__(self, budget_s: float | None, *seconds: float) -> None:
        self.now = 0.0
        self.read_strips = 0
        self._seconds = seconds
        super().__init__(budget_s, lambda: self.now)

    def _lines_of(self, picture: Any) -> list[TextLine]:
        self.now += self._seconds[self.read_strips]
        self.read_strips += 1
        return [TextLine(text=f"strip {self.read_strips}", box=Box(20, 20, 50, 22))]


THREE_STRIPS = a_drawn_screen("a", "", "", "b", "", "", "c", size=(400, 500))


@pytest.mark.parametrize(
    ("budget_s", "seconds", "strips"),
    [
        (None, (50.0, 50.0, 50.0), 3),
        (30.0, (10.0, 10.0, 10.0), 3),
        (29.0, (10.0, 10.0, 10.0), 2),
        (15.0, (9.0, 1.0, 1.0), 1),
        (19.0, (9.0, 1.0, 1.0), 3),
        (10.0, (50.0, 1.0, 1.0), 1),
    ],
)
def test_no_strip_is_begun_that_would_take_longer_than_the_budget(
    budget_s: float | None, seconds: tuple[float, ...], strips: int
) -> None:
    reader = SlowReader(budget_s, *seconds)
    unread = None
    try:
        found = reader.read(THREE_STRIPS)
    except PartlyReadError as partly:
        found, unread = partly.elements, partly.unread
    assert [one.text for one in found] == [f"strip {n}" for n in range(1, strips + 1)]
    assert reader.read_strips == strips and (unread is None) == (strips == 3)
    if unread:
        begins = 40 + 180 * strips
        assert begins - 40 < unread.top < begins + 20 and unread.bottom == 500


def test_of_a_region_what_is_unread_is_in_pixels_of_the_picture() -> None:
    with pytest.raises(PartlyReadError) as caught:
        SlowReader(5.0, 4.0).read(THREE_STRIPS, PixelBox(10, 150, 300, 300))
    left, top, right, bottom = caught.value.unread.corners()
    assert (left, right, bottom) == (10, 310, 450) and 360 < top < 420
