"""Decides how many of the oldest parts of a run a prompt leaves out. Knows no part's text."""

from __future__ import annotations

from collections.abc import Sequence

MAX_CHARS = 12_000
"""The most that a prompt shows of a run. Of a longer one the oldest parts are left out, down to
half of it: seldom, and many at once, so that the KV cache keeps what stands before them."""


def count_left_out(left_out: int, size: int, saves: Sequence[int]) -> int:
    """How many parts are to be left out from now on; the newest never is. `left_out`: how many are
    already; `size`: characters of what is shown; `saves`: how many fewer each part brings that is
    left out.
    """
    if size <= MAX_CHARS:
        return left_out
    while size > MAX_CHARS / 2 and left_out < len(saves) - 1:
        size -= saves[left_out]
        left_out += 1
    return left_out
