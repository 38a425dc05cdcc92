"""The up-swipe on a home screen: what a policy learned on Android means on iOS. Knows no device."""

from __future__ import annotations

import random
from typing import Literal, get_args

import msgspec

from .action_space import TAP, AitwAction, is_tap

UpSwipe = Literal["keep", "random", "right"]
"""What becomes of an up-swipe on the home screen: nothing; left or right; right."""


class HomeSwipes:
    """Turns up-swipes on the home screen sideways, as Pan et al. 2024 do on iOS.

    Android opens the list of apps so; on iOS the next page of apps is beside. "random" (left or
    right by even chance) is for collecting trajectories, "right" for evaluation.
    """

    def __init__(self, rule: UpSwipe = "keep", seed: int = 0, tap: float = TAP) -> None:
        if rule not in get_args(UpSwipe):
            raise ValueError(f"up_swipe is {rule!r}; expected one of {list(get_args(UpSwipe))}")
        self._rule = rule
        self._tap = tap
        self._chance = random.Random(seed)

    def adapt(self, encoded: AitwAction, at_home: bool) -> AitwAction:
        """The action as it is to be performed."""
        if self._rule == "keep" or not at_home or not self._is_up(encoded):
            return encoded
        goes_right = self._rule == "right" or self._chance.random() < 0.5
        start, end = (0.2, 0.8) if goes_right else (0.8, 0.2)
        return msgspec.structs.replace(encoded, touch=(0.5, start), lift=(0.5, end), extension=None)

    def _is_up(self, encoded: AitwAction) -> bool:
        if encoded.touch is None or encoded.lift is None or is_tap(encoded, self._tap):
            return False
        up, aside = encoded.touch[0] - encoded.lift[0], abs(encoded.touch[1] - encoded.lift[1])
        return up > aside
