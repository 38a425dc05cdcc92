"""What single words of a task say: names, codes, what to take away, what to set. Knows no page."""

from __future__ import annotations

import re
from functools import lru_cache

from .clauses import next_clause_off
from .content_words import content_words, telling_words
from .likeness import stem_of, stems
from .quotes import quoted_in, without_quotes

_CAPITAL = re.compile(r"\b[A-Z][\w'’.-]*\w")
_BEGINS = re.compile(r"(?:^|[.!?:\"“‘'])$")
"""What stands before a word that begins a sentence or a quotation."""
_PROPER = re.compile(
    r"(?<!^)(?<![.!?:]\s)(?<![\"'“‘])\b[A-Z][\w'’-]++(?:\s+[A-Z][\w'’-]+)+(?![\"'”’])"
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
    r"(?:(?:^|[.!?:;,()\n\"'“”‘’–—*•-])\s*|"
    r"\b(?:and|then|please|to|you|we|should|must|also|now|just|next|first|finally|instead|so|but|or|"
    r"kindly|simply|let's|only)\s+|(?=set\s+(?:to|as)\b))"
    r"\b(?:set|change|rename|switch|update|move|assign|raise|lower|increase|reduce|turn|edit|correct|"
    r"make(?!\s+(?:sure|certain)\b)|put(?!\b[^.;]{0,300}?\b(?:in)?to\b))\b[^.;]{0,300}?"
    r"\b(?:to|as|into)\s+(?:(?:the|be|an?)\s+)?([\"'“‘]?)((?:[^,.;\"'”’]|\.(?=\w))+)",
    re.I | re.M,
)
"""The verb stands where an order does: "I need a lower bunk" sets nothing."""
_DOES = re.compile(
    r"(?:also|not|only|see|get|have|use|go|come|be able)\s|"
    r"(?:apply|match|note|reflect|show|include|contain|play|look|work|help|allow|let|keep|make|give|"
    r"take|find|know|do|avoid|ensure|fit|mention|tell|ask|add|remove|stop|start|read)\s+"
    r"(?:an?|the|this|that|these|those|it|its|his|her|their|my|our|your|us|me|them|all|every|each|"
    r"sure|up|with|for|in|on|at)\b",
    re.I,
)
"""Begins what is to be done, rather than a value: "update it to match the others"."""
_SECRET = re.compile(
    r"\b(?:pass(?:words?|codes?|phrases?)|pin|secret)\b"
    r"(?:\s+(?:is|to|be|as|with|of|the|should)\b)*[\s:=\"'“‘]*([^\s\"'”’]+)",
    re.I,
)
"""What a task calls a secret, and the word after it."""
_PRESSES = re.compile(
    r"\s*(?:please\s+)?(?:click|press|tap|expand|collapse|unfold|scroll|hover)\b"
    r"(?!.*\b(?:and|then)\s+(?!click|press|tap|expand|collapse|unfold|scroll|hover)\w)",
    re.I | re.S,
)
_PARTS = re.compile(r"[.;:!?,]\s+|\s+(?:and|then|but|also)\s+")
_BESIDE = (
    r"\b(?:from|after|before|next to|beside|near|behind|than|instead of|not|but|except|live at)\s+"
)
"""Words after which a task names another thing than the one that it wants."""
_SWITCH = r"(?:turn|switch|toggl|set|put|flip|power)\w*"
_SWITCHES = re.compile(
    r"\b(?:be|go(?:es)?|stays?)\s+(?:on|off)\s*(?:[.,;!?]|$|\band\b|\bthen\b)|"
    rf"\b{_SWITCH}\s+(?:on|off)\b|\b{_SWITCH}\b[^.;]{{0,60}}?\b(?:on|off)\b"
    r"(?!\s+(?:the|my|our|your|his|her|its|their|this|that|these|those|it|them|an?)\b)",
    re.I,
)
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
        if not _BEGINS.search(task[: match.start()].rstrip()[-1:])
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
def set_to(task: str) -> tuple[str, ...]:
    """What the task wants something set to: "change the colour to ivory" """
    found = (match for match in _SET_TO.finditer(task) if match[1] or not _DOES.match(match[2]))
    values = (next_clause_off(match[2]).strip() for match in found)
    return tuple(value for value in values if stems(value))


@lru_cache(maxsize=256)
def secret_stems(task: str) -> frozenset[str]:
    """Stems of what a task may want typed where nobody may look: what it calls a password, else all
    that it quotes."""
    return frozenset[str]().union(*map(stems, _SECRET.findall(task) or quoted_in(task)))


def is_reference(task: str, word: str) -> bool:
    """Whether the task only says it to tell where something is or was: "upgrade from the basic
    plan", "the one after order 1002"."""
    beside = re.search(rf"{_BESIDE}(?:[\w'’-]+\s+){{0,3}}{re.escape(word)}\b", task, re.I)
    return beside is not None


@lru_cache(maxsize=256)
def switches(task: str) -> bool:
    """Whether it says "on" or "off" of what is switched, as in "turn it on", and not of a place,
    as in "leave it on the list"."""
    return _SWITCHES.search(task) is not None


@lru_cache(maxsize=256)
def parts_of(task: str) -> int:
    """How many parts its sentences have."""
    return len(_PARTS.split(task.strip().rstrip(".")))


@lru_cache(maxsize=256)
def words_in(text: str) -> frozenset[str]:
    """All words, in lower case."""
    return frozenset(re.findall(r"\w+", text.lower()))
