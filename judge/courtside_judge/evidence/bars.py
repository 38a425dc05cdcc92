"""What bars a run from being a success, however likely it is. Weighs nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from courtside_store.records import RunLabel

from .catalogue import entry_of
from .finding import Finding

Bar = Literal["contradicted", "untold"]
"""Something is otherwise than the task has it; nothing tells which of several it wants."""


def is_bar(kind: str, *, is_learned: bool = False) -> bool:
    """Whether findings of a kind bar it. Labels of such runs may teach that a contradiction is none
    (`is_learned`), and never which of several was meant."""
    is_contradiction = entry_of(kind).family == "contradiction"
    return kind == "extreme-untold" or (is_contradiction and not is_learned)


def barring(findings: Sequence[Finding], *, is_learned: bool = False) -> list[Finding]:
    """Those that bar it."""
    return [one for one in findings if is_bar(one.kind, is_learned=is_learned)]


def bar_of(findings: Sequence[Finding]) -> Bar | None:
    """The one that labels cannot lift, before the other."""
    if barring(findings, is_learned=True):
        return "untold"
    return "contradicted" if barring(findings) else None


def barred(label: RunLabel, bar: Bar | None, *, is_learned: bool = False) -> RunLabel:
    """The label of a run with that bar."""
    holds = bar == "untold" or (bar == "contradicted" and not is_learned)
    return "unknown" if holds and label == "success" else label
