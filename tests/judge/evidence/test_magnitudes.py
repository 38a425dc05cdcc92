"""What stands in a column is read as numbers where all of it is of one unit."""

from __future__ import annotations

import pytest

from courtside_judge.evidence.magnitudes import read_magnitudes


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        (("12", "40", "-"), (12.0, 40.0, None)),
        (("£1,250.00", "£9.50"), (1250.0, 9.5)),
        (("1.250,00 €", "9,50 €"), (1250.0, 9.5)),
        (("1 seat", "12 seats"), (1.0, 12.0)),
        (("09:30", "11:00"), (570.0, 660.0)),
        (("2026-05-14", "1 June 2025"), (20260514.0, 20250601.0)),
    ],
)
def test_numbers_that_can_be_compared(
    cells: tuple[str, ...], values: tuple[float | None, ...]
) -> None:
    found = read_magnitudes(cells)
    assert found is not None and found.values == values


@pytest.mark.parametrize(
    "cells",
    [
        ("900 MB", "2 GB"),
        ("12", "many"),
        ("3 of 4", "4 of 5"),
        ("14 May", "2 June"),
        ("03/04/2026", "05/06/2026"),
        ("12", ""),
        ("Oak", "Elm"),
        ("0664 123 456", "0664 123 457"),
        ("1,234 567", "2,345 678"),
        ("1.234'567", "1.234'568"),
    ],
)
def test_numbers_that_cannot(cells: tuple[str, ...]) -> None:
    assert read_magnitudes(cells) is None
