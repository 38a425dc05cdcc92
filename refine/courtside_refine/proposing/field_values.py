"""What to put into a field for a task: fitting its name, drawn by seed. All of it is made up."""

from __future__ import annotations

import math
import re
from random import Random

from courtside_refine.actors.page_view import FieldType
from courtside_store.secret_names import is_secret_field

FIRST = ("Mara", "Jonas", "Aiko", "Peter", "Lucia", "Samir", "Greta", "Tomas", "Nadia", "Owen")
LAST = ("Keller", "Lindqvist", "Moreau", "Okafor", "Petrov", "Sandoval", "Tanaka", "Weber")
PLACES = ("Ghent", "Malmo", "Porto", "Turin", "Leeds", "Basel", "Quito", "Osaka")
COMPANIES = ("Harbour Works", "Northfield Labs", "Blue Kiln", "Tall Oak Trading", "Copper Lane")
WORDS = ("Harbour", "Meadow", "Lantern", "Granite", "Juniper", "Falcon", "Cedar", "Willow")
_UNFIT = re.compile(
    r"\b(?:pass ?word|passcode|secret|token|pin|cvv|cvc|card|iban|ssn|captcha|code|key)\b", re.I
)
"""Words of secrets, cards and codes besides those of `is_secret_field`."""
PASSING = re.compile(r"\b(?:search|filter|find|query|sort|page size|per page|jump)\b", re.I)
"""Fields whose value is gone when the page is left."""
_KINDS = (
    ("email", re.compile(r"\be-?mail\b", re.I)),
    ("phone", re.compile(r"\b(?:phone|mobile|tel|fax)\b", re.I)),
    ("link", re.compile(r"\b(?:url|website|web site|link|homepage)\b", re.I)),
    ("user", re.compile(r"\b(?:user ?name|nick ?name|handle|login)\b", re.I)),
    ("first", re.compile(r"\b(?:first|given) name\b", re.I)),
    ("last", re.compile(r"\b(?:last|family) name\b|\bsurname\b", re.I)),
    ("company", re.compile(r"\b(?:company|organi[sz]ation|employer|vendor|supplier)\b", re.I)),
    ("place", re.compile(r"\b(?:city|town|location)\b", re.I)),
    ("date", re.compile(r"\b(?:date|day|birthday|time|hour|deadline|due)\b", re.I)),
    ("number", re.compile(r"\b(?:number|quantity|amount|count|age|size|limit|max|min)\b", re.I)),
    ("text", re.compile(r"\b(?:description|message|notes?|bio|comment|body|summary)\b", re.I)),
    ("name", re.compile(r"\bname\b", re.I)),
)


_BY_TYPE = {
    **{"text": "", "search": "", "number": "number", "email": "email", "url": "link"},
    "tel": "phone",
}
"""The kind of value that an input field wants by its type; empty where its name says it. Fields of
other types get none."""
NUMBERS = (2, 89)


def is_unfit(field: str) -> bool:
    """Whether no task is made of a field of this name."""
    return is_secret_field(field) or _UNFIT.search(field) is not None


def kind_of(field: str) -> str:
    """The kind of value that a field wants, by its name."""
    return next((kind for kind, pattern in _KINDS if pattern.search(field)), "")


def value_for(field: str, role: str, typed: FieldType, draw: Random) -> str:
    """A value; empty where none can be made up that surely fits."""
    if typed.type not in _BY_TYPE:
        return ""
    first, last, word = draw.choice(FIRST), draw.choice(LAST), draw.choice(WORDS)
    number = draw.randint(*NUMBERS)
    match "number" if role == "spinbutton" else _BY_TYPE[typed.type] or kind_of(field):
        case "email":
            return f"{first}.{last}@example.org".lower()
        case "phone":
            return f"+1 555 010 {number:04d}"
        case "link":
            return f"https://{word.lower()}.example.org"
        case "user":
            return f"{first}{number}".lower()
        case "first":
            return first
        case "last":
            return last
        case "name":
            return f"{first} {last}"
        case "company":
            return draw.choice(COMPANIES)
        case "place":
            return draw.choice(PLACES)
        case "number":
            return _number_between(typed, draw, number)
        case "text":
            return f"{word} notes, part {number}"
        case "date":
            return ""
        case _:
            return f"{word} {number}"


def _number_between(typed: FieldType, draw: Random, usual: int) -> str:
    """The usual number where the field has no limits; empty where it takes no whole number."""
    if typed.least is None and typed.most is None:
        return str(usual)
    few, many = NUMBERS
    least = (
        math.ceil(typed.least) if typed.least is not None else min(few, math.floor(typed.most or 0))
    )
    most = math.floor(typed.most) if typed.most is not None else max(many, least + many)
    return str(draw.randint(least, min(most, least + many))) if least <= most else ""
