"""What is looked at before a training begins: enough to learn from, no other training's weights.
Knows no network.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

C = TypeVar("C", bound=msgspec.Struct)


class OfTask(Protocol):
    """What is learnt from: each of a task."""

    @property
    def task(self) -> str: ...


def require_enough(given: Sequence[OfTask]) -> None:
    """Raises ValueError where there is nothing, or one task only."""
    if not given:
        raise ValueError("there is nothing to train on: no step was kept")
    if len({one.task for one in given}) < 2:
        raise ValueError(f"there is one task only, {given[0].task[:60]!r}: nothing to train on")


def ended_before(file: Path, kind: type[C], is_same: Callable[[C], bool]) -> C | None:
    """The card that the same training left there when it ended; None where none ended.

    Raises FileExistsError where another training ended there.
    """
    try:
        found = msgspec.json.decode(file.read_bytes(), type=kind)
    except (FileNotFoundError, msgspec.DecodeError):
        return None
    if not is_same(found):
        raise FileExistsError(
            f"{file.parent} holds the weights of another training; give another folder"
        )
    return found
