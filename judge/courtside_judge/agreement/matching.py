"""The action-matching score: a baseline that compares an agent's actions with a demonstration's.

Android in the Wild (Rawles et al. 2023, arXiv 2307.10088): a step matches where both did the same
kind of thing; two taps where they are near or on the same element, two swipes where they go along
the same axis.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from courtside_judge.protocol import Case, Ending, ReadFrame
from courtside_store.action_points import hit_point
from courtside_store.geometry import Size, way
from courtside_store.records import (
    Action,
    JudgeStamp,
    RunLabel,
    RunVerdict,
    Step,
    StepVerdict,
    now_ms,
)

from .labelled import Labelled

MAX_TAP_DISTANCE_SHARE = 0.14
"""Two taps match up to this distance, as a share of the screen's sides (AitW)."""
_TAPS = {"tap", "click"}
_SWIPES = {"swipe", "drag", "scroll"}


class ActionMatching:
    """Success is a match at every step; the score is the share of the demonstration matched."""

    name = "action-matching"

    def __init__(self, demonstrations: Mapping[str, Sequence[Step]]) -> None:
        """Demonstrations by task."""
        self._demonstrations = demonstrations

    def stamp(self) -> JudgeStamp:
        """Its name says all."""
        return JudgeStamp(name=self.name)

    def start(self, case: Case, frames: ReadFrame) -> MatchingSession:
        """Starts a session; without a demonstration of its task every label is `unknown`."""
        return MatchingSession(case, self._demonstrations.get(case.task, ()))


class MatchingSession:
    """The baseline on one run."""

    def __init__(self, case: Case, demonstration: Sequence[Step]) -> None:
        self._case = case
        self._demonstration = demonstration
        self._matched: list[bool] = []

    def recall(self, step: Step) -> None:
        """Follows a step."""
        self._matched.append(self._matches(step))

    def step(self, step: Step) -> StepVerdict:
        """Towards the goal where it matches."""
        self.recall(step)
        return StepVerdict(
            run=self._case.run,
            step=step.index,
            label="towards-the-goal" if self._matched[-1] else "not-sure",
            judge=JudgeStamp(name=ActionMatching.name),
            at_ms=now_ms(),
        )

    def finish(self, ending: Ending) -> RunVerdict:
        """By the share that matched."""
        whole = len(self._demonstration)
        label: RunLabel = "unknown"
        if whole:
            label = "success" if all(self._matched) and len(self._matched) == whole else "failure"
        return RunVerdict(
            run=self._case.run,
            label=label,
            score=sum(self._matched) / whole if whole else None,
            judge=JudgeStamp(name=ActionMatching.name),
            at_ms=now_ms(),
        )

    def _matches(self, step: Step) -> bool:
        place = len(self._matched)
        if place >= len(self._demonstration):
            return False
        shown = self._demonstration[place]
        return len(step.actions) == len(shown.actions) and all(
            is_match(one, other, _size(step))
            for one, other in zip(step.actions, shown.actions, strict=True)
        )


def demonstrations(runs: Sequence[Labelled], agent: str) -> dict[str, tuple[Step, ...]]:
    """The runs of the agent that shows how it is done, by task.

    Raises ValueError, naming the agents there are, where it has none.
    """
    steps_of = {run.case.task: tuple(run.steps()) for run in runs if run.case.agent == agent}
    if not steps_of:
        agents = sorted({run.case.agent for run in runs})
        raise ValueError(f"reference is {agent!r}; expected one of {agents}")
    return steps_of


def is_match(one: Action, other: Action, size: Size) -> bool:
    """`size` is the viewport's, in viewport units."""
    if one.kind in _TAPS and other.kind in _TAPS:
        return _is_same_place(one, other, size)
    if one.kind in _SWIPES and other.kind in _SWIPES:
        return _axis(one) == _axis(other)
    return one.kind == other.kind


def _is_same_place(one: Action, other: Action, size: Size) -> bool:
    if one.target and other.target and one.target.box and one.target.box == other.target.box:
        return True
    a, b = hit_point(one), hit_point(other)
    if a is None or b is None or not all(size):
        named = one.target and one.target.text
        return bool(named and other.target and named == other.target.text)
    dx, dy = way(a, b)
    return (dx / size.width) ** 2 + (dy / size.height) ** 2 <= MAX_TAP_DISTANCE_SHARE**2


def _axis(action: Action) -> str:
    """A scroll's `to_point` is how far, a swipe's where to."""
    x, y = action.to_point or (0.0, 0.0)
    if action.kind != "scroll" and action.point:
        x, y = x - action.point.x, y - action.point.y
    return "x" if abs(x) > abs(y) else "y"


def _size(step: Step) -> Size:
    look = step.before or step.after
    return Size(look.width, look.height) if look else Size(0, 0)
