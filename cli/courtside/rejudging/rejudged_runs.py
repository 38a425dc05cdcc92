"""What became of stored runs that were judged again. Judges nothing and prints nothing."""

from __future__ import annotations

import msgspec

from courtside_store.records import Record


class JudgingReport(Record, frozen=True, kw_only=True, omit_defaults=False):
    """What became of the runs of one judging pass, in numbers and reasons."""

    judge: str
    runs: int = 0
    """Runs that got a verdict."""
    steps: int = 0
    """Steps that got a verdict."""
    already: int = 0
    """Runs that had every verdict already."""
    left_out: dict[str, int] = msgspec.field(default_factory=dict)
    """Runs that were not judged, by reason."""
    labels: dict[str, int] = msgspec.field(default_factory=dict)
    """Of the runs."""
    changed: dict[str, int] = msgspec.field(default_factory=dict)
    """Runs whose label is another one now: "failure to success"."""
    failed: int = 0
    """Verdicts, on steps and runs, that the judge could not give."""
    why: str = ""
    """Why the last one failed."""
    unparsed: int = 0
    """Verdicts on steps and runs that a model's answer could not be read as."""
    first_unparsed: str = ""
    """Why the first of them could not be read, with what the model answered."""
    stored: bool = True
