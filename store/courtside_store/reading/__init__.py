"""Reads what the store holds, over read-only connections. Writes nothing."""

from __future__ import annotations

from .search import SearchReader
from .step_reader import StepReader
from .totals import TotalsReader
from .unjudged import JudgingReader
from .verdicts import VerdictReader


class Reader(JudgingReader, StepReader, VerdictReader, SearchReader, TotalsReader):
    """Everything that can be read; each thread that asks has a connection of its own."""
