"""What became of stored runs that were judged again, and how it is printed. Judges nothing."""

from __future__ import annotations

import click
import msgspec

from courtside_store.records import Record
from courtside_store.rendering import counted


class JudgingReport(Record, frozen=True, kw_only=True, omit_defaults=False):
    """What became of it."""

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
    """Runs with another label than the one that was in force: "failure to success"."""
    failed: int = 0
    """Verdicts, on steps and runs, that the judge could not give."""
    why: str = ""
    """Why the last one failed."""
    unparsed: int = 0
    stored: bool = True


def print_report(report: JudgingReport) -> None:
    """In the terminal."""
    labels = ", ".join(f"{n} {label}" for label, n in sorted(report.labels.items()))
    click.echo(
        f"{counted(report.runs, 'run')}, {counted(report.steps, 'step')} judged by {report.judge}"
        f"{f': {labels}' if labels else ''}; {counted(report.already, 'run')} already judged"
    )
    for change, n in sorted(report.changed.items()):
        click.echo(f"  {n} changed from {change}")
    for n, what in (
        (report.unparsed, "verdicts could not be parsed"),
        (report.failed, f"verdicts failed; the same command tries them again: {report.why}"),
    ):
        if n:
            click.echo(f"  {n} {what}")
    for reason, n in report.left_out.items():
        click.echo(f"  {n} left out: {reason}")
    if not report.stored:
        click.echo("  nothing was stored")
