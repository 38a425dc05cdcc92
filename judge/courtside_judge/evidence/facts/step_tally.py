"""Counts steps that waited, changed nothing or repeated one. Knows not what was done in them."""

from __future__ import annotations

from collections import OrderedDict

from courtside_judge.evidence.screen import Screen, has_tree
from courtside_store.records import Step
from courtside_store.rendering import is_secret, render_action

from .bounded_collections import MANY, keep
from .seen_screens import SeenScreens

_WAITS = {"wait", "hover"}


class StepTally:
    """How many steps of one run waited, changed nothing or repeated one."""

    def __init__(self, waits: int = 0) -> None:
        self.waits = waits
        """Steps that did nothing but wait or hover."""
        self.acted_at: tuple[int, ...] = ()
        """The two newest steps that did more."""
        self.unchanged = 0
        """Steps after which nothing changed; a hidden password that is typed may have."""
        self.repeats = 0
        self.repeated_at: int | None = None
        """The newest step whose action was made before, on the same screen."""
        self.again = False
        """Was the last step's action made before, on the same screen? Never of one not seen."""
        self._made: OrderedDict[tuple[int, int], None] = OrderedDict()
        """Keys of steps' actions and of the screens after them, the newest."""

    def follow(self, step: Step, screens: SeenScreens) -> None:
        """The next step."""
        is_hidden = any(a.kind == "type" and is_secret(a.target) for a in step.actions)
        is_same = screens.changed is False and not screens.repainted
        if step.actions and is_same and not is_hidden:
            self.unchanged += 1
        self.again = False
        if all(action.kind in _WAITS for action in step.actions):
            self.waits += 1  # waiting again is no loop
            return
        self.acted_at = (*self.acted_at[-1:], step.index)
        if screens.last is not None and screens.saw_step:
            self._count_repeats(step, screens.last)

    def _count_repeats(self, step: Step, screen: Screen) -> None:
        rendered = "; ".join(
            f"{render_action(a)} {a.target.box if a.target else a.point}" for a in step.actions
        )
        key = (hash(rendered), _screen_key(screen))
        self.again = key in self._made
        self.repeats += int(self.again)
        self.repeated_at = step.index if self.again else self.repeated_at
        keep(self._made, key, None, MANY)


def _screen_key(screen: Screen) -> int:
    """The key of a screen, the same for the same one; by its frame where it has no elements."""
    look = screen.look
    return screen.signature if has_tree(look) else hash((screen.signature, look.frame))
