"""What is checked before a training begins: its examples and its folder. Knows no network."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

ANOTHER = "{} holds the weights of another training; give another folder"
OWN = ("card", "losses", "checkpoint", "policy", "adapter")
"""What the names of all that a training writes begin with."""
C = TypeVar("C", bound=msgspec.Struct)


class OfTask(Protocol):
    """What is learnt from: each of a task."""

    @property
    def task(self) -> str: ...


def require_enough(given: Sequence[OfTask], left_out: str = "") -> None:
    """Raises ValueError where there is nothing, or one task only; of captions, one screen.

    `left_out`: how many steps were not kept, for which reason.
    """
    if not given:
        raise ValueError("there is nothing to train on: no step was kept")
    if len({one.task for one in given}) < 2:
        of = given[0].task[:60]
        more = f"; left out: {left_out}" if left_out else ""
        raise ValueError(
            f"what was kept is of one task only (or one screen), {of!r}: nothing to train on{more}"
        )


def ended_before(file: Path, kind: type[C], is_same: Callable[[C], bool]) -> C | None:
    """The card that the same training left there when it ended; None where none ended.

    Raises FileExistsError where another training, perhaps of something else, ended there, and where
    the folder holds what no training wrote.
    """
    if not file.exists():
        _require_own(file.parent)
        return None
    try:
        found = msgspec.json.decode(file.read_bytes(), type=kind)
    except ValueError:
        found = None
    if found is None or not is_same(found):
        raise FileExistsError(ANOTHER.format(file.parent))
    return found


def require_none_ended(file: Path) -> None:
    """Raises FileExistsError where a training left this card when it ended, and where the folder
    holds what no training wrote."""
    if file.exists():
        raise FileExistsError(ANOTHER.format(file.parent))
    _require_own(file.parent)


def _require_own(folder: Path) -> None:
    """A training that was killed goes on in its folder, whatever it had written by then."""
    names = [one.name for one in folder.iterdir()] if folder.is_dir() else []
    if names and not any(name.startswith(OWN) for name in names):
        raise FileExistsError(f"{folder} holds something else; give another folder")
