"""A number within bounds on the command line: `nan` passes the range of click."""

from __future__ import annotations

import math
from typing import Any

import click

MAX_SECONDS = 10**6
"""The longest time that an option takes; a clock cannot wait for much more."""
MAX_COST = 10**9


class FiniteRange(click.FloatRange):
    """The type of an option that is a finite number: it has both bounds."""

    def __init__(self, min: float, max: float, *, min_open: bool = False) -> None:
        super().__init__(min, max, min_open=min_open)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Called by click."""
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            self.fail(f"{value!r} is no finite number", param, ctx)
        return number
