"""The values that a task names, each with the words before and after it. Knows no page."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.likeness import stems
from courtside_judge.evidence.text_forms import normal
from courtside_store.records import Record

_NAMED = re.compile(
    r"(?<=[a-z,'’)] )[A-Z][\w&'’.+-]*(?:(?: (?:of|the|and|&|in|for))? [A-Z0-9][\w&'’.+-]*)*"
)
_INTO = re.compile(
    r"\b(?:to|as|into|with)\s+(?!(?:the|an?|all|both|your|my|his|her|their|its|every|each|any|from|make|be)\b)([^,.;:'\"“]{2,40}?)(?=[,.;]|\s+(?:and|then|for|on)\b|$)"
)
_POSSESSIVE = re.compile(r"['’]s$")
_OPENING = r"(?:(?:on|the|a|an|in|button|link|tab|icon|named|called)\s+)*[\"'“‘]?$"
_PRESSED = re.compile(rf"\b(?:press|click|hit|tap|push)\s+{_OPENING}", re.I)
_TYPED = re.compile(rf"\b(?:type|enter|write|put|fill in)\s+{_OPENING}", re.I)
"""Stand right before a value, and say what is to be done with it."""
_WORDS_BEFORE = 5
_WORDS_AFTER = 2


class TaskValue(Record, frozen=True, kw_only=True):
    """One value that may have to be typed, chosen or pressed."""

    text: str
    quoted: bool = False
    """It stands between quotation marks, or is a number, date or time: to be taken as it is."""
    before: frozenset[str] = frozenset()
    """Stems of the words before it: mostly the name of its field."""
    after: frozenset[str] = frozenset()
    use: Literal["type", "press"] | None = None
    """What the verb before it says; None: none stands there."""

    @property
    def key(self) -> str:
        return normal(self.text)


@lru_cache(maxsize=256)
def values_of(task: str) -> tuple[TaskValue, ...]:
    """In the order of the task, each once."""
    goal = read_goal(task)
    places: dict[int, tuple[str, bool]] = {}
    for requirement in goal.requirements:
        at = task.find(requirement.text)
        if at >= 0:
            places[at] = (requirement.text, requirement.kind not in ("choice", "named"))
    taken = [(at, at + len(text)) for at, (text, _) in places.items()]
    for pattern in (_NAMED, _INTO):
        for match in pattern.finditer(task):
            group = 1 if pattern.groups else 0
            at, end = match.span(group)
            if not any(at < other_end and other < end for other, other_end in taken):
                places[at] = (_POSSESSIVE.sub("", match[group]).strip(" .,'’"), False)
                taken.append((at, end))
    return _with_words_round(task, places)


def _with_words_round(task: str, places: dict[int, tuple[str, bool]]) -> tuple[TaskValue, ...]:
    found: dict[str, TaskValue] = {}
    end_of_last = 0
    for at in sorted(places):
        text, quoted = places[at]
        end = at + len(text)
        before = task[end_of_last:at].split()[-_WORDS_BEFORE:]
        after = task[end:].split()[:_WORDS_AFTER]
        value = TaskValue(
            text=text,
            quoted=quoted,
            before=stems(" ".join(before)),
            after=stems(" ".join(after)),
            use=_use(task[:at]),
        )
        found.setdefault(value.key, value)
        end_of_last = end
    return tuple(found.values())


def _use(before: str) -> Literal["type", "press"] | None:
    if _PRESSED.search(before):
        return "press"
    return "type" if _TYPED.search(before) else None
