"""`courtside import`: the options, the progress bar and the words at the end."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich.progress import BarColumn, SpinnerColumn, TextColumn, TimeElapsedColumn

from courtside.importing.import_report import MAX_BROKEN, ImportReport, broken_line
from courtside.importing.imports import import_paths
from courtside.options.empty_words import FilePath
from courtside.output.printing import as_json, print_json
from courtside.output.progress_bar import progress_bar
from courtside_formats.importers import AUTO, NAMES
from courtside_store.config import Config
from courtside_store.daemon_state import read_running
from courtside_store.rendering import counted

MAX_NAMED = 20
"""How many broken files are named one by one; `--json` names all."""


@click.command("import")
@click.argument("paths", nargs=-1, required=True, type=FilePath(path_type=Path), metavar="PATH...")
@click.option(
    "--format",
    "format",
    type=click.Choice(NAMES),
    metavar="NAME",
    default=AUTO,
    show_default=True,
    help="Format of the files, where it cannot be detected.",
)
@as_json
@click.pass_obj
def import_runs(config: Config, paths: tuple[Path, ...], format: str, as_json: bool) -> None:
    """Import runs that other tools recorded.

    Files, or folders, which are searched. Labels are imported as oracles. A run that is stored
    already is skipped. A broken file is named, the others are imported, and the exit code is then
    1. docs/reference/formats.md lists the formats.
    """
    columns = (SpinnerColumn(), BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with progress_bar(*columns) as bar:
        task = bar.add_task("looking", total=None)

        def on_progress(report: ImportReport, done: int, units: int) -> None:
            total = units if units > 1 else None  # how many runs a file holds is not known
            words = _counts(report)
            if done == units:
                total, done = report.imported or None, report.judged
                words += f"; {report.judged} judged, Ctrl-C leaves the rest to `courtside up`"
            bar.update(task, completed=done, total=total, description=words)

        report = import_paths(config, paths, format, on_progress)
    if as_json:
        print_json(report)
    else:
        _print(report, read_running(config) is not None)
    if report.left_out:
        sys.exit(1)


def _counts(report: ImportReport) -> str:
    already = f"{report.already} already stored"
    return f"{counted(report.imported, 'run')} imported, {already}, {report.left_out} broken"


def _print(report: ImportReport, is_running: bool) -> None:
    click.echo(_counts(report))
    if not (report.imported or report.already or report.broken):
        click.echo("  no run was found; docs/reference/formats.md lists what can be read", err=True)
    if report.imported:
        _print_imported(report, is_running)
    for one in report.broken[:MAX_NAMED]:
        click.echo(f"  left out: {broken_line(one)}", err=True)
    if report.left_out > MAX_NAMED:
        more = report.left_out - MAX_NAMED
        click.echo(f"  and {more} more: --json names the first {MAX_BROKEN}", err=True)


def _print_imported(report: ImportReport, is_running: bool) -> None:
    withheld = f", {counted(report.withheld, 'image')} left out" if report.withheld else ""
    labelled = f"{counted(report.labelled, 'run')} with a label"
    click.echo(f"  {counted(report.steps, 'step')}, {labelled}{withheld}")
    waiting = report.imported - report.judged
    who = "the daemon" if is_running else "`courtside up`"
    pending = f"{counted(waiting, 'run')} pending: {who} goes on judging"
    click.echo(f"  {pending if waiting else 'all are judged'}")
    click.echo("  courtside list source:import")
