"""Reads days, weekdays and times in the forms that people write. Knows no page."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from functools import lru_cache

from courtside_store.records import Record

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTH = (
    r"(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|"
    r"Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?"
)
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?:,?\s+(\d{4}))?"
_ISO = re.compile(r"(?<![\w-])(\d{4})-(\d{2})-(\d{2})(?:T\d{2}:\d{2})?(?![\w-])")
_DAY_FIRST = re.compile(rf"(?<![\w.:-]){_DAY}\s+(?:of\s+)?{_MONTH}{_YEAR}\b")
_MONTH_FIRST = re.compile(rf"\b{_MONTH}\s+(?:the\s+)?{_DAY}(?![\w:%]|[.,]\d){_YEAR}")
_NUMBERS = re.compile(r"(?<![\w./-])(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?![\w/-])")
_WEEKDAY = re.compile(
    r"\b(Mon(?:day)?|Tue(?:s(?:day)?)?|Wed(?:nesday)?|Thu(?:r(?:s(?:day)?)?)?|Fri(?:day)?|"
    r"Sat(?:urday)?|Sun(?:day)?)s?\b"
)
_TIME = re.compile(
    r"(?<![\w:.])(\d{1,2})(?::(\d{2}))?\s*(?:([ap])\.?m\b|(?<=:\d\d)(?![\w:]))", re.I
)
_HALF_DAY_MINUTES = 12 * 60
_MAX_TEXT_CHARS = 4000
"""Only so many letters of a text are read."""


class Day(Record, frozen=True, kw_only=True):
    """A day of the calendar, as far as a text says which."""

    text: str
    """As it is written."""
    year: int | None = None
    month: int
    day: int
    swaps: bool = False
    """Day and month may be the other way round: 03/04/2026."""

    def agrees(self, other: Day) -> bool:
        """Whether both may be the same day."""
        if self.year and other.year and self.year != other.year:
            return False
        own, theirs = (self.month, self.day), (other.month, other.day)
        return own == theirs or ((self.swaps or other.swaps) and own == theirs[::-1])

    @property
    def weekday(self) -> int | None:
        """From 0, Monday; None where it is not known."""
        if self.year is None or self.swaps:
            return None
        try:
            return dt.date(self.year, self.month, self.day).weekday()
        except ValueError:
            return None


class Weekday(Record, frozen=True, kw_only=True):
    """A day of the week, or one of the calendar of which it is known."""

    text: str
    """As it is written."""
    number: int
    """From 0, Monday."""

    def agrees(self, other: Weekday) -> bool:
        """Whether both are the same."""
        return self.number == other.number


class TimeOfDay(Record, frozen=True, kw_only=True):
    """A time of day."""

    text: str
    """As it is written."""
    minutes: int
    """Since midnight."""

    def agrees(self, other: TimeOfDay) -> bool:
        """Whether both may be the same: who says 3:00 may mean 15:00."""
        return self.minutes % _HALF_DAY_MINUTES == other.minutes % _HALF_DAY_MINUTES


@lru_cache(maxsize=1024)
def days_in(text: str) -> tuple[Day, ...]:
    """The days of the calendar that a text says."""
    return tuple(_days(text[:_MAX_TEXT_CHARS]))


def _days(text: str) -> Iterator[Day]:
    for match in _ISO.finditer(text):
        yield Day(text=match[0], year=int(match[1]), month=int(match[2]), day=int(match[3]))
    for match in _DAY_FIRST.finditer(text):
        yield _named(match, day=match[1], month=match[2], year=match[3])
    for match in _MONTH_FIRST.finditer(text):
        yield _named(match, day=match[2], month=match[1], year=match[3])
    yield from map(_of_numbers, _NUMBERS.finditer(text))


def _named(match: re.Match[str], *, day: str, month: str, year: str | None) -> Day:
    number = _MONTHS.index(month[:3].lower()) + 1
    return Day(text=match[0], year=int(year) if year else None, month=number, day=int(day))


def _of_numbers(match: re.Match[str]) -> Day:
    """With points or hyphens the day is first, with slashes the month, unless it can be none."""
    month, day = int(match[1]), int(match[3])
    swaps = match[2] == "/" and max(month, day) <= len(_MONTHS) and month != day
    if match[2] != "/" or month > len(_MONTHS):
        month, day = day, month
    return Day(text=match[0], year=int(match[4]), month=month, day=day, swaps=swaps)


@lru_cache(maxsize=4096)
def as_task_says(text: str, task: str) -> str:
    """The days of a task that a text says too, as the task writes them: "4 December" for
    "2026-12-04". Empty where there are none."""
    own = days_in(text)
    return " ".join(one.text for one in days_in(task) if any(one.agrees(day) for day in own))


@lru_cache(maxsize=1024)
def weekdays_in(text: str) -> tuple[Weekday, ...]:
    """The days of the week that a text names, or that its days of the calendar are."""
    names = (match[0] for match in _WEEKDAY.finditer(text[:_MAX_TEXT_CHARS]))
    named = [Weekday(text=name, number=_WEEKDAYS.index(name[:3].lower())) for name in names]
    dated = ((day.text, day.weekday) for day in days_in(text))
    return (*named, *(Weekday(text=t, number=number) for t, number in dated if number is not None))


@lru_cache(maxsize=1024)
def times_in(text: str) -> tuple[TimeOfDay, ...]:
    """The times of day that a text says."""
    matches = _TIME.finditer(text[:_MAX_TEXT_CHARS])
    return tuple(TimeOfDay(text=match[0].strip(), minutes=_minutes(match)) for match in matches)


def _minutes(match: re.Match[str]) -> int:
    hour = int(match[1])
    if half := (match[3] or "").lower():
        hour = hour % 12 + 12 * (half == "p")
    return 60 * hour + int(match[2] or 0)
