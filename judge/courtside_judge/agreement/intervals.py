"""How sure a number is: 95 % intervals, by hand: importing SciPy takes 1.3 s. Knows no verdict.

It would take 99 MB too; a test holds them to SciPy's.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

Interval = tuple[float, float]
"""Lower and upper end of a 95 % interval."""
T = TypeVar("T")
Z = 1.959964
TIMES = 1000


def wilson(part: int, whole: int) -> Interval | None:
    """Of a share (Wilson 1927, score interval); sensible for few and for 0 or all of them too."""
    if whole == 0:
        return None
    share, z2 = part / whole, Z * Z
    middle = (share + z2 / (2 * whole)) / (1 + z2 / whole)
    half = Z / (1 + z2 / whole) * math.sqrt(share * (1 - share) / whole + z2 / (4 * whole**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def bootstrap(
    items: Sequence[T],
    statistics: Mapping[str, Callable[[Sequence[T]], float | None]],
    seed: int,
) -> dict[str, Interval]:
    """Percentile intervals of whatever can be computed from the items (Efron 1979).

    A resample in which a statistic is undefined does not count for it; one that is undefined in
    more than half of them has no interval.
    """
    order = random.Random(seed)
    resampled: dict[str, list[float]] = {name: [] for name in statistics}
    for _ in range(TIMES if items else 0):
        again = order.choices(items, k=len(items))
        for name, statistic in statistics.items():
            value = statistic(again)
            if value is not None:
                resampled[name].append(value)
    return {name: middle(values) for name, values in resampled.items() if len(values) > TIMES / 2}


def middle(values: Sequence[float]) -> Interval:
    """The ends of the middle 95 %."""
    ordered = sorted(values)
    last = len(ordered) - 1
    return ordered[round(0.025 * last)], ordered[round(0.975 * last)]


def binomial_at_most(k: int, n: int, p: float) -> float:
    """Probability of at most k of n, where each comes with probability p in (0, 1)."""
    logs = (
        math.lgamma(n + 1)
        - math.lgamma(i + 1)
        - math.lgamma(n - i + 1)
        + i * math.log(p)
        + (n - i) * math.log1p(-p)
        for i in range(k + 1)
    )
    return min(1.0, math.fsum(math.exp(log) for log in logs))
