"""`courtside list`: runs in a table, newest first."""

from __future__ import annotations

import click
from rich.text import Text

from courtside.options.filters import filter_of, no_match
from courtside.output.printing import as_json, print_json
from courtside.output.terminal_tables import console, print_table
from courtside.output.verdict_text import age, label
from courtside_store.config import Config
from courtside_store.reading import Reader
from courtside_store.rendering import render_percent, render_signs
from courtside_store.shortened_text import shortened
from courtside_store.summaries import RunSummary

MAX_TASK_CHARS = 120
LISTED = (
    *("run", "task", "agent", "source", "steps", "verdict", "likely a success"),
    *("kind, flags", "people", "age"),
)


@click.command("list")
@click.argument("words", nargs=-1, metavar="[FILTER]...")
@click.option(
    "--limit",
    type=click.IntRange(1, 1_000_000),
    metavar="N",
    default=50,
    show_default=True,
    help="List at most this many runs.",
)
@as_json
@click.pass_obj
def list_runs(config: Config, words: tuple[str, ...], limit: int, as_json: bool) -> None:
    """List runs, newest first.

    FILTER, for example: verdict:failure source:cdp 'steps>10' '"card declined"'. Put -- before a
    FILTER that begins with a minus. docs/guide/dashboard.md lists the filters.
    """
    with Reader(config) as reader:
        runs = reader.runs(filter_of(words), limit + 1)
    if as_json:
        print_json(runs[:limit])
    elif runs:
        print_table(console(), LISTED, [_row(one) for one in runs[:limit]], "task")
    else:
        click.echo(no_match(words) if words else "no run is recorded yet")
    if len(runs) > limit:
        click.echo(f"the newest {limit}; --limit N shows more", err=True)


def _row(one: RunSummary) -> tuple[Text | str, ...]:
    return (
        one.run.id,
        shortened(one.run.task, MAX_TASK_CHARS) or "(no task)",
        one.run.agent,
        one.source,
        str(one.steps),
        label(one.verdict, one.status),
        "" if one.score is None else render_percent(one.score),
        render_signs(one.failure_kind, one.flags),
        label(one.override) if one.override else "",
        age(one.run.started_at_ms),
    )
