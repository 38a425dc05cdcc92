"""Joins screens and turns into the steps of a run. Knows no format and no files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from courtside_store.geometry import Box, Point
from courtside_store.records import Action, ActionKind, Observation, Record, Step, Target
from courtside_store.shortened_text import shortened

from .pictures import MAX_SHORT, MAX_TEXT

MAX_ACTIONS = 100


class AgentTurn(Record, frozen=True, kw_only=True):
    """What an agent thought and did between two screens."""

    actions: tuple[Action, ...] = ()
    thought: str = ""


def join(
    run: str, looks: Sequence[Observation | None], turns: Sequence[AgentTurn]
) -> tuple[Step, ...]:
    """Step k goes from look k to look k+1, counted from 0; the last step ends with the last look.

    Where there are more looks than turns can explain, those between are left out: nothing says
    which action they follow. Where there are fewer, the last steps have no screens. Looks without
    any turn are one step without an action.
    """
    if not turns and any(looks):
        looks = looks if len(looks) > 1 else (None, *looks)
        turns = (AgentTurn(),)
    steps = []
    for number, turn in enumerate(turns):
        is_last = number == len(turns) - 1
        following = looks[number + 1 :]
        after = following[-1 if is_last else 0] if following else None
        steps.append(
            Step(
                run=run,
                index=number + 1,
                before=looks[number] if number < len(looks) else None,
                actions=turn.actions[:MAX_ACTIONS],
                after=after,
                thought=shortened(turn.thought, MAX_TEXT),
            )
        )
    return tuple(steps)


def act(
    kind: ActionKind,
    at_ms: int,
    *,
    target: Target | None = None,
    point: Point | None = None,
    to_point: Point | None = None,
    text: str = "",
    raw: Any = None,
) -> Action:
    """One action, cut to the size that the store takes."""
    return Action(
        kind=kind,
        at_ms=at_ms,
        target=target,
        point=point,
        to_point=to_point,
        text=shortened(text, MAX_TEXT),
        raw=raw if raw is None or isinstance(raw, dict) else {"source": raw},
    )


def name_target(
    text: str = "",
    role: str = "",
    tag: str = "",
    box: Box | None = None,
    state: tuple[str, ...] = (),
) -> Target | None:
    """What was hit, cut to the size that the store takes; None where nothing is known of it."""
    if not (text or role or tag or box or state):
        return None
    return Target(
        text=shortened(text, MAX_SHORT),
        role=shortened(role, MAX_SHORT),
        tag=shortened(tag, MAX_SHORT),
        box=box,
        state=state,
    )
