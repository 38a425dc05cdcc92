"""What single words of a task say: names, codes, what to take away, what to set. Knows no page."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from .clauses import next_clause_off
from .content_words import content_words, telling_words
from .likeness import stem_of, stems
from .quotes import quoted_in, without_quotes
from .text_forms import DIGITS

_CAPITAL = re.compile(r"\b[A-Z][\w'’.-]*\w")
_BEGINS = re.compile(r"(?:^|[.!?:\"“‘'])$")
"""What stands before a word that begins a sentence or a quotation."""
_PROPER = re.compile(
    r"(?<!^)(?<![.!?:]\s)(?<![\"'“‘])\b[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+)+(?![\"'”’])"
)
_CODE = re.compile(r"(?=.*\d)(?=.*[a-z.-])[\w.-]{4,}")
_REMOVES = re.compile(
    r"\b(?:delet|remov|revok|disconnect|unlink|dismiss|discard|cancel|unsubscrib|clear|drop|throw|"
    r"eras|scrap|trash)\w*\b|\bget(?:ting)? rid\b|\b(?:take|cross|strike) .* (?:out|off)\b|"
    r"\bcall(?:ed|ing)? .{,40}\boff\b|\bbin (?:the|it|this|that|my|all)\b",
    re.I,
)
_TAKES_AWAY = re.compile(
    r"\b(?:strike|sold|withdraw|leave|forget|exclude|wipe|detach|retire|prune|clean|tidy|empt\w+|reset|"
    r"undo|revert|restore|replace|swap|move|merge|cut|close|end|stop|reject|declin\w+|kick|ban|block|"
    r"deactivat\w+|instead|without|except|only|just|but|not|no|never|nobody|none|nothing|longer|more|"
    r"less|fewer|off|out|away|back|over|from|duplicates?|chang\w+|search|filter|find)\b|n['’]t\b|"
    r"\bun(?:assign|link|tag|shar|follow|install|pin|regist|send)",
    re.I,
)
_SET_TO = re.compile(
    r"\b(?:set|change|rename|switch|update|move|assign|raise|lower|increase|reduce|make|turn|edit|"
    r"correct|put(?!\b[^.;]*?\b(?:in)?to\b))\b[^.;]*?\b(?:to|as|into)\s+(?:(?:the|be|an?)\s+)?[\"'“‘]?([^,.;\"'”’]+)",
    re.I,
)
_PRESSES = re.compile(
    r"\s*(?:please\s+)?(?:click|press|tap|expand|collapse|unfold|scroll|hover)\b"
    r"(?!.*\b(?:and|then)\s+(?!click|press|tap|expand|collapse|unfold|scroll|hover)\w)",
    re.I | re.S,
)
_COUNTS = re.compile(r"\b(?:how many|number of|count|in total|altogether|on average)\b", re.I)
_SEVERAL = re.compile(r"\b(?:all|both|each|every|everything|everyone|twice|any(?! more))\b", re.I)
_AGAIN = re.compile(
    r"\b(?:all|each|every|everything|everyone|twice|times|again|cop(?:y|ies))\b", re.I
)
_SOME = re.compile(r"\b(?:some|several|few|many|more|dozens?)\b", re.I)
_ONE_MORE = re.compile(r"\b(?:one more|another|once)\b", re.I)
_AMOUNT = re.compile(r"(?<![\w.,:/#+$€£-])\d{1,2}(?![\w:/%-]|[.,]\d)")
_AMOUNTS = {
    **{word: int(digits) for word, digits in DIGITS.items()},
    **{"couple": 2, "pair": 2, "twice": 2},
}
_COUNTED = re.compile(
    rf"(?<![\w.,:/+$€£-])({'|'.join(_AMOUNTS)}|\d{{1,2}})\s+(?=((?:[a-z'’-]+\s+){{0,2}}[a-z'’-]+))",
    re.I,
)
_NOT_COUNTED = re.compile(
    r"\s*\b(?:and|at|by|for|from|in|into|of|on|or|per|that|the|then|this|to|until|which|with)\b.*",
    re.I,
)
"""Ends the words of what is counted."""
_RELATIVE = re.compile(
    r"\b(?:more|less|fewer|another|extra|further|additional|again|times|twice|double|half|add|"
    r"increase|decrease|raise|reduce|lower|extend|shorten|by)\b",
    re.I,
)
_PARTS = re.compile(r"[.;:!?,]\s+|\s+(?:and|then|but|also)\s+")
OPPOSITES = (
    *(("enable", "disable"), ("add", "remove"), ("row", "column"), ("left", "right")),
    *(("public", "private"), ("accept", "decline"), ("approve", "deny"), ("on", "off")),
    *(("open", "closed"), ("before", "after"), ("above", "below"), ("up", "down")),
    *(("increase", "decrease"), ("first", "last"), ("archive", "delete"), ("lock", "unlock")),
    *(("show", "hide"), ("light", "dark"), ("mute", "unmute"), ("ascending", "descending")),
    *(("high", "low"), ("morning", "evening"), ("reply", "forward"), ("block", "unblock")),
    *(("follow", "unfollow"), ("read", "unread"), ("active", "inactive")),
    *(("permanent", "temporary"),),
)
"""Pairs of words of controls: where the task says one of them, the other is wrong."""


@lru_cache(maxsize=256)
def naming_stems(task: str) -> frozenset[str]:
    """Stems of the words that name something: with a capital letter inside a sentence, in
    quotation marks, numbers."""
    capital = (
        match[0]
        for match in _CAPITAL.finditer(task)
        if not _BEGINS.search(task[: match.start()].rstrip())
    )
    words = content_words(" ".join((*capital, *quoted_in(task))))
    return frozenset(map(stem_of, words | {w for w in content_words(task) if w.isdigit()}))


@lru_cache(maxsize=256)
def proper_names(task: str) -> tuple[str, ...]:
    """Names of several words with capital letters, but for those that begin a sentence."""
    return tuple(re.sub(r"['’]s$", "", name) for name in _PROPER.findall(task))


@lru_cache(maxsize=256)
def codes(task: str) -> tuple[str, ...]:
    """What a task says that is made of digits and other signs: "N39.0", "MOD-104"."""
    words = (word.strip(".,;:!?()[]\"'“”‘’").lower() for word in task.split())
    return tuple(word for word in words if _CODE.fullmatch(word))


@lru_cache(maxsize=256)
def telling_stems(task: str) -> frozenset[str]:
    """Stems of the words that something done for it may be expected to say."""
    return frozenset(map(stem_of, telling_words(task)))


@lru_cache(maxsize=256)
def wants_removal(task: str) -> bool:
    """Whether something is to be taken away; what is quoted is a name, such as a button's."""
    return _REMOVES.search(without_quotes(task)) is not None


