"""Which proposed tasks are kept: each once, decidable, and the same on any day and for anybody.

After the rules of PAE's task proposer (Zhou et al. 2024), in our own words. Asks no model.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from courtside_judge.evidence.likeness import stems
from courtside_store.records import Record

from .proposal import Proposal

Reason = Literal["duplicate", "undecidable", "time", "place", "login", "length"]
ALIKE = 0.85
"""Share of stems that two tasks have in common from which they count as one."""
MIN_WORDS, MAX_WORDS = 3, 90
_TIME = re.compile(
    r"\b(?:today|tonight|tomorrow|yesterday|now|right now|currently|latest|recent(?:ly)?|breaking|"
    r"live|upcoming|newest|(?:this|next|last) (?:week|weekend|month|year|monday|tuesday|wednesday|"
    r"thursday|friday|saturday|sunday)|as of|weather|stock price)\b",
    re.I,
)
_PLACE = re.compile(r"\b(?:near me|nearby|my (?:location|city|area|address)|closest to me)\b", re.I)
_LOGIN = re.compile(
    r"\b(?:log ?in|log ?out|sign ?in|sign ?up|sign ?out|register(?: for)? (?:an )?account|"
    r"create (?:an )?account|captcha|verification code|two-factor code|pay with|credit card)\b",
    re.I,
)
_VAGUE = re.compile(
    r"\b(?:interesting|nice|good|great|cool|favou?rite|appropriate|suitable|relevant|fun|"
    r"something|anything|some things?|various|explore|browse around|have a look|familiari[sz]e|"
    r"as you like|of your choice|you like|etc)\b",
    re.I,
)
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|“[^”]*”")


class KeptTasks(Record, frozen=True, kw_only=True):
    """What the rules let through, and what they did not, by reason."""

    proposals: tuple[Proposal, ...] = ()
    dropped: dict[str, int] = {}  # noqa: RUF012  msgspec copies it


def keep(proposals: Iterable[Proposal], earlier: Sequence[Proposal] = ()) -> KeptTasks:
    """Those that are to be kept, in their order, unlike each other and those of before."""
    seen = [_words(one.ques) for one in earlier]
    kept: list[Proposal] = []
    dropped: Counter[str] = Counter()
    for one in proposals:
        words = _words(one.ques)
        reason: Reason | None = problem(one.ques)
        if reason is None and (_is_decided(one, kept) or any(_is_alike(words, w) for w in seen)):
            reason = "duplicate"
        if reason is not None:
            dropped[reason] += 1
            continue
        seen.append(words)
        kept.append(one)
    return KeptTasks(proposals=tuple(kept), dropped=dict(dropped))


def problem(task: str) -> Reason | None:
    """Why a task by itself is not to be kept. Words in quotation marks are the page's: they may
    say anything."""
    unquoted = _QUOTED.sub(" ", task)
    if not MIN_WORDS <= len(task.split()) <= MAX_WORDS:
        return "length"
    if _TIME.search(unquoted):
        return "time"
    if _PLACE.search(unquoted):
        return "place"
    if _LOGIN.search(unquoted):
        return "login"
    return "undecidable" if _VAGUE.search(unquoted) else None


Words = tuple[frozenset[str], frozenset[str]]


def _words(task: str) -> Words:
    """The stems, and what tells two tasks of one form apart: quoted values and numbers."""
    quoted = frozenset(one.strip("'\"“”").casefold() for one in _QUOTED.findall(task))
    return stems(task), quoted | frozenset(re.findall(r"\d+", task))


def _is_decided(one: Proposal, kept: Sequence[Proposal]) -> bool:
    """Whether another task in other words wants the very same."""
    check = one.decided_by
    return check is not None and any(check == other.decided_by for other in kept)


def _is_alike(one: Words, other: Words) -> bool:
    if one[1] != other[1]:
        return False
    both = one[0] | other[0]
    return not both or len(one[0] & other[0]) / len(both) >= ALIKE
