"""`courtside tasks`: checks a list of tasks, and names the lines that hold no task."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from courtside.options.empty_words import FilePath, not_empty
from courtside.output.printing import as_json, print_json
from courtside.output.terminal_tables import console, print_table
from courtside_formats.task_lists import BadLine, Task, read_tasks
from courtside_store.rendering import counted


@click.command("tasks")
@click.argument("paths", nargs=-1, required=True, type=FilePath(path_type=Path), metavar="FILE...")
@click.option("--split", help="Only this split: train, test, validation or the list's own word.")
@click.option("--app", callback=not_empty, help="Only this app or domain.")
@as_json
def tasks(paths: tuple[Path, ...], split: str | None, app: str | None, as_json: bool) -> None:
    """Print the tasks that files list.

    The files are JSON, JSON lines, CSV, or have one task on each line. A line that is no task is
    named, and the exit code is then 1.
    """
    read = [one for path in paths for one in read_tasks(path)]
    bad = [one for one in read if isinstance(one, BadLine)]
    kept = [one for one in read if isinstance(one, Task) and _fits(one, split, app)]
    if as_json:
        print_json({"tasks": kept, "bad": bad})
    else:
        _print(kept)
    for one in bad:
        click.echo(f"courtside: {one.place}: {one.reason}", err=True)
    if bad or not kept:
        sys.exit(1)


def _fits(task: Task, split: str | None, app: str | None) -> bool:
    return (split is None or task.split == split) and (
        app is None or task.app.lower() == app.lower()
    )


def _print(kept: list[Task]) -> None:
    if not kept:
        return click.echo("no task matches")
    rows = [(one.id, one.split, one.app, one.text) for one in kept]
    print_table(console(), ("id", "split", "app", "task"), rows, "task")
    click.echo(counted(len(kept), "task"))
    return None
