"""How plain a task is, and what that means for what a run of it shows. Knows no run.

What a run of a plain task shows says nearly all about it. A long task has more to miss than the
findings see, and there a language model reads what they do not (docs/lab/evidence.md).
"""

from __future__ import annotations

import re

from .goals import Goal

PLAIN_WORDS = 6
"""A task of so many words or fewer is plain."""
EMPHATIC_WORDS = 12
"""From so many words on no finding counts more than its weight says."""
PLAIN_TIMES = 2.0
"""How many times as much a finding counts in a plain task."""
READ_WORDS = 20
"""From so many words on a language model's word counts in full; in a plain task it counts nothing.
"""
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
"""Ideographs and kana: each counts as a word, since no spaces stand between their words."""


def emphasis(goal: Goal) -> float:
    """How many times as much a finding counts as its weight says."""
    return PLAIN_TIMES - (PLAIN_TIMES - 1) * _share(goal, EMPHATIC_WORDS)


def language_share(goal: Goal) -> float:
    """How much of a language model's word counts."""
    return _share(goal, READ_WORDS)


def _share(goal: Goal, whole: int) -> float:
    """0 for a plain task, 1 from so many words on."""
    words = len(goal.task.split()) + len(_UNSPACED.findall(goal.task))
    over = words - PLAIN_WORDS
    return min(1.0, max(0.0, over / (whole - PLAIN_WORDS)))
