"""The options `--engine` and `--address`: where a command's work is done. Starts no engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from .option_group import option_group

F = TypeVar("F", bound=Callable[..., Any])


def engine_options(work: str) -> Callable[[F], F]:
    """Gives a command `engine` and `address`; `work`: what is done there, e.g. "Judge"."""
    return option_group(
        click.option(
            "--engine",
            type=click.Choice(["local", "ray"]),
            default="local",
            show_default=True,
            help=f"{work} on this machine, or on a Ray cluster.",
        ),
        click.option(
            "--address",
            metavar="HOST:PORT",
            help="Address of the Ray cluster; by default this machine.",
        ),
    )
