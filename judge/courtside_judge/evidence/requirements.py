"""The values that a task names, each of a kind: quoted, typed, chosen, a date. Knows no page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

from courtside_store.records import Record

from .clauses import next_clause_off
from .dates import days_in, times_in, without_calendar
from .exceptions_of_task import denied_numbers
from .quotes import QUOTED, without_quotes
from .text_forms import DATE, TIME, is_same, normal

ValueKind = Literal[
    "quoted", "typed", "begins", "ends", "choice", "date", "time", "number", "named"
]
_UNSIGNED = r"\d+(?:\.\d+)?"
_NUMBER = re.compile(rf"(?<![\w.#/:-])[-+]?{_UNSIGNED}(?![\w/:])")
_AMOUNT = re.compile(rf"(?<![\w.]){_UNSIGNED}")
"""Also with its unit: "72 hours", "14px"."""
_GROUPS = re.compile(r"(?<![\w.#/:-])\+?(?:\d{2,}(?: \d{2,})+|\d{3,}-\d{4,})(?![\w/:-])")
"""A number that is written in groups, as those of telephones are."""
_UNIT = r"(?:second|minute|hour|day|night|week|month|year|percent|degree|point)s?"
_CHANGE = re.compile(
    r"\bby\s+(?:another\s+|about\s+)?\D?\d+(?:\.\d+)?|(?<![\w.])\d+(?:\.\d+)?\s+"
    rf"(?:(?:more|fewer|further|extra|additional)\s+{_UNIT}\b|{_UNIT}\s+(?:more|less|fewer)\b|"
    r"(?:\w+\s+){0,2}(?:longer|shorter|later|earlier|sooner|higher|lower)\b)",
    re.I,
)
"""By so much something is to change: the number that comes of it is another one."""
_BOUND = re.compile(
    r"\b(?:(?:great|larg|bigg|high|few|low|small)er|more|less)\s+than\s+\D?-?\d+(?:\.\d+)?"
    r"|\b(?:of (?:the|those|these|all)|all|those|these)\s+\d+\b(?!\s*(?:st|nd|rd|th)\b)"
    r"|(?<!-)\b\d+\s*(?:-|to)\s*\d+\b|\bbetween\s+-?\d+\w*\s+and\s+-?\d+\w*",
    re.I,
)
"""A number that only bounds or counts is not what is asked for."""
_CHOICE = re.compile(
    r"\b(?:select|choose|check|pick|tick)(?!\s+(?:out|in|up|back)\b)\s+(?:off\s+)?(?:the\s+)?(.+?)\s*"
    r"(?:\band\s+(?:click|press|hit|submit)|\b(?:as|from|in|with|using)\b|,?\s*then\b|[.;]|$)",
    re.I,
)
_BEHIND = re.compile(
    r"(?<!\b[Tt]urn)(?<!\b[Ss]witch)(?<!\b[Ll]og)(?<!\b[Ss]ign)(?<!\b[Aa]dd)(?<!\b[Gg]o)"
    r"\s+(?:off|on|to|for)\s+(?:the|my|our|your|his|her|its|their|this|that|these|those|it|them|me|us)"
    r"\b.*",
    re.S,
)
"""Says behind what is chosen where that stands: "eggs off the shopping list". Names such as "Log
on" or "Add to cart" go on."""
_TICKED_OFF = re.compile(r"(?:tick|check)\b", re.I)
_FILE = re.compile(r"(?<![\w/@.])[\w-]++(?:/[\w-]++)*\.[a-z]\w{0,4}\b(?!@)")
_LISTED = re.compile(r"\bthe following\b[^:.]*:\s*(.+?)(?:\.(?:\s|$)|$)", re.I | re.S)
_NAMED = re.compile(r"\b([A-Z][a-z]+ #\d+)")
_TYPED = re.compile(
    r"\b(?:enter|type|write|fill in|text|title|comment|name|named|called|username|password|"
    r"say(?:s|ing)?|reply|repl(?:y|ies) with)\W+(?:(?:the|a|is|should be|to|in|number)\W+){0,2}$",
    re.I,
)
"""Stands before a value that is for a field."""
_PART = re.compile(r"\b(start|begin|end)(?:s|ning|ing)?\s+with\s+$", re.I)
"""Stands before a quoted beginning or end of what is asked for."""
_BUTTON = re.compile(r"\b(?i:click|press)\s+(?:on\s+)?(?:the\s+)?button\s+([A-Z0-9]\w*)")
_CHARS_BEFORE_VALUE = 80
"""Only so many letters before a value are looked at: each value of a long task costs no more."""
_MAX_ITEM_CHARS = 60
_MAX_SHORT_WORDS = 4
"""A longer text may say a number among others: "Adults: 6.20 euros, children: 3.10 euros"."""
_ALIKE = re.compile(r"\b(?:similar to|like|matching|that|which)\b", re.I)
"""The words after which a task says what the choice must resemble, not what it is called."""
_QUOTE_WAS = "  "
"""Such a gap is where quotation marks were."""
_CLOSE_SIGNS = {"x", "×", "✕", "close"}
"""The sign on a button that closes, and what it is called."""
_NOTHING = {"nothing", "none"}
_VAGUE = re.compile(
    r"^(an?|all|any|the|one|it|them|this|that|these|those|both|radio|checkbox|option|enter|type|"
    r"click|press|hit|find|then|"
    r"\d+(?:st|nd|rd|th))\b(?!['’])",
    re.I,
)


class Requirement(Record, frozen=True, kw_only=True):
    """One value that the task names."""

    text: str
    kind: ValueKind


