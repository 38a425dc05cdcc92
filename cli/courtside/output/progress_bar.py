"""Shows how far a command is, on stderr; nothing where that is no terminal."""

from __future__ import annotations

from rich.console import Console
from rich.progress import Progress, ProgressColumn


def progress_bar(*columns: ProgressColumn | str) -> Progress:
    """A bar that disappears at the end. Into a file or a pipe it writes nothing."""
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
