"""Which steps of a run sent something that the application accepted. Knows no verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from courtside_judge.evidence.facts.app_reactions import was_taken
from courtside_store.records import LessonPoint, Step
from courtside_store.rendering import render_step
from courtside_store.safe_methods import is_safe

from .cleaning import quoted

MAX_STEPS = 3
"""So many are named: the last ones."""
MAX_STEP_CHARS = 32
ACCEPTED = "what was sent was accepted, and may still be so: "
PUT_RIGHT = "unless it was undone since, check what of that is wrong, and put it right first"


def was_accepted(step: Step) -> bool:
    """Whether something that changes data was sent in it, and answered with no error."""
    sent = (step.effects.requests if step.effects else None) or ()
    return any(was_taken(one) and not is_safe(one.method) for one in sent)


def point_of_accepted(steps: Sequence[Step]) -> Iterator[LessonPoint]:
    """One point on all of them, where there are any: nobody knows here whether the application is
    reset before the next attempt."""
    accepted = [step for step in steps if step.actions and was_accepted(step)][-MAX_STEPS:]
    named = (f"step {one.index} ({quoted(render_step(one), MAX_STEP_CHARS)})" for one in accepted)
    if accepted:
        yield LessonPoint(seen=ACCEPTED + ", ".join(named), advice=PUT_RIGHT)
