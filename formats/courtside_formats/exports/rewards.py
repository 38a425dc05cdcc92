"""What each label of a step is worth as a reward."""

from __future__ import annotations

from typing import Literal

from courtside_store.records import Record, StepLabel

MinReward = Literal["goal", "progress", "any"]
GOAL_REWARD = 1.0
"""The reward of a step that reached the goal; no other step gets more."""


class Rewards(Record, frozen=True, kw_only=True):
    """Reward of each step label (Pan et al. 2024, per-step evaluator): 1, p >= 0 and d < 0."""

    towards: float = 0.5
    other: float = -0.1

    def of(self, label: StepLabel) -> float:
        """Not-sure and away both count as d: our reading where the paper is silent."""
        match label:
            case "goal-reached":
                return GOAL_REWARD
            case "towards-the-goal":
                return self.towards
            case "not-sure" | "away-from-the-goal":
                return self.other

    def least(self, kept: MinReward) -> float:
        """The lowest reward that is kept."""
        return {"goal": GOAL_REWARD, "progress": self.towards, "any": float("-inf")}[kept]
