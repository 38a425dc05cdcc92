"""What lessons tell the explorer: what to avoid, what to look for, what was left undone.

Reads the lesson's own fields; of its words only what stands in quotation marks, as names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from courtside_judge.evidence.goals import normal
from courtside_store.records import Record, Reflection

_QUOTED = re.compile(r"'([^']{1,80})'|\"([^\"]{1,80})\"|“([^”]{1,80})”")
_SAVE = re.compile(
    r"\b(?:saved?|saving|submit|hand(?:ed)? in|button for the end|unsaved|pressing the button)\b",
    re.I,
)
_MORE = re.compile(
    r"\b(?:left out|every part|everything that the task names|was not|nothing was done|left alone|"
    r"begin with the first|type each value|missing)\b",
    re.I,
)
_ANSWER = re.compile(r"\banswer", re.I)
_TRY = re.compile(r"(?:^|\n)-?\s*(?:expected|try|to try|wanted)\b[^\n:]*:(.*)", re.I)
_AVOID = re.compile(r"(?:^|\n)-?\s*(?:avoid|do not|step \d+ was)\b[^\n:]*:(.*)", re.I)


class Hints(Record, frozen=True, kw_only=True):
    """Of all lessons together."""

    avoid: frozenset[str] = frozenset()
    """Names of what was acted upon by steps that were blamed."""
    wanted: tuple[str, ...] = ()
    """Values that were expected and not there."""
    save: bool = False
    """Something was not saved."""
    more: bool = False
    """Something of the task was left out."""
    answer: bool = False
    """The answer was missing, or stood on no screen."""


def read_hints(lessons: Sequence[Reflection]) -> Hints:
    """Nothing where the lessons say nothing."""
    said = [f"{lesson.observed}\n{lesson.advice}" for lesson in lessons]
    wanted: list[str] = []
    avoid: set[str] = set()
    for lesson in lessons:
        tried = [lesson.expected, *_TRY.findall(lesson.text)]
        wanted += [name for words in tried for name in _names(words)]
        avoid |= {normal(n) for words in _AVOID.findall(lesson.text) for n in _names(words)}
    unique = {normal(name): name for name in wanted}
    return Hints(
        avoid=frozenset(avoid - unique.keys()),
        wanted=tuple(unique.values()),
        save=any(map(_SAVE.search, said)),
        more=any(map(_MORE.search, said)),
        answer=any(map(_ANSWER.search, said)),
    )


def _names(words: str) -> list[str]:
    """What stands in quotation marks, also within others: a step is quoted with its names."""
    found = [next(filter(None, groups)) for groups in _QUOTED.findall(words)]
    return [*found, *(inner for outer in found for inner in _names(outer))]
