"""Removes the boilerplate of a task: where to begin, who the agent is, politeness, how to end.

None of it is something that a run should show, and its words would be missed on every screen.
"""

from __future__ import annotations

import re

_PATH = r"(?:/[^\s,;]*[^\s,;.:!?)])?/?"
_HOST = (
    r"(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|"
    r"(?:[\w-]+\.)+(?:com|org|net|io|dev|app|edu|gov|co|ai|test|example))(?::\d+)?"
)
_ADDRESS = rf"(?:(?:https?://|www\.)[^\s,;]*[^\s,;.:!?)]|{_HOST}{_PATH})(?![\w@])"
_NOUN = r"(?:web\s?site|site|page)"
_SITE = rf"(?:the\s+)?(?:{_NOUN}\s+(?:at\s+)?)?{_ADDRESS}(?:\s+{_NOUN})?"
_OPENS = (
    r"(?:go\s+to|open(?:\s+up)?|visit|navigate\s+to|browse\s+to|head\s+to|load|"
    r"start\s+(?:at|on|from|with))"
)
_THEN = r"(?:[,.;:\n]\s*(?:(?:and|then|to)\s+)*|(?:(?:and|then|to)\s+)+)"
_ARE = r"you(?:\s+are|['’]re)"
_REST = r"[^.!?\n]*"
_NEW_SENTENCE = r"(?<=[.!?\n])\s*"
_ENDED = r"(?:done|finish|finished|complete|completed)"
_LEADING = tuple(
    re.compile(rf"^\s*{pattern}", re.I)
    for pattern in (
        # Go to https://... and
        rf"{_OPENS}\s+{_SITE}\s*{_THEN}",
        rf"(?:on|at|in|from|using)\s+{_SITE}(?:[,:;]|\s)\s*",
        # Your task is to, Task:
        r"(?:(?:now\s+)?given\s+a\s+|(?:the|your|my)\s+)?(?:task|goal|instruction|objective|job)(?:\s+is\s+to\b|"
        r"\s*(?:is\s*)?:)\s*",
        r"(?:do|complete|perform|solve)\s+(?:the\s+following|this)(?:\s+task)?\s*[:.,]\s*",
        # You are an agent that works in a browser. You are already signed in.
        rf"{_ARE}\s+(?:already|currently|now|signed|logged|on\s+the|"
        rf"an?\b{_REST}\b(?:agent|assistant)\b){_REST}[.!\n]\s*",
        r"(?:please|kindly|hi|hello)\b[,!\s]+",
        r"(?:can|could|would|will)\s+you\s+(?:please\s+)?",
        r"i(?:\s+want|\s+need|['’]d\s+like|\s+would\s+like)\s+you\s+to\s+",
    )
)
_TRAILING = tuple(
    re.compile(rf"{pattern}[.!]?\s*$", re.I)
    for pattern in (
        # When you are done, say so. Then stop.
        rf"{_NEW_SENTENCE}(?:when|once|after|as\s+soon\s+as)\s+(?:you|this|it|that|everything)\b"
        rf"{_REST}\b{_ENDED}\b{_REST}",
        rf"{_NEW_SENTENCE}(?:then\s+)?stop(?:\s+(?:when|once|after|there)\b{_REST})?",
        rf"{_NEW_SENTENCE}(?:do\s+not|don['’]t)\s+(?:change|touch|modify|edit|do)\s+anything\s+else",
        rf"{_NEW_SENTENCE}{_ARE}\s+(?:already|currently)\b{_REST}",
        # Only use https://... to achieve the task. Don't go to any other site.
        rf"{_NEW_SENTENCE}(?:please\s+)?(?:only\s+use|use\s+only|interact\s+with)\s+{_SITE}{_REST}",
        rf"{_NEW_SENTENCE}(?:do\s+not|don['’]t|never)\s+(?:go|navigate)\s+to\s+(?:any\s+)?other\s+"
        rf"{_NOUN}s?",
        rf"{_NEW_SENTENCE}(?:the|this)\s+task\s+(?:is|can\s+be)\s+(?:achievable|possible|done|solved)\b{_REST}",
        rf"{_NEW_SENTENCE}(?:start(?:ing)?\s+)?(?:url|page|at|from|on)\s*:?\s+{_SITE}",
        r"(?:,|(?<=[.!?\n]))\s*(?:please|thanks|thank\s+you)",
    )
)
_ON_SITE = re.compile(rf"\s+on\s+{_SITE}(?=[\s,;.:!?]|$)", re.I)


_SEARCHED_CHARS = 400
"""A frame is looked for in so many letters at either end at a time."""
_MAX_ROUNDS = 8


def without_boilerplate(task: str) -> str:
    """The task without it; as it is where nothing else would be left."""
    bare = _ON_SITE.sub("", task.strip())
    for _ in range(_MAX_ROUNDS):
        shorter = _stripped(bare)
        if shorter == bare:
            break
        bare = shorter
    if not re.search(r"\w\W+\w", bare):
        return task
    return bare if bare == task.strip() else bare[0].upper() + bare[1:]


def _stripped(task: str) -> str:
    for pattern in _LEADING:
        if found := pattern.match(task[:_SEARCHED_CHARS]):
            task = task[found.end() :]
    for pattern in _TRAILING:
        if found := pattern.search(task[-_SEARCHED_CHARS:]):
            task = task[: max(len(task) - _SEARCHED_CHARS, 0) + found.start()]
    return task
