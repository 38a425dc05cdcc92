"""Which runs a command is about: stored ones by a filter, or those in files. Judges none."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import msgspec
from rich.console import Console

from courtside.importing.import_report import broken_line
from courtside.importing.imports import import_paths
from courtside_store.config import Config
from courtside_store.reading import Reader
from courtside_store.summaries import RunSummary


def import_chosen(config: Config, data: Sequence[Path], format: str) -> tuple[str, ...] | None:
    """The ids of the runs in --data, which are stored from now on; None without --data.

    What judges them on their way in is the cheapest judge: the one that was asked for comes after.
    """
    if not data:
        return None
    cheap = msgspec.structs.replace(config, judge="evidence")
    console = Console(stderr=True)
    with console.status("importing"):
        report = import_paths(cheap, data, format, lambda *_: None, wait=False)
    for one in report.broken:
        click.echo(f"left out: {broken_line(one)}", err=True)
    return report.runs


def choose_runs(
    reader: Reader, filter: str, imported: tuple[str, ...] | None
) -> tuple[list[RunSummary], dict[str, int]]:
    """The runs to judge, oldest first, and how many others match, by reason.

    Raises ValueError where nothing matches.
    """
    if imported is None:
        matching = sorted(reader.every_run(filter), key=lambda one: one.run.started_at_ms)
    else:
        matching = [one for run in imported if (one := reader.summary(run))]
    runs = [one for one in matching if one.run.ended_at_ms is not None]
    if not matching:
        if imported is None and not filter:
            raise ValueError("no run is recorded yet; docs/guide/watch.md says how to record one")
        what = f"no run matches {filter!r}" if imported is None else "nothing was imported"
        raise ValueError(f"{what}; `courtside list` lists all runs")
    open_runs = len(matching) - len(runs)
    return runs, {"not ended yet": open_runs} if open_runs else {}
