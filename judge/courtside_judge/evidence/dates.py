"""Reads days, weekdays and times in the forms that people write. Knows no page."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from courtside_store.records import Record

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTH = (
    r"(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|"
    r"Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?"
)
_ONES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_DAY_WORDS = (
    *(*_ONES, "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth"),
    *("sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth"),
    *(*(f"twenty-{one}" for one in _ONES), "thirtieth", "thirty-first"),
)
_HOUR_WORDS = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve"),
)
_MINUTE_WORDS = {
    **{"five": 5, "ten": 10, "quarter": 15, "twenty": 20, "twenty-five": 25, "half": 30},
}
_SPELLED_DAY = rf"(?ai:({'|'.join(reversed(_DAY_WORDS)).replace('-', '[- ]')}))"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?:,?\s+(\d{4}))?"
_TO = r"(?:\s*[-–—]\s*|\s+(?:to|and|or|until|till|through)\s+(?:the\s+)?)"
_ISO = re.compile(r"(?<![\w-])(\d{4})-(\d{2})-(\d{2})(?:T\d{2}:\d{2})?(?![\w-])")
_DAY_FIRST = re.compile(rf"(?<![\w.:-])(?:{_DAY}{_TO})?{_DAY}\s+(?:of\s+)?{_MONTH}{_YEAR}\b")
_SPELLED_FIRST = re.compile(rf"\b{_SPELLED_DAY}\s+of\s+{_MONTH}{_YEAR}\b")
_NO_THING = (
    r"(?![-'’]\w|\s+(?!(?i:and|or|to|at|by|for|till|until|with|if|as|but|is|instead|please|rather|"
    r"then|so|because|when|since|too|also|now|in the (?:morning|afternoon|evening))\b)[A-Za-z])"
)
"""No thing follows that the number before may count: "the 3rd floor"."""
_MONTH_FIRST = re.compile(
    rf"\b{_MONTH}\s+(?:the\s+)?{_DAY}(?![\w:%]|[.,]\d)"
    rf"(?:{_TO}{_DAY}(?![\w:%]|[.,]\d){_NO_THING})?{_YEAR}"
)
_SPELLED_LAST = re.compile(rf"\b{_MONTH}\s+the\s+{_SPELLED_DAY}\b{_NO_THING}{_YEAR}")
_NUMBERS = re.compile(r"(?<![\w./-])(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?![\w/-])")
_WEEKDAY = re.compile(
    r"\b(Mon(?:day)?|Tue(?:s(?:day)?)?|Wed(?:nesday)?|Thu(?:r(?:s(?:day)?)?)?|Fri(?:day)?|"
    r"Sat(?:urday)?|Sun(?:day)?)s?\b"
)
_BARE = re.compile(
    r"\b(?:(?i:on|by|from|to|until|till|for|since|before|after|is|it|and|or)\s+"
    r"(?:[A-Z][a-z]{2,8},?\s+)?|[A-Z][a-z]{2,5}day,?\s+)the\s+"
    rf"(?:(\d{{1,2}})(?:st|nd|rd|th)|{_SPELLED_DAY})\b"
    rf"(?!\s+(?:and|or|to)\s+(?:the\s+)?\w{{1,14}}(?:st|nd|rd|th)\s+[a-z]){_NO_THING}"
)
"""A day of which nobody says the month."""
_MIN_SPELLED_BARE = 6
"""The first five may count anything: "move it to the third"."""
_HOUR = rf"(\d{{1,2}}|(?a:{'|'.join(reversed(_HOUR_WORDS))}))"
"""Its letters are plain ones, so that "ſix" is none."""
_HALF = r"([ap])\.?m\b|in\s+the\s+(morning|afternoon|evening)\b|at\s+(night)\b"
_TIME = re.compile(
    rf"(?:(?<![\w.:])|(?<=\dT)){_HOUR}(?::(\d{{2}}))?\s*"
    rf"(?:o['’]?clock\b(?:\s+(?:{_HALF}))?|{_HALF}|(?<=:\d\d)(?![\w:]))",
    re.I,
)
_PAST = re.compile(
    rf"\b(?:(\d{{1,2}}|(?a:{'|'.join(_MINUTE_WORDS)}))(?:\s+minutes)?\s+(past)|"
    rf"(\d{{1,2}}(?=\s+min)|(?a:quarter|(?:five|ten|twenty-five|twenty)(?=\s+min)))(?:\s+minutes)?\s+(to))"
    rf"\s+{_HOUR}\b(?![:.]\d)(?:\s*(?:o['’]?clock\b|{_HALF}))?",
    re.I,
)
_NAMED_TIME = re.compile(
    r"(?:^|(?<=\bat )|(?<=\bby )|(?<=\bto )|(?<=\bfor )|(?<=\bfrom )|(?<=\btill )|(?<=\buntil )|"
    r"(?<=\bbefore )|(?<=\bafter ))(noon|midday|midnight)\b(?!\s+blue\b)",
    re.I,
)
_HALF_DAY_MINUTES = 12 * 60
_HALF_DAY_HOURS = 12
_DAY_HOURS, _HOUR_MINUTES, _MONTH_DAYS = 24, 60, 31
_MAX_TEXT_CHARS = 4000
"""Only so many letters of a text are read."""


class Day(Record, frozen=True, kw_only=True):
    """A day of the calendar, as far as a text says which."""

    text: str
    """As it is written."""
    year: int | None = None
    month: int | None
    day: int
    swaps: bool = False
    """Day and month may be the other way round: 03/04/2026."""

    def agrees(self, other: Day) -> bool:
        """Whether both may be the same day; who writes both in numbers writes both one way."""
        if self.year and other.year and self.year != other.year:
            return False
        own, theirs = (self.month, self.day), (other.month, other.day)
        if self.month is None or other.month is None:
            return self.day == other.day
        return own == theirs or (self.swaps != other.swaps and own == theirs[::-1])

    @property
    def weekday(self) -> int | None:
        """From 0, Monday; None where it is not known."""
        if self.year is None or self.month is None or self.swaps:
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
    is_half_known: bool = False
    """Whether it is said if it is before noon or after."""

    def agrees(self, other: TimeOfDay) -> bool:
        """Whether both may be the same: who says 3:00 may mean 15:00."""
        if self.is_half_known and other.is_half_known:
            return self.minutes == other.minutes
        return self.minutes % _HALF_DAY_MINUTES == other.minutes % _HALF_DAY_MINUTES


_Span: TypeAlias = tuple[int, int]
"""Where something stands in a text."""


@lru_cache(maxsize=1024)
def days_in(text: str) -> tuple[Day, ...]:
    """The days of the calendar that a text says."""
    return tuple(day for _, day in _days_at(text))


@lru_cache(maxsize=1024)
def bare_days_in(text: str) -> tuple[Day, ...]:
    """The days that a text says without their month: "on the 22nd". Those that only count are
    none: "the 3rd floor"."""
    found = (
        Day(text=match[0].rpartition("the ")[2], month=None, day=_day_of(match[1] or match[2]))
        for match in _BARE.finditer(_cut(text))
        if match[1] or _day_of(match[2]) >= _MIN_SPELLED_BARE
    )
    return tuple(day for day in found if 1 <= day.day <= _MONTH_DAYS)


@lru_cache(maxsize=1024)
def without_calendar(text: str) -> str:
    """A text without its days and times."""
    spans = [span for span, _ in (*_days_at(text), *_times_at(text))]
    for begin, end in sorted(set(spans), reverse=True):
        text = f"{text[:begin]} {text[end:]}"
    return text


@lru_cache(maxsize=1024)
def whole_day(text: str) -> Day | None:
    """The day of a text that says nothing else."""
    text = text.strip(" .,:;\"'")
    return next((day for day in days_in(text) if day.text == text), None)


def _cut(text: str) -> str:
    return text[:_MAX_TEXT_CHARS]


def _days_at(text: str) -> list[tuple[_Span, Day]]:
    found = ((match.span(), day) for match, day in _days(_cut(text)))
    return [(at, day) for at, day in found if _is_of_calendar(day)]


def _is_of_calendar(day: Day) -> bool:
    return 1 <= (day.month or 1) <= len(_MONTHS) and 1 <= day.day <= _MONTH_DAYS


def _days(text: str) -> Iterator[tuple[re.Match[str], Day]]:
    for match in _ISO.finditer(text):
        year, number, day = match.groups()
        yield match, Day(text=match[0], year=int(year), month=int(number), day=int(day))
    for match in _DAY_FIRST.finditer(text):
        first, last, month, year = match.groups()
        yield from _named(match, (first, last), month, year)
    for match in _SPELLED_FIRST.finditer(text):
        yield from _named(match, (match[1],), match[2], match[3])
    for match in _MONTH_FIRST.finditer(text):
        month, first, last, year = match.groups()
        yield from _named(match, (first, last), month, year)
    for match in _SPELLED_LAST.finditer(text):
        yield from _named(match, (match[2],), match[1], match[3])
    for match in _NUMBERS.finditer(text):
        yield match, _of_numbers(match)


def _named(
    match: re.Match[str], days: tuple[str | None, ...], month: str, year: str | None
) -> Iterator[tuple[re.Match[str], Day]]:
    """One day, or two of one month; of two each is told as if it stood alone."""
    numbers = [day for day in days if day]
    number = _MONTHS.index(month[:3].lower()) + 1
    for day in numbers:
        alone = " ".join((day, month, *((year,) if year else ())))
        yield (
            match,
            Day(
                text=match[0] if len(numbers) == 1 else alone,
                year=int(year) if year else None,
                month=number,
                day=_day_of(day),
            ),
        )


def _day_of(word: str) -> int:
    return int(word) if word.isdigit() else _DAY_WORDS.index(word.lower().replace(" ", "-")) + 1


def _of_numbers(match: re.Match[str]) -> Day:
    """With points or hyphens the day is first, with slashes the month, unless it can be none."""
    month, day = int(match[1]), int(match[3])
    swaps = match[2] == "/" and max(month, day) <= len(_MONTHS) and month != day
    if match[2] != "/" or month > len(_MONTHS):
        month, day = day, month
    return Day(text=match[0], year=int(match[4]), month=month, day=day, swaps=swaps)


@lru_cache(maxsize=4096)
def as_task_says(text: str, task: str) -> str:
    """The days and times of a task that a text says too, as the task writes them: "4 December" for
    "2026-12-04". Empty where there are none, and for the time of another day."""
    own, asked = days_in(text), (*days_in(task), *bare_days_in(task))
    days = [one.text for one in asked if any(one.agrees(day) for day in own)]
    if own and asked and not days:
        return ""
    times = [one.text for one in times_in(task) if any(map(one.agrees, times_in(text)))]
    return " ".join((*days, *times))


@lru_cache(maxsize=1024)
def weekdays_in(text: str) -> tuple[Weekday, ...]:
    """The days of the week that a text names, or that its days of the calendar are."""
    names = (match[0] for match in _WEEKDAY.finditer(_cut(text)))
    named = [Weekday(text=name, number=_WEEKDAYS.index(name[:3].lower())) for name in names]
    dated = ((day.text, day.weekday) for day in days_in(text))
    return (*named, *(Weekday(text=t, number=number) for t, number in dated if number is not None))


@lru_cache(maxsize=1024)
def times_in(text: str) -> tuple[TimeOfDay, ...]:
    """The times of day that a text says."""
    return tuple(time for _, time in _times_at(text))


def _times_at(text: str) -> list[tuple[_Span, TimeOfDay]]:
    text = _cut(text)
    found = [(match.span(), _past(match)) for match in _PAST.finditer(text)]
    taken = {end for (_, end), _ in found}
    found += [(m.span(), _time(m)) for m in _TIME.finditer(text) if m.end() not in taken]
    found += [(match.span(), _noon(match)) for match in _NAMED_TIME.finditer(text)]
    return sorted(found, key=lambda one: one[0])


def _time(match: re.Match[str]) -> TimeOfDay:
    hour, minutes, *halves = match.groups()
    return _time_of(match[0], hour, int(minutes or 0), halves)


def _past(match: re.Match[str]) -> TimeOfDay:
    """ "Quarter to ten": before the full hour where it is "to"."""
    after, past, before, _, hour, *halves = match.groups()
    word = (after or before).lower()
    minutes = int(word) if word.isdigit() else _MINUTE_WORDS[word]
    return _time_of(match[0], hour, minutes if past else -minutes, halves)


def _time_of(text: str, hour: str, minutes: int, halves: list[str | None]) -> TimeOfDay:
    number = int(hour) if hour.isdigit() else _HOUR_WORDS.index(hour.lower()) + 1
    half = next((one for one in halves if one), "").lower()
    is_half_known = bool(half) or number == 0 or number > _HALF_DAY_HOURS
    if half:
        number = number % _HALF_DAY_HOURS + _HALF_DAY_HOURS * (half not in ("a", "morning"))
    total = number * _HOUR_MINUTES + minutes
    total += _DAY_HOURS * _HOUR_MINUTES * (total < 0)
    return TimeOfDay(text=text.strip(), minutes=total, is_half_known=is_half_known)


def _noon(match: re.Match[str]) -> TimeOfDay:
    minutes = 0 if match[0].lower() == "midnight" else _HALF_DAY_MINUTES
    return TimeOfDay(text=match[0], minutes=minutes, is_half_known=True)
