"""A progress bar for the bytes of a file that are hashed or downloaded."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, DownloadColumn, TextColumn, TransferSpeedColumn

from courtside.output.progress_bar import progress_bar
from courtside_judge.models.examine import OnHashed


@contextmanager
def hashing() -> Iterator[OnHashed]:
    """A bar for the bytes that are hashed; gigabytes take seconds."""
    columns = (TextColumn("sha256"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with progress_bar(*columns) as bar:
        task = bar.add_task("sha256", visible=False)

        def on_progress(done: int, size: int) -> None:
            bar.update(task, completed=done, total=size, visible=True)

        yield on_progress
