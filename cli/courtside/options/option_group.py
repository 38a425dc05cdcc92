"""Gives a command several options at once. Knows none of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def option_group(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Gives a command these options, in their order."""

    def give(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return give
