"""How often each family's screenshots are drawn, and how the rate of learning falls."""

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training needs PyTorch")

from courtside_training.detector.shots import Shot
from courtside_training.detector.train import by_family, rate


def shots(family: str, count: int) -> list[Shot]:
    return [
        Shot(file=Path(f"{family}-{n}.jpg"), family=family, width=9, height=9, boxes=())
        for n in range(count)
    ]


def test_a_family_four_times_as_large_is_drawn_twice_as_often() -> None:
    (small, few), (large, many) = by_family([*shots("small", 25), *shots("large", 100)])
    assert (len(few), len(many)) == (25, 100)
    assert small + large == pytest.approx(1.0)
    assert large == pytest.approx(2 * small)


def test_without_screenshots_no_family_is_drawn() -> None:
    assert by_family([]) == []


def test_the_rate_comes_down_to_a_hundredth() -> None:
    assert rate(4000, 4000, 0.001) == pytest.approx(0.00001)