@lru_cache(maxsize=256)
def takes_away(task: str) -> bool:
    """Whether something may have to be taken away, although no word of it says so: "it is sold" """
    return _TAKES_AWAY.search(task) is not None


@lru_cache(maxsize=256)
def wants_presses(task: str) -> bool:
    """Whether it only says what is to be pressed: that may change the page and send nothing."""
    return _PRESSES.match(task) is not None


@lru_cache(maxsize=256)
def asks_for_count(task: str) -> bool:
    """Whether what is asked for is a number that mostly stands on no screen."""
    return _COUNTS.search(task) is not None


@lru_cache(maxsize=256)
def means_several(task: str) -> bool:
    """Whether the same may be wanted of several things."""
    return _SEVERAL.search(task) is not None


@lru_cache(maxsize=256)
def wants_one_more(task: str) -> bool:
    """Whether one is to be added to those that are there."""
    return _ONE_MORE.search(task) is not None


@lru_cache(maxsize=256)
def most_wanted(task: str) -> int | None:
    """The most that it wants of one thing: its largest small number, or one where it says none;
    None where nobody can say."""
    words = re.findall(r"[a-z]+", task.lower())
    numbers = [*map(int, _AMOUNT.findall(task)), *(_AMOUNTS[w] for w in words if w in _AMOUNTS)]
    if numbers:
        return max(numbers)
    is_open = means_several(task) or (_SOME.search(task) and not wants_one_more(task))
    return None if is_open else 1


class TaskCount(NamedTuple):
    """A number of something that a task asks for."""

    word: str
    """E.g. "two"."""
    number: int
    stems: frozenset[str]
    """Of what is counted."""


@lru_cache(maxsize=256)
def counts_in(task: str) -> tuple[TaskCount, ...]:
    """How many the task wants of what; none where it may be to those that are there already."""
    if _RELATIVE.search(task):
        return ()
    found = ((match[1], _NOT_COUNTED.sub("", match[2])) for match in _COUNTED.finditer(task))
    return tuple(
        TaskCount(word=word, number=_AMOUNTS.get(word.lower()) or int(word), stems=stems(what))
        for word, what in found
    )


@lru_cache(maxsize=256)
def set_to(task: str) -> tuple[str, ...]:
    """What the task wants something set to: "change the colour to ivory" """
    values = (next_clause_off(value).strip() for value in _SET_TO.findall(task))
    return tuple(value for value in values if stems(value))


@lru_cache(maxsize=256)
def wants_again(task: str) -> bool:
    """Whether the same may be typed more than once: "both" means two things, each of them once."""
    return _AGAIN.search(task) is not None


@lru_cache(maxsize=256)
def parts_of(task: str) -> int:
    """How many parts its sentences have."""
    return len(_PARTS.split(task.strip().rstrip(".")))


@lru_cache(maxsize=256)
def words_in(text: str) -> frozenset[str]:
    """All words, in lower case."""
    return frozenset(re.findall(r"\w+", text.lower()))
