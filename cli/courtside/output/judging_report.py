"""Prints what became of stored runs that were judged again. Judges nothing."""

from __future__ import annotations

import click

from courtside.rejudging.rejudged_runs import JudgingReport
from courtside_store.rendering import counted
from courtside_store.shortened_text import shortened

_MAX_REASON_CHARS = 240
_ADVICE = (
    "such a model answers otherwise than it is asked to; `courtside model list` names models that "
    "are made for instructions, and `courtside model use` takes another"
)


def print_report(report: JudgingReport) -> None:
    """Prints a report in the terminal."""
    labels = ", ".join(f"{n} {label}" for label, n in sorted(report.labels.items()))
    click.echo(
        f"{counted(report.runs, 'run')}, {counted(report.steps, 'step')} judged by {report.judge}"
        f"{f': {labels}' if labels else ''}; {counted(report.already, 'run')} already judged"
    )
    for change, n in sorted(report.changed.items()):
        click.echo(f"  {n} changed from {change}")
    for n, what in (
        (
            report.unparsed,
            f"could not be read: {shortened(report.first_unparsed, _MAX_REASON_CHARS)}; {_ADVICE}",
        ),
        (report.failed, f"failed; the same command tries them again: {report.why}"),
    ):
        if n:
            click.echo(f"  {counted(n, 'verdict')} {what}")
    for reason, n in report.left_out.items():
        click.echo(f"  {n} left out: {reason}")
    if not report.stored:
        more = "; with --again also what is judged already" if report.already else ""
        click.echo(f"  nothing was stored{more}")
