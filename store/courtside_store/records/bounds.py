"""Bounded texts and numbers, which the fields of records are made of. Knows no record."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

# Python's `$` also matches before a last line break, JavaScript's does not: hence the look-ahead.
Sha256 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
Short = Annotated[str, Meta(max_length=500)]
Text = Annotated[str, Meta(max_length=20_000)]
Millis = Annotated[int, Meta(ge=0, le=253_402_300_799_999)]
"""Unix time in milliseconds, up to the end of the year 9999."""
Took = Annotated[float, Meta(ge=0, le=1e12)]
"""How long something took, in milliseconds."""
Number = Annotated[int, Meta(ge=1, le=2**31 - 1)]
"""A number of a step, an attempt or an element, counted from 1."""
Count = Annotated[int, Meta(ge=0, le=10**9)]
Length = Annotated[int, Meta(ge=0, le=10**6)]
"""The width or height of a viewport, in viewport units."""
Amount = Annotated[float, Meta(ge=-1e12, le=1e12)]
"""A finite number that nothing else bounds, e.g. a benchmark's reward."""
Probability = Annotated[float, Meta(ge=0, le=1)]
Revision = Annotated[int, Meta(ge=0, le=2**31 - 1)]
"""How often what a verdict on a run rests on has changed: a step, its end, its task."""
Setting = Text | Annotated[int, Meta(ge=-(2**53), le=2**53)] | Amount | bool
