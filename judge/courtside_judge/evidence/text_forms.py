"""Compares texts: the same in another form, nearly the same, part of a task. Knows no page."""

from __future__ import annotations

import re
from functools import lru_cache

from rapidfuzz.distance import Levenshtein

from .dates import whole_day

DATE = re.compile(r"\b(\d{1,2})/(\d{1,2})/(\d{4})\b|\b(\d{4})-(\d{2})-(\d{2})\b")
TIME = re.compile(r"\b(\d{1,2}):(\d{2})\s*([AaPp][Mm])?\b")
_DECIMAL = re.compile(r"-?\d{1,12}(?:\.\d{1,6})?")
_PLUS = re.compile(r"\+\d[\d ()./-]*")
DIGITS = {
    **{"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7"},
    **{"eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12"},
}
""" "One" is left out: it mostly stands for a thing."""
_SPELLED = {digits: word for word, digits in DIGITS.items()}


@lru_cache(maxsize=4096)
def normal(text: str) -> str:
    """For comparing: lower case, single spaces, no outer punctuation, no plus before a number, one
    form of date and time.
    """
    words = " ".join(text.lower().split()).strip(" .,:;\"'")
    if DATE.fullmatch(words) and (date := whole_day(words)):
        return f"{date.year}-{date.month:02}-{date.day:02}"
    if time := TIME.fullmatch(words):
        hour, minute, half = time.groups()
        number = int(hour) % 12 + (12 if half == "pm" else 0) if half else int(hour)
        return f"{number:02}:{minute}"
    return words[1:] if _PLUS.fullmatch(words) else words


def is_same(given: str, asked: str) -> bool:
    """Equal but for case at the ends, spaces, the form of dates and noughts behind a point."""
    a, b = normal(given), normal(asked)
    if a == b or (_is_decimal(a) and _is_decimal(b) and float(a) == float(b)):
        return True
    day, other = whole_day(given), whole_day(asked)
    return day is not None and other is not None and day.agrees(other)


def _is_decimal(text: str) -> bool:
    """Whether it is a number, and none whose noughts in front count."""
    return _DECIMAL.fullmatch(text) is not None and not re.match(r"-?0\d", text)


@lru_cache(maxsize=4096)
def is_near(given: str, asked: str) -> bool:
    """Almost equal: what a slip of one value looks like."""
    a, b = normal(given), normal(asked)
    if not a or not b or is_same(a, b):
        return False
    if (DATE.fullmatch(a) and DATE.fullmatch(b)) or (TIME.fullmatch(a) and TIME.fullmatch(b)):
        return True
    if re.fullmatch(r"-?\d+", a) and re.fullmatch(r"-?\d+", b):
        return True
    if len(a) > 2 and sorted(a) == sorted(b):
        return True
    return abs(len(a) - len(b)) <= 8 and Levenshtein.distance(a, b) <= max(1, len(b) // 4)


def is_in(task: str, text: str) -> bool:
    """Whether a task says a text, word for word."""
    return any(_is_word_of(normal(task), words) for words in number_forms(normal(text)))


def _is_word_of(task: str, words: str) -> bool:
    if not (len(words) > 2 or words.isdigit()) or words not in task:
        return False
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", task) is not None


def number_forms(text: str) -> tuple[str, ...]:
    """A text in lower case, and where it is a small number, the same in digits or in a word."""
    other = DIGITS.get(text) or _SPELLED.get(text)
    return (text, other) if other else (text,)
