"""The arms of the cloning experiment: which choices of an attempt each of them trains on.

Knows no page and no network.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from courtside_formats.exports.rewards import Rewards
from courtside_refine.policy_training.example import Example

from .cloning_rollouts import Rolled

Learns = Callable[[Rolled], Sequence[Example]]


LEAST_REWARD = Rewards().least("progress")
"""As `courtside train policy` filters unless told otherwise."""


def every_choice(rolled: Rolled) -> Sequence[Example]:
    """Self-training without a filter."""
    return rolled.examples


def rewarded(rolled: Rolled) -> list[Example]:
    """Choices whose step the judge rewards with p or more (Pan et al. 2024, filtered behaviour
    cloning); a stop where it calls the whole a success."""
    return [
        example
        for example, reward in zip(rolled.examples, rolled.rewards, strict=True)
        if (rolled.outcome == 1 if example.choice.kind == "stop" else (reward or 0) >= LEAST_REWARD)
    ]


def of_called_successes(rolled: Rolled) -> Sequence[Example]:
    """All choices of attempts that the judge calls a success (PAE: only the outcome is judged)."""
    return rolled.examples if rolled.outcome == 1 else ()


def of_successes(rolled: Rolled) -> Sequence[Example]:
    """All choices of attempts that the oracle calls a success."""
    return rolled.examples if rolled.success else ()


ARMS: dict[str, Learns] = {
    "self_training": every_choice,
    "filtered": rewarded,
    "outcome_filtered": of_called_successes,
    "oracle_filtered": of_successes,
}
JUDGED = ("filtered", "outcome_filtered")
"""The arms whose examples a judge's word chooses."""
