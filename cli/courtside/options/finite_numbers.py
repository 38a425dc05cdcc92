"""A finite number on the command line: `nan` passes the float and the range of click."""

from __future__ import annotations

import math
from typing import Any

import click


class FiniteFloat(click.types.FloatParamType):
    """The type of an option that is a finite number."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Called by click."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value!r} is no finite number", param, ctx)
        return number


class FiniteRange(click.FloatRange):
    """The type of an option that is a finite number within bounds."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Called by click."""
        number = float(super().convert(value, param, ctx))
        return FiniteFloat().convert(number, param, ctx)
