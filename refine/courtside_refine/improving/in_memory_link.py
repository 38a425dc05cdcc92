"""Keeps what the recorder sees of one attempt, without a daemon: its steps, and its frames."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from courtside_store import wire
from courtside_store.effects_merging import merge_effects
from courtside_store.records import Step


class InMemoryLink:
    """Stands where a recorder's link to the daemon would."""

    trouble = ""

    def __init__(self, keep_frame: Callable[[bytes], str]) -> None:
        """`keep_frame` is given each picture, and gives its hash."""
        self.frame = keep_frame
        self.steps: list[Step] = []

    def send(self, make: Callable[[int], wire.Sequenced]) -> None:
        """A message of the recorder's; all but steps and their effects are left out."""
        match make(1):
            case wire.StepSeen(step=step):
                self.steps.append(step)
            case wire.EffectsSeen(step=number, effects=more):
                step = self.steps[number - 1]
                self.steps[number - 1] = replace(step, effects=merge_effects(step.effects, more))
