"""What is looked at before a training begins: enough to learn from, no other training's weights.
Knows no network.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

ANOTHER = "{} holds the weights of another training; give another folder"
C = TypeVar("C", bound=msgspec.Struct)


class OfTask(Protocol):
    """What is learnt from: each of a task."""

    @property
    def task(self) -> str: ...


def require_enough(given: Sequence[OfTask]) -> None:
    """Raises ValueError where there is nothing, or one task only; of captions, one screen."""
    if not given:
        raise ValueError("there is nothing to train on: no step was kept")
    if len({one.task for one in given}) < 2:
        of = given[0].task[:60]
        raise ValueError(f"there is one task only (or one screen), {of!r}: nothing to train on")


def ended_before(file: Path, kind: type[C], is_same: Callable[[C], bool]) -> C | None:
    """The card that the same training left there when it ended; None where none ended.

    Raises FileExistsError where another training, perhaps of something else, ended there.
    """
    if not file.exists():
        return None
    try:
        found = msgspec.json.decode(file.read_bytes(), type=kind)
    except msgspec.DecodeError:
        found = None
    if found is None or not is_same(found):
        raise FileExistsError(ANOTHER.format(file.parent))
    return found


def require_none_ended(file: Path) -> None:
    """Raises FileExistsError where a training left this card when it ended."""
    if file.exists():
        raise FileExistsError(ANOTHER.format(file.parent))
