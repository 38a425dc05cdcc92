"""Says what the steps of a run changed on its screens, and what nobody changed. Writes no code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from courtside_formats.exports.turns import was_seen
from courtside_store.records import Observation, Step
from courtside_store.safe_methods import is_safe

from .words import says

_GOES = {"navigate", "back", "forward", "reload", "open-tab", "switch-tab", "hover", "scroll"}


def changing_steps(steps: list[Step]) -> list[Step]:
    """Those of which a server took a request that changes something; where there is none, those
    that do more than go to another page."""
    sent = [step for step in steps if _sends(step)]
    return sent or [step for step in steps if not _only_goes(step)] or steps[-1:]


def was_brought(words: str, steps: list[Step]) -> bool:
    """Whether one of these steps brought words: the screen before it has them not, nor the page on
    which they stand when it was seen before. The last one may have brought them later."""
    changing = changing_steps(steps)
    for step in changing:
        after = steps[-1].after or steps[-1].before if step is changing[-1] else step.after
        stood = any(says(look.text, words) for look in looks_before(step, steps, after))
        if not stood and (step is changing[-1] or (after and says(after.text, words))):
            return True
    return False


def looks_before(step: Step, steps: list[Step], after: Observation | None) -> Iterator[Observation]:
    """The screen before a step, the newest that was seen, and the newest of another one's page."""
    past = takewhile(lambda one: one is not step, steps)
    looks = [look for one in past for look in (one.before, one.after)] + [step.before]
    seen = [look for look in looks if look and was_seen(look)]
    yield from seen[-1:]
    yield from [look for look in seen[:-1] if after and page_of(look) == page_of(after)][-1:]


def page_of(look: Observation) -> str:
    """Its address without what is asked of it."""
    return re.split("[?#]", look.url)[0]


def _sends(step: Step) -> bool:
    requests = (step.effects.requests if step.effects else None) or ()
    return any(not is_safe(one.method) and 200 <= (one.status or 0) < 400 for one in requests)


def _only_goes(step: Step) -> bool:
    return all(
        action.kind in _GOES or (action.target is not None and action.target.role == "link")
        for action in step.actions
    )
