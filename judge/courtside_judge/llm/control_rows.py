"""The words in the row of a control, which tell it from others of its name. Concludes nothing."""

from __future__ import annotations

from courtside_judge.evidence.facts.row_labels import row_text
from courtside_store.records import Observation, Target
from courtside_store.shortened_text import shortened

_MAX_ELEMENTS = 400
"""The row is looked for among so many elements of a screen."""
_MAX_ROW_CHARS = 80


def row_of(target: Target | None, look: Observation) -> str:
    """What stands beside it; empty where no other of its name is on the screen."""
    if target is None or target.box is None:
        return ""
    elements = look.elements[:_MAX_ELEMENTS]
    if sum((e.text, e.role) == (target.text, target.role) for e in elements) < 2:
        return ""
    row = row_text((e for e in elements if e.text != target.text), target.box)
    return shortened(" ".join(row.split()), _MAX_ROW_CHARS)
