"""Where an experiment keeps what it makes, unless it is told. Makes no folder."""

from __future__ import annotations

from pathlib import Path

KEPT = Path(__file__).parents[3] / ".training" / "experiments"


def kept_folder(name: str, quick: bool) -> Path:
    """Each size has a folder of its own: what was made in one counts for nothing in the other."""
    return KEPT / (f"{name}-quick" if quick else name)
