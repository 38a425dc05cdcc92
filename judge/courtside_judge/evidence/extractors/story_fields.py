"""Whether a field holds the value that the task says beside its name. Knows no weights."""

from __future__ import annotations

import re

from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.quotes import quoted_in
from courtside_judge.evidence.story_run import StoryRun
from courtside_judge.evidence.text_forms import normal
from courtside_store.shortened_text import MARK

from .other_values import other_value

_MAX_NAME_WORDS = 3
"""A field with a name of more words is not looked for in the task."""
_SHORTENED = {
    **{"qty": "quantity", "amt": "amount", "no": "number", "tel": "telephone", "addr": "address"},
    **{"desc": "description", "msg": "message", "pwd": "password", "dob": "birth"},
}
"""Words of fields, and what a task calls them."""
_SPACE = r"\s+"
_VALUE_AFTER = (
    r"(?:(?:to|as|is|be|named|called|at)\s+)?(?:the\s+)?"
    r"(?:[\"“'‘]([^\"”'’]{1,80})[\"”'’]|(\d[\w.,:/-]*)(?![\w.,:/-]|\s+to\s+\d|\s*[ap]\.?m\b))"
)
"""Of a field in a task: in quotation marks, or a number, but for the one that it holds already
("from 5 to 6") and for hours of half a day."""
_PARTS_OF_DATE = 3


def fields_otherwise(run: StoryRun) -> list[Finding]:
    """Fields that hold another value at last than the one that follows their name in the task:
    "12" in "Qty" where it says "quantity 60"."""
    return [
        other_value(given, name, asked, step)
        for name, (given, step) in run.fields.items()
        if (asked := _value_beside(run.goal.task, name, given))
    ]


def _value_beside(task: str, field: str, given: str) -> str:
    """The value that the task says right after the field's name; empty where it says none, or what
    was given agrees with one of them."""
    words = [_SHORTENED.get(word, word) for word in re.findall("[a-z]+", field.lower())]
    asked = task.casefold()
    if not words or len(words) > _MAX_NAME_WORDS or not all(word in asked for word in words):
        return ""
    named = re.compile(rf"\b{_SPACE.join(words)}\w{{0,2}}\s+{_VALUE_AFTER}", re.I)
    values = [quoted or plain.rstrip(".,;:") for quoted, plain in named.findall(task)]
    mine = normal(given.removesuffix(MARK))
    agrees = any(
        normal(one) in mine or mine in normal(one) or _numbers(one) == _numbers(mine) != ()
        for one in values
    )
    is_new = any(normal(one) in mine for one in quoted_in(task) if one not in values)
    return "" if agrees or is_new or not values else values[0]


def _numbers(text: str) -> tuple[float, ...]:
    """Of a text that is a number or a date, in whatever form: "1,250.00" is 1250, "12.03.2026" is
    03/12/2026. Empty for others."""
    parts = re.findall(r"\d+", text)
    if len(parts) == _PARTS_OF_DATE and re.fullmatch(r"\d+([./-])\d+\1\d+", text):
        return tuple(sorted(map(float, parts)))
    plain = text.replace(",", "") if re.fullmatch(r"\d{1,3}(,\d{3})+(\.\d+)?", text) else text
    return (float(plain),) if re.fullmatch(r"\d+(\.\d+)?", plain, re.ASCII) else ()
