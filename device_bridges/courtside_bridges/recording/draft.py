"""A step that is being made: its screens and places arrive one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from courtside_store.geometry import Point, Shift
from courtside_store.records import Action, Effects, Observation

from .events import Recorded, ViewName

MAX_ACTIONS = 100


@dataclass(eq=False)
class Draft:
    """Finished once its last screen and the places of its actions are known, or given up."""

    view: ViewName
    before: Observation | None = None
    actions: list[Action] = field(default_factory=list)
    thought: str = ""
    after: Observation | None = None
    due_ms: int = 0
    growing: bool = False
    """An action of it may still change."""
    closed: bool = False
    """It was given up: nothing of it is waited for any more."""
    opens: bool = False
    """A window is coming, whose screen is the one after."""
    seen: bool = False
    """`after` is final."""
    order: int = 0
    """The place, among all commands, of the one whose screen `before` is."""
    effects: Effects | None = None
    number: int = 0
    """Among the steps that were handed out, from 1; 0: not handed out yet."""
    unplaced: dict[int, int] = field(default_factory=dict)
    """Which of its actions still wait for their place, by the number asked with."""

    @property
    def done(self) -> bool:
        """Nothing of it will change any more."""
        return self.seen and not self.growing and not self.unplaced

    def add(self, actions: Sequence[Action], thought: str, before: Observation, order: int) -> None:
        """What one of its commands did; the screen before is that of the first, see `order`."""
        if not actions:
            return
        if self.before is None or order < self.order:
            self.before, self.order = before, order
        self.actions += actions
        self.thought = thought or self.thought

    def is_full(self, more: Sequence[Action]) -> bool:
        """Whether more actions would push out those that it has."""
        return bool(self.actions) and len(self.actions) + len(more) > MAX_ACTIONS

    def finish(self, after: Observation | None) -> None:
        """The screen after it is known; a second one changes nothing."""
        if not self.seen:
            self.after, self.seen = after, True

    def await_place(self, index: int, number: int) -> None:
        """An action happened in an inner frame, whose place is asked for by this number."""
        self.unplaced = {n: other for n, other in self.unplaced.items() if other != index}
        self.unplaced[number] = index

    def place(self, number: int, offset: Shift | None) -> None:
        """An action's own points become points of the view; none where the offset is unknown."""
        index = self.unplaced.pop(number, None)
        if index is not None:
            self.actions[index] = _moved(self.actions[index], offset)

    def abandon(self, after: Observation) -> None:
        """It has waited long enough: for its screen, its places and its last action's end."""
        self.finish(after)
        self.growing, self.closed = False, True
        for number in list(self.unplaced):
            self.place(number, None)

    def step(self) -> Recorded:
        """The step as it is handed out; of very many actions the last."""
        return Recorded(
            before=self.before,
            actions=tuple(self.actions[-MAX_ACTIONS:]),
            after=self.after,
            thought=self.thought,
            effects=self.effects,
        )


@dataclass(eq=False)
class Growing:
    """An action of a draft that may be reported again, with more of it."""

    draft: Draft
    index: int
    closed: bool = False
    """The next action has been announced: what is reported now changes no screen."""
    reported: Action = field(init=False)
    """As it was reported last, before its place was known."""

    def __post_init__(self) -> None:
        self.reported = self.draft.actions[self.index]

    def is_of(self, action: Action) -> bool:
        """Whether an action is a newer state of it."""
        was = self.draft.actions[self.index]
        return (was.kind, was.at_ms) == (action.kind, action.at_ms)

    def close(self) -> None:
        """It does not grow any more."""
        self.draft.growing, self.closed = False, True

    def grow(self, action: Action, growing: bool) -> bool:
        """A newer state of it; whether the screen after it is another one now."""
        was, self.reported = self.reported, action
        self.draft.actions[self.index] = action
        if self.closed or self.draft.closed:
            return False
        self.draft.growing = growing
        if action == was:
            return False
        self.draft.seen = False
        return True


def _moved(action: Action, offset: Shift | None) -> Action:
    target = action.target
    if offset is None:
        target = replace(target, box=None) if target else None
        return replace(action, target=target, point=None, to_point=_unmoved_end(action))
    point = action.point.shifted(offset) if action.point else None
    end = _unmoved_end(action)
    if action.to_point and end is None:
        end = action.to_point.shifted(offset)
    if target and target.box:
        target = replace(target, box=target.box.shifted(offset))
    return replace(action, target=target, point=point, to_point=end)


def _unmoved_end(action: Action) -> Point | None:
    """A scroll's end is a distance, which is the same in every frame."""
    return action.to_point if action.kind == "scroll" else None
