"""Reads what a task asks for into one record. Knows no page."""

from __future__ import annotations

import re
from typing import Literal

from msgspec.structs import replace

from courtside_store.records import Record

from .dates import without_calendar
from .exceptions_of_task import without_exceptions
from .quotes import without_quotes
from .requirements import Requirement, asks_for_nothing, read_requirements
from .task_boilerplate import without_boilerplate
from .task_intents import wants_answer, wants_only_typing, wants_page

_ORDINAL = re.compile(
    r"(?<!\bat )\b(?:(\d{1,9})(?:st|nd|rd|th)|(first|second|third|fourth|fifth|last))\b"
    r"\s*((?:[a-z]+\s*){0,2})",
    re.I,
)
"""A number of more digits counts nothing on a page."""
_NO_KIND = re.compile(
    r"(?:(?:and|or)\s+(?:the\s+)?(?:first|last|second|third)\s+)?"
    r"(?:(?:few|couple|of|several|two|three|four|five|six|seven|ten|\d{1,3})\s+){0,3}"
    r"(?:names?|initials?|login|sign-?in|seen|updated?|modified|changed?|edited|used|visited|active|"
    r"opened|saved|times?|seconds?|minutes?|hours?|days?|nights?|mornings?|afternoons?|evenings?|"
    r"weeks?|weekends?|fortnights?|months?|seasons?|semesters?|terms?|quarters?|years?|decades?|"
    r"centur(?:y|ies)|spring|summer|autumn|winter|christmas|easter|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|"
    r"august|september|october|november|december)\b",
    re.I,
)
"""After an order word: a part of the calendar or the name of a field, which nothing on a page is
the first or last of."""
_SUBMIT = re.compile(
    r"\b(?:(?:click|press|hit)\s+(?:on\s+)?(?:the\s+)?[\"'“‘]?"
    r"(submit|search|login|log in|ok|send|save|apply|buy|go|next|done)\b"
    r"|(?:then|and)\s+(submit|search|login|log in|send|save|apply|buy)\b"
    r"(?=\s*(?:[.,;!]|when\b|$)))",
    re.I,
)
OrdinalNumber = int | Literal["last"]
"""Counts from 1."""
_ORDER_WORDS: dict[str, OrdinalNumber] = {
    **{"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5},
    "last": "last",
}
_OF, _TO = {"of", "for", "on", "in"}, {"to", "as"}
_SIGNS = " \"'“”‘’"
_BESIDE = 8
"""So many letters beside a value hold the word beside it."""
_UPPER = re.compile(r"\b(?:upper\s?case|capital letters|all caps)\b", re.I)
_LOWER = re.compile(r"\b(?:lower\s?case|small letters)\b", re.I)


class Ordinal(Record, frozen=True, kw_only=True):
    """ "The 3rd search result"."""

    number: OrdinalNumber
    noun: str = ""
    """What is counted: the two words after it, in lower case."""


class Goal(Record, frozen=True, kw_only=True):
    """What a task asks for, as far as its words tell."""

    task: str
    requirements: tuple[Requirement, ...] = ()
    things: frozenset[str] = frozenset()
    """Those of them that name the thing whose field is filled, and are not put there: "Beans" in
    `quantity of "Beans" to 9`."""
    ordinals: tuple[Ordinal, ...] = ()
    submit: str = ""
    """The button that the task names for the end, in lower case."""
    case: Literal["", "upper", "lower"] = ""
    """It asks for capital or small letters only."""
    asks: bool = False
    """It wants something said, not only done."""
    seeks: bool = False
    """It wants something found: an answer, or a page opened."""
    nothing: bool = False
    """It asks to choose nothing."""
    only_types: bool = False
    """All that it says is what goes into which field."""
    words: frozenset[str] = frozenset()


def read_goal(task: str) -> Goal:
    """What a task asks for, without its boilerplate."""
    task = without_boilerplate(_single_spaced(task))
    submit = _submit_button(task)
    asks = wants_answer(without_quotes(task))
    requirements = read_requirements(task, submit)
    return Goal(
        task=task,
        requirements=requirements,
        things=frozenset(one.text for one in requirements if _is_thing(task, one.text)),
        ordinals=_ordinals(without_quotes(task)),
        submit=submit,
        case="upper" if _UPPER.search(task) else "lower" if _LOWER.search(task) else "",
        asks=asks,
        seeks=asks or wants_page(task),
        nothing=asks_for_nothing(task),
        only_types=wants_only_typing(task),
        words=_words(task),
    )


def wished_of(goal: Goal) -> Goal:
    """The same without the names and values that the task excepts: they are not what is to be
    acted on."""
    task = without_exceptions(goal.task)
    if task == goal.task:
        return goal
    asked = tuple(one for one in goal.requirements if one.text in task)
    return replace(goal, task=task, requirements=asked, words=_words(task))


def _words(task: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", task.lower()))


def _is_thing(task: str, text: str) -> bool:
    """By the words beside it. Without a pattern: of hundreds of values each would have its own."""
    at = task.find(text)
    end = at + len(text)
    before = task[max(0, at - _BESIDE) : max(0, at)].rstrip(_SIGNS).rpartition(" ")[2].lower()
    after = task[end : end + _BESIDE].lstrip(_SIGNS).partition(" ")[0].lower()
    return before in _OF and after in _TO and task[end] in _SIGNS


def _single_spaced(task: str) -> str:
    """A task with single blanks and no empty lines: patterns try a run of blanks at each of them,
    so that thousands would take minutes.
    """
    return "\n".join(filter(None, (" ".join(line.split()) for line in task.splitlines())))


def _submit_button(task: str) -> str:
    match = _SUBMIT.search(task)
    return (match[1] or match[2]).lower() if match else ""


def _ordinals(task: str) -> tuple[Ordinal, ...]:
    task = without_calendar(task)
    return tuple(
        Ordinal(
            number=int(match[1]) if match[1] else _ORDER_WORDS[match[2].lower()],
            noun=match[3].lower().strip(),
        )
        for match in _ORDINAL.finditer(task)
        if match[3].strip() and not _NO_KIND.match(task, match.start(3))
    )
