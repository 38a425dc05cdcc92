"""What a task excepts: "clear the list, but leave Honey on it". Knows no page."""

from __future__ import annotations

import re
from functools import lru_cache

from .quotes import quoted_in, without_quotes

_EXCEPTION = re.compile(
    r"(?:,?\s+(?:and|but)\s+)?\b(?:(all|everything|everyone|every one) but|except(?:ing)?(?: for)?|"
    r"apart from|other than|(?:do not|don['’]t|never|without) (?:touch|chang|delet|remov|edit|mov|"
    r"clear|alter|modify|cancel|clos|archiv)\w*|but (?:leave|keep|not)(?=(?: the(?: \w+){0,2})? "
    r"(?-i:[A-Z\d\"'“‘])))\b((?:[^.;!?,]|\.(?=\w)|,(?=\s(?-i:[A-Z\d\"'“‘])))*)",
    re.I,
)
"""Up to the end of that part of the sentence."""
_DENIED = re.compile(r"\b(?:not|instead of|rather than)\s+\D?(\d+(?:\.\d+)?)\b", re.I)
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_NAME = re.compile(r"[A-Z][\w-]*(?:\s+[A-Z][\w-]*)*")


@lru_cache(maxsize=256)
def without_exceptions(task: str) -> str:
    """The task without what it excepts."""
    return _EXCEPTION.sub(r"\1", task)


@lru_cache(maxsize=256)
def excepted_names(task: str) -> tuple[str, ...]:
    """Names with capital letters, or in quotation marks, that it excepts and says nowhere else."""
    rest = without_exceptions(task)
    names = [
        name
        for match in _EXCEPTION.finditer(task)
        for name in (*quoted_in(match[2]), *_NAME.findall(without_quotes(match[2])))
    ]
    return tuple(name for name in dict.fromkeys(names) if name not in rest)


@lru_cache(maxsize=256)
def denied_numbers(task: str) -> frozenset[str]:
    """Numbers that it only names to say what something is not to be: "12 minutes, not 10"."""
    rest = _DENIED.sub("", task)
    return frozenset(_DENIED.findall(task)).difference(_NUMBER.findall(rest))
