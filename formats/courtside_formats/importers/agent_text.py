"""Reads what an agent says of itself: what it acted on, and whether it claims to have succeeded.

Rules over English words, for recordings that keep nothing better.
"""

from __future__ import annotations

import re

_NOUNS = "button|field|icon|option|arrow|tab|checkbox|item|link|slider|switch|toggle|entry"
_ROLES = {
    **dict.fromkeys(("button", "icon", "arrow"), "button"),
    **dict.fromkeys(("switch", "toggle"), "switch"),
    **{"field": "textbox", "checkbox": "checkbox", "tab": "tab", "link": "link"},
    "slider": "slider",
}
_QUOTED = r"[\"“](?P<quoted>[^\"”]{1,80})[\"”]"
_NAMED = rf"\bthe (?P<named>(?!the )[\w&/-]+(?: [\w&/-]+){{0,2}}?) (?P<noun>{_NOUNS})\b"
_HIT = r"\b(?:click|tap|press|select)(?:ed|ing) (?:on )?(?:the )?(?:(?:first|second|third|last) )?"
_TELLS = (
    re.compile(rf"{_HIT}{_QUOTED}(?: (?P<noun>{_NOUNS}))?", re.IGNORECASE),
    re.compile(rf"(?i:{_HIT})(?P<named>[A-Z][A-Z0-9]+(?: [A-Z0-9]+)*)\b(?: (?P<noun>{_NOUNS}))?"),
    re.compile(rf"\bin(?:to)? {_QUOTED} (?P<noun>field)", re.IGNORECASE),
    re.compile(rf"\b(?:in|into|fill(?:ed|ing)(?: in| out)?) {_NAMED}", re.IGNORECASE),
    re.compile(rf"{_HIT}(?P<named>[\w&/-]+(?: [\w&/-]+){{0,2}}?) (?P<noun>{_NOUNS})\b", re.I),
)
_CLAIMS = re.compile(
    r"\b(success\w*|complet\w+|achieved|accomplished|done|created|saved|added|deleted|removed|"
    r"recorded|paused|running|answer)\b",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"\b(unable to|(could|can) ?n[o']t|not able to|failed to|(im|not )possible|infeasible)\b",
    re.IGNORECASE,
)


def target_in_text(index: int, typed: str, reason: str, summary: str) -> tuple[str, str]:
    """What the agent calls the element that it acts on, and its role; empty where it does not say.

    It names it right beside the element's number in its reason, or says in its summary what it
    clicked or typed into. What it `typed` is never the name of a field.
    """
    number = rf"\(?(?:(?:as|at|with) )?(?:UI )?(?:element|index) ?#?{index}\b"
    free = r"(?: (?!in\b|into\b|to\b|and\b)\w+){0,3}"
    beside = (
        re.compile(rf"{_QUOTED}(?: (?P<noun>{_NOUNS}))?{free} {number}", re.IGNORECASE),
        re.compile(rf"{_NAMED}{free} {number}", re.IGNORECASE),
    )
    tells = [(pattern, reason) for pattern in beside] + [(known, summary) for known in _TELLS]
    for pattern, words in tells:
        for found in pattern.finditer(words):
            parts = found.groupdict()
            name = (parts.get("quoted") or parts.get("named") or "").strip()
            if name and name != typed:
                return name, _ROLES.get((parts.get("noun") or "").lower(), "")
    return "", ""


def last_words(output: str) -> str:
    """The end of what an agent wrote: its last paragraph, of its last 2,000 characters."""
    return output[-2000:].rpartition("\n\n")[2].strip()


def claims_success(output: str) -> bool | None:
    """Whether what an agent wrote ends as of a success or a failure; None where it says neither."""
    if _DENIES.search(last_words(output)):
        return False
    return True if _CLAIMS.search(output[-600:]) else None
