"""Whether a field was given the number that the task says it is not to be. Knows no weights."""

from __future__ import annotations

from courtside_judge.evidence.exceptions_of_task import denied_numbers
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.tracker import Tracker

from .other_values import other_value


def denied_values(run: Tracker) -> list[Finding]:
    """Each such number that was entered in its field last: the 10 of "12 minutes, not 10"."""
    denied = denied_numbers(run.goal.task)
    newest = {one.field: one for one in run.entries.in_order if one.field}
    return [
        other_value(one.value, one.field, f"not {one.value}", one.step)
        for one in newest.values()
        if one.value in denied
    ]
