"""Whether what was done in other rows was done in one that the task excepts. Knows no weights."""

from __future__ import annotations

from courtside_judge.evidence.exceptions_of_task import excepted_names
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.likeness import stems
from courtside_judge.evidence.tracker import Tracker


def excepted_rows(run: Tracker) -> list[Finding]:
    """Presses that were taken in the row of a name that the task excepts, where the same was
    pressed in another row: only that one may be meant for another wish."""
    names = [stems(name) for name in excepted_names(run.goal.task)]
    rows = run.compared_controls.rows
    excepted = [
        one
        for one in rows
        if run.app.was_taken_at(one.step) and any(name <= stems(one.text) for name in names if name)
    ]
    others = {_act(one.control) for one in rows if one not in excepted}
    return [
        Finding(kind="forbidden-pressed", what=one.control, step=one.step)
        for one in excepted
        if _act(one.control) in others
    ]


def _act(control: str) -> str:
    """What a control of a row does, by its first word: "Take Honey off"."""
    return control.partition(" ")[0].lower()
