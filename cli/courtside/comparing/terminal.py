"""Prints a comparison in a terminal. Counts nothing."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from courtside.output.terminal_tables import console, plain, print_table

from .comparison import Comparison
from .report_text import (
    RUN_HEADS,
    TASK_HEADS,
    difference_line,
    headline,
    more_tasks,
    next_step,
    report_lines,
    run_rows,
    task_rows,
)
from .single_runs import SingleRuns

COLOURS = {"regressed": "bold red", "worse": "red", "improved": "green", "unknown": "yellow"}


def print_comparison(found: Comparison) -> None:
    """The tasks or the two runs, then the totals, then what it comes to."""
    screen = console()
    if found.single_runs:
        _print_runs(screen, found.single_runs)
    elif found.tasks:
        _print_tasks(screen, found)
    for line in report_lines(found):
        screen.print(Text.assemble((f"{line.name:14}", "dim"), plain(line.words)))
    screen.print(Text(headline(found), "bold"))
    if step := next_step(found):
        screen.print(Text(step), soft_wrap=True)


def _print_runs(screen: Console, runs: SingleRuns) -> None:
    """The ids stand above the table, which would fold them."""
    ids, *rows = run_rows(runs)
    screen.print(Text(f"before  {ids.before}\nafter   {ids.after}\n"), soft_wrap=True)
    print_table(screen, RUN_HEADS, rows, "before", "after")
    screen.print(Text(difference_line(runs)))


def _print_tasks(screen: Console, found: Comparison) -> None:
    rows = [(*row[:-1], Text(row.change, COLOURS.get(row.change, ""))) for row in task_rows(found)]
    print_table(screen, TASK_HEADS, rows, "task")
    if more := more_tasks(found):
        screen.print(Text(more, "dim"))
    screen.print()
