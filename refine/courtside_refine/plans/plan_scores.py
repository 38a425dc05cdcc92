"""How near an agent's plan comes to the recorded one: sequence score and action score.

The two measures of OmniACT as Chi et al. 2024 report them: are the kinds of action right, and are
their targets right too. Knows no agent and no screen. The published action score takes off a part
that grows with the distance from the target; here a target is hit or missed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from courtside_store.geometry import Box, Point
from courtside_store.key_names import keys_of
from courtside_store.records import Action, ActionKind, Record

from .compared_plan import ComparedPlan

MAX_MISS_UNITS = 14.0
"""A press hits a wanted point up to this distance, where no box of its target is known."""
_PLACED: frozenset[str] = frozenset(
    ("click", "double-click", "right-click", "hover", "upload", "long-press")
)
"""Kinds that are right where they hit the wanted element."""
_SAME_KIND: dict[ActionKind, ActionKind] = {"tap": "click", "check": "click", "swipe": "drag"}


class PlanScores(Record, frozen=True, kw_only=True):
    """Over any number of plans, as percentages."""

    plans: int
    sequence: float | None
    """None without plans."""
    action: float | None


def score_plans(plans: Sequence[ComparedPlan]) -> PlanScores:
    """The means over all plans."""

    def mean(values: list[float]) -> float | None:
        return round(100 * sum(values) / len(values), 1) if values else None

    return PlanScores(
        plans=len(plans),
        sequence=mean([sequence_score(one) for one in plans]),
        action=mean([action_score(one) for one in plans]),
    )


def sequence_score(plan: ComparedPlan) -> float:
    """1 where the kinds of action are the wanted ones, all of them and in their order; else 0."""
    return float([kind_of(one) for one in plan.wanted] == [kind_of(one) for one in plan.given])


def action_score(plan: ComparedPlan) -> float:
    """The share of actions with the right target, text or keys where the sequence is right, else
    0; 1 for an empty plan that was to be empty."""
    if not sequence_score(plan):
        return 0.0
    hits = [is_hit(*pair) for pair in zip(plan.wanted, plan.given, strict=True)]
    return sum(hits) / len(hits) if hits else 1.0


def kind_of(action: Action) -> str:
    """Press and hotkey are two kinds, and so are the wheel's two axes; tap is click."""
    match action.kind:
        case "press":
            return "hotkey" if len(keys_of(action.text)) > 1 else "press"
        case "scroll":
            x, y = action.to_point or (0.0, 0.0)
            return "hscroll" if abs(x) > abs(y) else "scroll"
        case kind:
            return _SAME_KIND.get(kind, kind)


def is_hit(wanted: Action, given: Action) -> bool:
    """Whether an action of the right kind does the same: in the same element, with the same text,
    the same keys, the same way. Text that is typed at no place goes to whatever has the focus: it
    is compared by itself."""
    match kind_of(wanted):
        case "type":
            is_placed = _box(wanted) is not None and given.point is not None
            return _same_text(wanted, given) and (not is_placed or _on_target(wanted, given))
        case "select":
            return _same_text(wanted, given) and _on_target(wanted, given)
        case "press" | "hotkey":
            return keys_of(wanted.text) == keys_of(given.text)
        case "scroll" | "hscroll":
            return _way(wanted) == _way(given)
        case "drag":
            return _on_target(wanted, given) and _near(wanted.to_point, given.to_point)
        case kind if kind in _PLACED:
            return _on_target(wanted, given)
        case "wait":
            return True
        case _:  # an address, an answer, a program; nothing, as of "back"
            return _same_text(wanted, given)


def _same_text(wanted: Action, given: Action) -> bool:
    return wanted.text.strip() == given.text.strip()


def _box(action: Action) -> Box | None:
    return action.target.box if action.target else None


def _on_target(wanted: Action, given: Action) -> bool:
    """By place; by role and name where a recording has no place of one of them."""
    box, place = _box(wanted), _place(given)
    if place is None or (box is None and wanted.point is None):
        return _has_name(wanted, given)
    return box.covers(place) if box else _near(wanted.point, place)


def _place(action: Action) -> Point | None:
    box = _box(action)
    return action.point or (box.centre if box else None)


def _has_name(wanted: Action, given: Action) -> bool:
    one, other = wanted.target, given.target
    if one is None or other is None or not one.text:
        return False
    return (one.role, one.text) == (other.role, other.text)


def _near(one: Point | None, other: Point | None) -> bool:
    return one is not None and other is not None and math.dist(one, other) <= MAX_MISS_UNITS


def _way(action: Action) -> tuple[bool, bool]:
    x, y = action.to_point or (0.0, 0.0)
    return x > 0, y > 0
