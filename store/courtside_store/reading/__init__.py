"""Reads what the store holds, over read-only connections. Writes nothing."""

from __future__ import annotations

from .search import SearchReader
from .step_reader import StepReader
from .totals import TotalsReader
from .unjudged import JudgingReader
from .verdicts import VerdictReader


class Reader(JudgingReader, StepReader, VerdictReader, SearchReader, TotalsReader):
    """Reads everything that is stored. Each thread that asks has its own connection."""
