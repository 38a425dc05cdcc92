"""The arguments of commands that read runs: from the store by a filter, or from files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from courtside.options.empty_words import FilePath
from courtside_formats.importers import NAMES

F = TypeVar("F", bound=Callable[..., Any])


def run_options(data_help: str) -> Callable[[F], F]:
    """Gives a command `words`, `data` and `format`; `data_help` says what --data is to it."""

    def decorate(command: F) -> F:
        command = click.option(
            "--format",
            type=click.Choice(NAMES),
            metavar="NAME",
            default=NAMES[0],
            help="Format of --data; docs/reference/formats.md lists them.",
        )(command)
        command = click.option(
            "--data", multiple=True, type=FilePath(path_type=Path), help=data_help
        )(command)
        return click.argument("words", nargs=-1, metavar="[FILTER]...")(command)

    return decorate


def check_one_source(words: Sequence[str], data: Sequence[Path]) -> None:
    """Raises ValueError where a filter and files are both given."""
    if words and data:
        raise ValueError(
            f"FILTER {' '.join(words)!r} and --data are both given; give one of the two"
        )
