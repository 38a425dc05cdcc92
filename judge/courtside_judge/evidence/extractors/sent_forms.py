"""Whether a form was sent with what the task asks for left as it was. Knows no weights."""

from __future__ import annotations

import re

from courtside_judge.evidence.content_words import telling_words
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.likeness import stems
from courtside_judge.evidence.task_words import is_reference, wants_removal
from courtside_judge.evidence.text_forms import is_in, normal
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.evidence.verbs import meanings
from courtside_judge.protocol import Ending

from .other_values import other_value
from .story_counts import another_count

_HERE = "\0"
"""Where a name stood: it may have an "and" itself."""
_PARTS = re.compile(r"[.;:!?,]\s+|\s+(?:and|then|but|also|while)\s+")
_NOT = re.compile(
    r"\b(?:no|not|never|none|without|except|only|un\w+|off|disable\w*|stop\w*|skip|leave|"
    r"stays?|keep|remain\w*|unchanged|instead|as (?:it|they) (?:is|are|was|were))\b|n['’]t\b",
    re.I,
)
"""A part of a task that says this of a box may want it left empty."""


def forms_left(run: Tracker, ending: Ending) -> list[Finding]:
    """Boxes, numbers and choices of what was sent."""
    return [*_boxes_left(run), *_counts_left(run), *_choices_left(run)]


def _boxes_left(run: Tracker) -> list[Finding]:
    """Boxes that were empty whenever something was sent from their page, and that the task says
    word for word: "Gift wrapping" for "with gift wrapping"."""
    return [
        Finding(kind="box-left", what=name, step=box.step)
        for name, box in run.sent_forms.boxes.items()
        if not box.is_ticked
        if _is_wanted(run.goal.task, name)
    ]


def _choices_left(run: Tracker) -> list[Finding]:
    """Lists that nobody chose from and that were sent with a choice of which the task says nothing,
    where it says another one of them, which no field holds: "No parent" for "within Culture and
    leisure". A list that was chosen from may stand as at first again, once it was sent."""
    own = {place.text for kept in (run.entries.typed, run.entries.chosen) for place in kept}
    fields = {name: field for name, field in run.sent_forms.fields.items() if name not in own}
    held = {normal(field.value) for field in run.sent_forms.fields.values()}
    held |= {normal(one.value) for one in run.entries.in_order} | {*run.presses.clicked}
    return [
        other_value(field.value, name, option, field.step)
        for name, field in fields.items()
        if field.options and not is_in(run.goal.task, field.value)
        for option in field.options
        if normal(option) not in held and _is_wanted(run.goal.task, option)
        if option in run.goal.task or stems(name) & stems(run.goal.task)
    ]


def _is_wanted(task: str, name: str) -> bool:
    """Whether a part of the task says it word for word, wants it to be so and not otherwise, and
    does not only tell where something is."""
    if not telling_words(name) or meanings(name) or not is_in(task, name):
        return False
    marked = re.sub(re.escape(name), _HERE, task.replace(_HERE, " "), flags=re.I)
    parts = (part for part in _PARTS.split(marked) if _HERE in part)
    is_so = any(not _NOT.search(part) and not wants_removal(part) for part in parts)
    return is_so and not is_reference(task, name)


def _counts_left(run: Tracker) -> list[Finding]:
    """Fields that count, were sent, and were not typed into: "1" in "Quantity" for "order two"."""
    typed = {place.text for place in run.entries.typed}
    return [
        other_value(field.value, name, word, field.step)
        for name, field in run.sent_forms.fields.items()
        if name not in typed and (word := another_count(run.goal.task, name, field.value))
    ]
