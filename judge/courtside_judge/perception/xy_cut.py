"""The recursive XY-cut: a screen's boxes, group by group. Knows no element and no other order.

Boxes are cut along the empty stripes between them, across or down, wherever the widest lies, and
each group again. Screens have boxes that hold others (a card, a row that can be clicked): one that
covers most of a group comes before what it holds, and the rest is cut without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from courtside_store.geometry import Box

COLUMN = 3.0
"""A stripe between columns is cut first only where it is so many times as wide as the widest
between rows: the cells of a table lie further apart than its rows.
"""
HOLDS = 0.5
"""A box of more than this share of its group holds the others."""
DEPTH = 40
"""Cuts within cuts; what is left then stays as it came. It bounds the time."""
AxisSpan = tuple[float, float]
"""The begin and end of a box on one axis."""


def xy_cut(boxes: Sequence[Box]) -> list[int]:
    """Places of the boxes in the given sequence, in reading order. What no stripe divides stays in
    the order in which it came. Numbers must be finite.
    """
    found: list[int] = []
    waiting = [(list(range(len(boxes))), 0)]
    while waiting:
        group, depth = waiting.pop()
        if len(group) < 2 or depth > DEPTH:
            found += group
            continue
        groups = _cut(group, boxes)
        if len(groups) == 1:
            holders, held = _holders_and_held(group, boxes)
            found += holders
            groups = [held] if holders else []
            found += [] if holders else group
        waiting += [(inner, depth + 1) for inner in reversed(groups)]
    return found


def _cut(group: Sequence[int], boxes: Sequence[Box]) -> list[list[int]]:
    """Along all stripes of the axis that has the widest; one group where there is no stripe.

    What lies between rows as between columns is cut into rows.
    """
    sides = {at: boxes[at].corners() for at in group}
    rows_cut, row_gap = _runs(group, {at: (top, end) for at, (_, top, _, end) in sides.items()})
    columns_cut, column_gap = _runs(group, {at: (x, end) for at, (x, _, end, _) in sides.items()})
    if len(rows_cut) == 1:
        return columns_cut
    return columns_cut if column_gap > COLUMN * max(0.0, row_gap) else rows_cut


def _runs(group: Sequence[int], spans: dict[int, AxisSpan]) -> tuple[list[list[int]], float]:
    """The boxes between stripes, and the width of the widest stripe. Overlaps of up to a tenth of
    a usual box are no overlap: boxes that people or detectors draw are some pixels off.
    """
    slack = 0.1 * median(end - begin for begin, end in spans.values())
    runs: list[list[int]] = []
    reached = widest = float("-inf")
    for at in sorted(group, key=lambda one: spans[one]):
        begin, end = spans[at]
        if runs and begin < reached - slack:
            runs[-1].append(at)
        else:
            widest = max(widest, begin - reached) if runs else widest
            runs.append([at])
        reached = max(reached, end)
    order = {at: n for n, at in enumerate(group)}
    return [sorted(run, key=order.__getitem__) for run in runs], widest


def _holders_and_held(group: Sequence[int], boxes: Sequence[Box]) -> tuple[list[int], list[int]]:
    """Boxes that cover most of the group, and the rest."""
    sides = [boxes[at].corners() for at in group]
    left, top = min(s[0] for s in sides), min(s[1] for s in sides)
    right, bottom = max(s[2] for s in sides), max(s[3] for s in sides)
    least = HOLDS * (right - left) * (bottom - top)
    holders = [at for at in group if boxes[at].area > least]
    return holders, [at for at in group if boxes[at].area <= least]
