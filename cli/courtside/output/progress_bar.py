"""Shows on stderr how far a command is: a bar in a terminal, elsewhere a line now and then."""

from __future__ import annotations

import time
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress, ProgressColumn, TaskID

PRINT_EVERY_S = 30.0


def progress_bar(*columns: ProgressColumn | str) -> Progress:
    """A bar that disappears at the end; into a file or a pipe what takes long writes lines."""
    console = Console(stderr=True)
    kind = Progress if console.is_terminal else _PrintedProgress
    return kind(*columns, console=console, transient=True, disable=not console.is_terminal)


class _PrintedProgress(Progress):
    """Lines in place of a bar."""

    def __init__(self, *columns: ProgressColumn | str, **options: Any) -> None:
        super().__init__(*columns, **options)
        self._printed_at = time.monotonic()

    def update(self, task_id: TaskID, **changes: Any) -> None:
        super().update(task_id, **changes)
        self._print(task_id)

    def advance(self, task_id: TaskID, advance: float = 1) -> None:
        super().advance(task_id, advance)
        self._print(task_id)

    def _print(self, task_id: TaskID) -> None:
        now = time.monotonic()
        if now < self._printed_at + PRINT_EVERY_S:
            return
        self._printed_at = now
        task = self._tasks[task_id]
        left = f", about {_minutes(task.time_remaining)} left" if task.time_remaining else ""
        whole = "" if task.total is None else f" of {task.total:.0f}"
        click.echo(f"{task.description}: {task.completed:.0f}{whole}{left}", err=True)


def _minutes(seconds: float) -> str:
    return f"{max(seconds / 60, 1):.0f} min"
