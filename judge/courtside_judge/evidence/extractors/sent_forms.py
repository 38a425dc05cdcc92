"""Whether a form was sent with what the task asks for left as it was. Knows no weights."""

from __future__ import annotations

import re

from courtside_judge.evidence.content_words import telling_words
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.task_words import wants_removal
from courtside_judge.evidence.text_forms import is_in
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.protocol import Ending

from .other_values import other_value
from .story_counts import another_count

_PARTS = re.compile(r"[.;:!?,]\s+|\s+(?:and|then|but|also|while)\s+")
_NOT = re.compile(
    r"\b(?:no|not|never|none|without|except|only|un\w+|off|disable\w*|stop\w*|skip|leave)\b|n['’]t\b",
    re.I,
)
"""A part of a task that says this of a box may want it left empty."""


def forms_left(run: Tracker, ending: Ending) -> list[Finding]:
    """Boxes and counts of what was sent."""
    return [*_boxes_left(run), *_counts_left(run)]


def _boxes_left(run: Tracker) -> list[Finding]:
    """Boxes that were empty whenever something was sent from their page, and that the task says
    word for word: "Gift wrapping" for "with gift wrapping"."""
    parts = _PARTS.split(run.goal.task) if run.sent_forms.boxes else []
    wanted = [part for part in parts if not _NOT.search(part) and not wants_removal(part)]
    return [
        Finding(kind="box-left", what=name, step=box.step)
        for name, box in run.sent_forms.boxes.items()
        if not box.is_ticked
        if telling_words(name) and any(is_in(part, name) for part in wanted)
    ]


def _counts_left(run: Tracker) -> list[Finding]:
    """Fields that count, were sent, and were not typed into: "1" in "Quantity" for "order two"."""
    typed = {place.text for place in run.entries.typed}
    return [
        other_value(field.value, name, word, field.step)
        for name, field in run.sent_forms.fields.items()
        if name not in typed and (word := another_count(run.goal.task, name, field.value))
    ]
