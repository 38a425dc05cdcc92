"""Turns a policy's actions in Android in the Wild's space into ours. Knows no device."""

from __future__ import annotations

from collections.abc import Set

from courtside_formats.aitw.action_space import TAP, AitwAction, from_aitw
from courtside_formats.aitw.home_swipes import HomeSwipes, UpSwipe
from courtside_store.geometry import Size
from courtside_store.records import Action, ActionKind, now_ms

_STAYS_HOME = {"swipe", "wait", "scroll"}


class AitwPolicy:
    """How one policy's actions are taken; docs/reference/aitw.md has the space."""

    def __init__(
        self,
        tap: float = TAP,
        up_swipe: UpSwipe = "keep",
        seed: int = 0,
        goes_home: Set[ActionKind] = frozenset({"home"}),
    ) -> None:
        """A gesture that moves no further than `tap` is a tap. `goes_home`: what shows the home
        screen.
        """
        self._tap = tap
        self._swipes = HomeSwipes(up_swipe, seed, tap)
        self._goes_home = goes_home
        self.at_home = False
        """Whether the home screen is in front, as far as the actions tell; an agent that knows
        better sets it.
        """

    def read(self, aitw: AitwAction, size: Size, at_home: bool | None) -> Action:
        """Our action. Raises ValueError for a gesture without its points."""
        adapted = self._swipes.adapt(aitw, self.at_home if at_home is None else at_home)
        return from_aitw(adapted, *size, now_ms(), self._tap)

    def did(self, action: Action) -> None:
        """An action of the agent's was carried out."""
        stays = self.at_home and action.kind in _STAYS_HOME
        self.at_home = stays or action.kind in self._goes_home
