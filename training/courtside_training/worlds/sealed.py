"""Which worlds are sealed: nobody looks at their runs, and no judge learns from them."""

from __future__ import annotations

from .catalogue import WORLDS

SEALED = tuple(entry.name for entry in WORLDS if entry.sealed)
"""The names of sealed worlds. docs/lab/sealed.md has the rule, and the list of each use."""


def require_open(*worlds: str) -> None:
    """Raises ValueError for a sealed world: whatever learns from episodes calls this first."""
    for world in worlds:
        if world in SEALED:
            raise ValueError(
                f"{world} is sealed: its episodes may be counted and scored, never learned from;"
                " see docs/lab/sealed.md"
            )


def speaks_of(world: str, what: str) -> str:
    """What may be printed of an episode: all of it, or of a sealed world that there was one."""
    return "an episode of a sealed world was left out" if world in SEALED else what
