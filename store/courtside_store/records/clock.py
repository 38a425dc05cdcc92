"""The time that records are stamped with. Knows no record."""

from __future__ import annotations

import time


def now_ms() -> int:
    """The present Unix time in milliseconds."""
    return time.time_ns() // 1_000_000
