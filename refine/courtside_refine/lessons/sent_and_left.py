"""What a run sent that was accepted, and what it left behind unsent. Knows no verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from courtside_judge.evidence.facts.app_reactions import was_taken
from courtside_judge.evidence.screen import page_of
from courtside_store.records import LessonPoint, Request, Step
from courtside_store.rendering import render_step
from courtside_store.safe_methods import is_safe

from .cleaning import clean, quoted

MAX_STEPS = 3
"""So many are named: the last ones."""
MAX_STEP_CHARS = 32
ACCEPTED = "what was sent was accepted, and may still be so: "
PUT_RIGHT = "unless it was undone since, check what of that is wrong, and put it right first"
LEFT = "it left the page with fields that were edited and not sent: "
SEND_FIRST = "send or save what was edited before leaving the page"


def was_accepted(step: Step) -> bool:
    """Whether something that changes data was sent in it, and answered with no error."""
    return any(map(was_taken, _changes(step)))


def _changes(step: Step) -> list[Request]:
    """What it sent to change data."""
    sent = (step.effects.requests if step.effects else None) or ()
    return [one for one in sent if not is_safe(one.method)]


def point_of_left_behind(steps: Sequence[Step]) -> Iterator[LessonPoint]:
    """The last step that left a page with edited fields, where nothing was sent since."""
    for step in reversed(steps):
        then, now = step.before, step.after
        if _changes(step):
            return
        if not (then and now and then.page and now.page):
            continue  # one of the two was not seen
        left = then.page.dirty
        if left and page_of(then) != page_of(now):
            seen = quoted(", ".join(left))
            done = clean(render_step(step))
            yield LessonPoint(step=step.index, done=done, seen=LEFT + seen, advice=SEND_FIRST)
            return


def point_of_accepted(steps: Sequence[Step]) -> Iterator[LessonPoint]:
    """One point on all of them, where there are any: nobody knows here whether the application is
    reset before the next attempt."""
    accepted = [step for step in steps if step.actions and was_accepted(step)][-MAX_STEPS:]
    named = (f"step {one.index} ({quoted(render_step(one), MAX_STEP_CHARS)})" for one in accepted)
    if accepted:
        yield LessonPoint(seen=ACCEPTED + ", ".join(named), advice=PUT_RIGHT)
