"""Success by arm over the tasks of an experiment, with intervals. Knows no arm and no task."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from courtside_judge.agreement.intervals import bootstrap

Success = Mapping[str, bool]
"""Whether one attempt succeeded, by arm."""
Cluster = Sequence[Success]
"""The attempts at one task: what is resampled as a whole."""
Triple = tuple[float, float, float]
"""Lower end, value, upper end; the ends by bootstrap over tasks, 95 %."""
SEED = 20
"""Of the bootstrap."""


def share_of(arm: str) -> Callable[[Sequence[Cluster]], float]:
    """The success of an arm."""

    def share(clusters: Sequence[Cluster]) -> float:
        """Each task counts as one, however many attempts it has."""
        each = [sum(one[arm] for one in attempts) / len(attempts) for attempts in clusters]
        return sum(each) / len(each)

    return share


def gain_of(clusters: Sequence[Cluster], arm: str, other: str) -> Triple:
    """What an arm has more than another, paired by task."""

    def gain(drawn: Sequence[Cluster]) -> float:
        return share_of(arm)(drawn) - share_of(other)(drawn)

    low, high = bootstrap(clusters, {"gain": gain}, SEED)["gain"]
    return round(low, 4), round(gain(clusters), 4), round(high, 4)


def rounded(ends: tuple[float, float]) -> tuple[float, float]:
    """To four places."""
    return round(ends[0], 4), round(ends[1], 4)
