"""One action and the screen that it was made on. Knows no other step."""

from __future__ import annotations

from courtside_judge.evidence.screen import Screen, has_tree, lies_in
from courtside_store.geometry import Box
from courtside_store.records import Action, Record, Target

from .text_at_step import Place

_PRESSES = {"click", "double-click", "tap", "check"}


class ActionOnScreen(Record, frozen=True, kw_only=True):
    """One action of a step."""

    action: Action
    step: int
    before: Screen | None
    """The screen as it was seen before the step."""
    pressed_on: Screen | None
    """That screen as it stood when it was pressed; see `SeenScreens`."""
    saw_before: bool
    """Was it seen right before the step, and not only before an earlier one?"""

    @property
    def is_press(self) -> bool:
        """Whether it presses its target."""
        return self.action.kind in _PRESSES

    @property
    def is_on_banner(self) -> bool:
        """Whether its target is a part of the page that only repeats the task."""
        banners = self.pressed_on.banners if self.pressed_on else ()
        return any(lies_in(self.target.box, banner) for banner in banners)

    @property
    def target(self) -> Target:
        """What it was made on; on a screen that was only read, where no words tell what was
        pressed, something without a name at that point; else an empty one."""
        point = self.action.point
        if self.action.target or not (point and self.is_press and self._is_read):
            return self.action.target or Target()
        return Target(box=Box(point.x, point.y, 0.0, 0.0))

    @property
    def _is_read(self) -> bool:
        return self.saw_before and self.before is not None and not has_tree(self.before.look)

    @property
    def place(self) -> Place:
        """Where its target stands."""
        target = self.target
        return Place(target.tag, target.text, target.box)