def read_requirements(task: str, submit: str) -> tuple[Requirement, ...]:
    """Each once, in the order of the rules; the button that ends the task is none."""
    requirements: dict[str, Requirement] = {}
    for text, kind in _values(task):
        key = normal(text)
        if key and key != submit and key not in requirements:
            requirements[key] = Requirement(text=text, kind=kind)
    return tuple(requirements.values())


def meets(given: str, asked: Requirement) -> bool:
    """Whether a value is what was asked for, or begins or ends as was asked."""
    match asked.kind:
        case "begins":
            return normal(given).startswith(normal(asked.text)) and not is_same(given, asked.text)
        case "ends":
            return normal(given).endswith(normal(asked.text))
        case "date" if days_in(asked.text):
            return any(day.agrees(one) for day in days_in(asked.text) for one in days_in(given))
        case "time" if times_in(asked.text):
            return any(time.agrees(one) for time in times_in(asked.text) for one in times_in(given))
        case "number" if len(amounts := _AMOUNT.findall(given)) == 1:
            return is_same(amounts[0], asked.text) or is_same(given, asked.text)
        case "number" if len(given.split()) > _MAX_SHORT_WORDS or "\n" in given.strip():
            return any(is_same(amount, asked.text) for amount in amounts)
        case _:
            return is_same(given, asked.text) or {normal(given), normal(asked.text)} <= _CLOSE_SIGNS


def asked_by(given: str, asked: Sequence[Requirement]) -> Requirement | None:
    """The requirement that a value meets: one that is written alike before one that may only be
    meant, as 19:00 may by 7:00."""
    fitting = [one for one in asked if meets(given, one)]
    alike = (one for one in fitting if is_same(given, one.text))
    return next(alike, fitting[0] if fitting else None)


def asks_for_nothing(task: str) -> bool:
    """Whether it asks to choose nothing."""
    return any(normal(text) in _NOTHING for text in _CHOICE.findall(task))


def _values(task: str) -> list[tuple[str, ValueKind]]:
    """A number that stands in another value is no value of its own, nor is one that is denied."""
    rest = without_quotes(task)
    values = [*_quoted(task), *((text, kind) for find, kind in _RULES for text in find(rest))]
    taken = set(re.findall(_UNSIGNED, " ".join(text for text, _ in values))) | denied_numbers(rest)
    free = (number for number in _numbers(rest) if number.lstrip("+-") not in taken)
    return [*values, *((number, "number") for number in free)]


def _quoted(task: str) -> Iterator[tuple[str, ValueKind]]:
    """What stands before the quotation marks says of which kind it is."""
    for match in QUOTED.finditer(task):
        before = task[max(0, match.start() - _CHARS_BEFORE_VALUE) : match.start()]
        kind: ValueKind = "typed" if _TYPED.search(before) else "quoted"
        if part := _PART.search(before):
            kind = "ends" if part[1].lower() == "end" else "begins"
        yield "".join(match.groups("")), kind


def _choices(rest: str) -> Iterator[str]:
    for match in _CHOICE.finditer(rest):
        phrase = next_clause_off(match[1])
        is_noun = rest[: match.start(1)].endswith(_QUOTE_WAS)  # of what stood in quotes before it
        if is_noun or _ALIKE.search(phrase):
            continue
        if ">" in phrase:  # a path through menus: what counts is where it ends
            yield phrase.rsplit(">", 1)[-1].strip()
            continue
        if _TICKED_OFF.match(match[0]):
            phrase = phrase.removesuffix(" off")
        for part in (_BEHIND.sub("", one).strip() for one in re.split(r",\s*|\s+and\s+", phrase)):
            if part and normal(part) not in _NOTHING and not _VAGUE.match(part):
                yield part


def _listed(rest: str) -> Iterator[str]:
    for phrase in _LISTED.findall(rest):
        items = re.split(r"\s*(?:[,;\n]|\band\b)\s*", phrase)
        yield from (item for item in items if 1 < len(item) <= _MAX_ITEM_CHARS)


def _dates(rest: str) -> tuple[str, ...]:
    numbers = [match[0] for match in DATE.finditer(rest)]
    return (*numbers, *(day.text for day in days_in(rest) if day.text not in numbers))


def _times(rest: str) -> tuple[str, ...]:
    times = [time.text for time in times_in(rest)]
    numbers = (match[0].strip() for match in TIME.finditer(rest))
    return (*times, *(text for text in numbers if not any(text in time for time in times)))


def _file_names(rest: str) -> Iterator[str]:
    return (path.rsplit("/", 1)[-1] for path in _FILE.findall(rest))


def _numbers(rest: str) -> list[str]:
    rest = _without_dates_and_times(rest)
    for other in (TIME, _BOUND, _CHANGE):
        rest = other.sub(" ", rest)
    return _NUMBER.findall(rest)


def _grouped(rest: str) -> list[str]:
    return _GROUPS.findall(_without_dates_and_times(rest))


def _without_dates_and_times(rest: str) -> str:
    return DATE.sub(" ", without_calendar(rest))


_RULES: tuple[tuple[Callable[[str], Iterable[str]], ValueKind], ...] = (
    (_choices, "choice"),
    (_listed, "choice"),
    (_dates, "date"),
    (_times, "time"),
    (_grouped, "number"),
    (_file_names, "named"),
    (_NAMED.findall, "named"),
    (_BUTTON.findall, "named"),
)
"""What finds values outside of quotation marks, and of which kind those are."""
