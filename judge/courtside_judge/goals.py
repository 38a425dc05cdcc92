"""Reads a task's sentence: what must be typed, chosen or clicked. Knows no page."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from courtside_store.records import Record

_QUOTED = re.compile(r'"([^"]+)"|“([^”]+)”|‘([^’]+)’|(?<!\w)\'([^\']+)\'(?!\w)')
_DATE = re.compile(r"\b(\d{1,2})/(\d{1,2})/(\d{4})\b|\b(\d{4})-(\d{2})-(\d{2})\b")
_TIME = re.compile(r"\b(\d{1,2}):(\d{2})\s*([AaPp][Mm])?\b")
_ORDINAL = re.compile(r"\b(\d+)(?:st|nd|rd|th)\b|\b(first|second|third|fourth|fifth|last)\b", re.I)
_NUMBER = re.compile(r"(?<![\w.#/:-])-?\d+(?:\.\d+)?(?![\w/:])")
_CHOICE = re.compile(
    r"\b(?:select|choose|check|pick|tick)\s+(?:the\s+)?(.+?)\s*"
    r"(?:\band\s+(?:click|press|hit|submit)|\bfrom\b|\bin\b|\bwith\b|\busing\b|,?\s*then\b|[.;]|$)",
    re.I,
)
_QUESTION = re.compile(
    r"(?:^|[.!:;,]\s+)(?:what|which|who|whose|when|where|how (?:many|much|long|old|far|often)|"
    r"tell me|look up|name the|count the|at what|on what|in which|for which)\b"
    r"|\b(?:find out|tell me|answer with|respond with|give (?:me )?the \w+\s*[.?]?\s*$)|\?\s*$",
    re.I,
)
_FILE = re.compile(r"(?<![\w/@.])[\w-]+(?:/[\w-]+)*\.[a-z]\w{0,4}\b(?!@)")
_LISTED = re.compile(r"\bthe following\b[^:.]*:\s*(.+?)(?:\.(?:\s|$)|$)", re.I | re.S)
_NAMED = re.compile(r"\b([A-Z][a-z]+ #\d+)")
_SUBMIT = re.compile(
    r"\b(?:click|press|hit|then|and)\s+(?:on\s+)?(?:the\s+)?\"?"
    r"(submit|search|login|log in|ok|send|save|apply|buy|go|next|done)\b",
    re.I,
)
_BUTTON = re.compile(r"\b(?i:click|press)\s+(?:on\s+)?(?:the\s+)?button\s+([A-Z0-9]\w*)")
_WORDS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1}
_UPPER = re.compile(r"\b(?:upper\s?case|capital letters|all caps)\b", re.I)
_LOWER = re.compile(r"\b(?:lower\s?case|small letters)\b", re.I)
_LONGEST = 60
_NOTHING = {"nothing", "none"}
_VAGUE = re.compile(
    r"^(an?|all|any|the|one|it|radio|checkbox|option|enter|type|click|press|hit|find|then|"
    r"\d+(?:st|nd|rd|th))\b",
    re.I,
)


class Requirement(Record, frozen=True, kw_only=True):
    """One value that the task names."""

    text: str
    kind: Literal["quoted", "choice", "date", "time", "number", "named"]


class Goal(Record, frozen=True, kw_only=True):
    """What a task asks for, as far as its words tell."""

    task: str
    requirements: tuple[Requirement, ...] = ()
    ordinals: tuple[int, ...] = ()
    """"the 3rd result": 3; "last": -1."""
    submit: str = ""
    """The button that the task names for the end, in lower case."""
    case: Literal["", "upper", "lower"] = ""
    """It asks for capital or small letters only."""
    asks: bool = False
    """It wants something said, not only done."""
    nothing: bool = False
    """It asks to choose nothing."""
    words: frozenset[str] = frozenset()


def read_goal(task: str) -> Goal:
    """The requirements of a task, each once, in the order of the words."""
    submit = _SUBMIT.search(task)
    end = submit[1].lower() if submit else ""
    found: dict[str, Requirement] = {}
    for text, kind in _values(task):
        key = normal(text)
        if key and key != end and key not in found:
            found[key] = Requirement(text=text, kind=kind)
    ordinals = tuple(int(a) if a else _WORDS[b.lower()] for a, b in _ORDINAL.findall(task))
    return Goal(
        task=task,
        requirements=tuple(found.values()),
        ordinals=ordinals,
        submit=end,
        case="upper" if _UPPER.search(task) else "lower" if _LOWER.search(task) else "",
        asks=bool(_QUESTION.search(task)),
        nothing=any(normal(text) in _NOTHING for text in _CHOICE.findall(task)),
        words=frozenset(re.findall(r"\w+", task.lower())),
    )


def _values(
    task: str,
) -> list[tuple[str, Literal["quoted", "choice", "date", "time", "number", "named"]]]:
    values: list[tuple[str, Literal["quoted", "choice", "date", "time", "number", "named"]]] = []
    quoted = ["".join(groups) for groups in _QUOTED.findall(task)]
    values += [(text, "quoted") for text in quoted]
    rest = _QUOTED.sub(" ", task)
    for phrase in _CHOICE.findall(rest):
        parts = re.split(r",\s*|\s+and\s+", phrase)
        values += [
            (part.strip(), "choice")
            for part in parts
            if part.strip() and normal(part) not in _NOTHING and not _VAGUE.match(part.strip())
        ]
    for phrase in _LISTED.findall(rest):
        items = re.split(r"\s*(?:[,;\n]|\band\b)\s*", phrase)
        values += [(item, "choice") for item in items if 1 < len(item) <= _LONGEST]
    values += [(match[0], "date") for match in _DATE.finditer(rest)]
    values += [(match[0].strip(), "time") for match in _TIME.finditer(rest)]
    values += [(text.rsplit("/", 1)[-1], "named") for text in _FILE.findall(rest)]
    values += [(text, "named") for text in [*_NAMED.findall(rest), *_BUTTON.findall(rest)]]
    taken = " ".join(text for text, _ in values)
    bare = _DATE.sub(" ", _TIME.sub(" ", rest))
    values += [(n, "number") for n in _NUMBER.findall(bare) if n not in taken]
    return values


@lru_cache(maxsize=4096)
def normal(text: str) -> str:
    """For comparing: lower case, single spaces, no outer punctuation, one form of date and time."""
    words = " ".join(text.lower().split()).strip(" .,:;!?\"'")
    if date := _DATE.fullmatch(words):
        month, day, year, y2, m2, d2 = date.groups()
        return f"{year or y2}-{int(month or m2):02}-{int(day or d2):02}"
    if time := _TIME.fullmatch(words):
        hour, minute, half = time.groups()
        number = int(hour) % 12 + (12 if half == "pm" else 0) if half else int(hour)
        return f"{number:02}:{minute}"
    return words


def is_same(given: str, asked: str) -> bool:
    """Equal but for case at the ends, spaces and the form of dates."""
    return normal(given) == normal(asked)


@lru_cache(maxsize=4096)
def is_near(given: str, asked: str) -> bool:
    """Almost equal: what a slip of one value looks like."""
    a, b = normal(given), normal(asked)
    if a == b or not a or not b:
        return False
    if (_DATE.fullmatch(a) and _DATE.fullmatch(b)) or (_TIME.fullmatch(a) and _TIME.fullmatch(b)):
        return True
    if re.fullmatch(r"-?\d+", a) and re.fullmatch(r"-?\d+", b):
        return True
    swapped = len(a) > 2 and sorted(a) == sorted(b)
    return swapped or distance(a, b) <= max(1, len(b) // 4)


def distance(a: str, b: str) -> int:
    """Levenshtein distance."""
    if abs(len(a) - len(b)) > 8:
        return max(len(a), len(b))
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        previous, row[0] = row[0], i
        for j, other in enumerate(b, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (letter != other))
    return row[-1]
