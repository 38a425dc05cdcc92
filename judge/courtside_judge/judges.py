"""Finds a judge by its name. Our own enter by the same door as anybody's."""

from __future__ import annotations

from importlib.metadata import entry_points

from .evidence import EvidenceJudge
from .protocol import Judge

GROUP = "courtside.judges"
OURS: dict[str, type[Judge]] = {"evidence": EvidenceJudge}


def load_judge(name: str) -> Judge:
    """A judge of ours, or one that an installed package offers under the entry-point group.

    Raises ValueError, naming those that there are.
    """
    if name in OURS:
        return OURS[name]()
    for entry in entry_points(group=GROUP, name=name):
        judge: Judge = entry.load()()
        return judge
    raise ValueError(f"judge is {name!r}; expected one of {judge_names()}")


def judge_names() -> list[str]:
    """Names that `load_judge` knows."""
    return sorted({*OURS, *(entry.name for entry in entry_points(group=GROUP))})
