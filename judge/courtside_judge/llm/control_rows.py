"""The words in the row of a control, which tell it from others of its name. Concludes nothing."""

from __future__ import annotations

from courtside_judge.evidence.facts.row_labels import row_text
from courtside_judge.evidence.story_line import CUT
from courtside_store.records import Observation, Target

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
    row = " ".join(row_text((e for e in elements if e.text != target.text), target.box).split())
    return row if len(row) <= _MAX_ROW_CHARS else row[: _MAX_ROW_CHARS - 1] + CUT
