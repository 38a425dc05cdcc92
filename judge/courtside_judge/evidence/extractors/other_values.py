"""What is said of a value that was given in place of the one that a task says. Finds none."""

from __future__ import annotations

from courtside_judge.evidence.finding import Finding


def other_value(given: str, field: str, wanted: str, step: int) -> Finding:
    """`field`: the name of the field that holds it; empty where it was chosen by a press."""
    return Finding(
        kind="field-otherwise",
        what=given,
        where=field,
        wanted=wanted,
        step=step,
        variant="field" if field else "chosen",
    )
