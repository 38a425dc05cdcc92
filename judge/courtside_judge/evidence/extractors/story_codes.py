"""Whether another code, address or amount was typed than the one that the task says. Knows no
weights."""

from __future__ import annotations

import re

from courtside_judge.evidence.field_names import is_search
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.story_run import StoryRun
from courtside_judge.evidence.text_forms import is_same, normal

from .other_values import other_value

_ADDRESS = r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
_CODE = r"(?<![\w.@-])(?=[A-Za-z.-]*\d)(?=[\d.-]*[A-Za-z.-])[A-Za-z\d][\w.-]{2,}\w(?!@)"
_TOKEN = re.compile(rf"{_ADDRESS}|{_CODE}")
"""What is typed letter by letter: "ada@post.example", "G47.00", "35.00"."""


def codes_otherwise(run: StoryRun) -> list[Finding]:
    """Fields that hold at last a code of the same form as one of the task, which the task does not
    say, where that one was given nowhere: "G47.01" for "G47.00"."""
    asked = _TOKEN.findall(run.goal.task)
    given = " ".join(normal(action.given) for action in run.actions if not is_search(action.name))
    left = {_form(one): one for one in reversed(asked) if normal(one) not in given}
    return [
        other_value(typed, field, left[_form(typed)], step)
        for field, (text, step) in run.fields.items()
        if not is_search(field)
        for typed in _TOKEN.findall(text)
        if _form(typed) in left and not any(is_same(typed, one) for one in asked)
    ]


def _form(token: str) -> str:
    """Letters, digits and signs, as they follow one another; of addresses nothing more."""
    return "@" if "@" in token else re.sub("[A-Za-z]", "a", re.sub(r"\d", "9", token))
