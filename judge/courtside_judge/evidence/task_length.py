"""How long a task is. Knows no run.

What a run of a plain task shows says nearly all about it. A long task has more to miss than the
findings see, and there a language model reads what they do not (docs/lab/evidence.md).
"""

from __future__ import annotations

import re

from .goals import Goal

PLAIN_WORDS = 6
"""A task of so many words or fewer is plain."""
LONG_WORDS = 14
"""One of so many words or more is long."""
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
"""Ideographs and kana: each counts as a word, since no spaces stand between their words."""


def length_of(goal: Goal) -> float:
    """0 for a plain task, 1 for a long one."""
    words = len(goal.task.split()) + len(_UNSPACED.findall(goal.task))
    return min(1.0, max(0.0, (words - PLAIN_WORDS) / (LONG_WORDS - PLAIN_WORDS)))
