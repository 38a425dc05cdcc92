"""Whether another option was chosen than the one that the task says. Knows no weights."""

from __future__ import annotations

import re

from courtside_judge.evidence.content_words import telling_words
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.likeness import stems
from courtside_judge.evidence.story_line import StoryAction
from courtside_judge.evidence.story_run import StoryRun
from courtside_judge.evidence.task_words import is_reference
from courtside_judge.evidence.text_forms import is_in, normal
from courtside_judge.evidence.verbs import meanings

from .other_values import other_value

_LEFT_OPEN = re.compile(
    r"\W*$|.*\b(?:no|not|none|nobody|nothing|any|all|other|un\w+|select|choose|default)\b", re.I
)
"""An option that chooses nothing."""
_SEARCH = re.compile(r"\b(?:search|filter|find|sort|order by|show)\b", re.I)


def choices_otherwise(run: StoryRun) -> list[Finding]:
    """Options that the task does not say, chosen beside one that it says and that was never given:
    "Pea" for "the lentil soup"."""
    given = {normal(text) for line in run.lines for text in line.given}
    choices = {
        action.name: (action, step)
        for step, line in enumerate(run.lines, 1)
        for action in line.actions
        if action.is_press and not (action.kind == "select" and _SEARCH.search(action.name))
    }
    return [
        other_value(action.pressed, "", rival, step)
        for action, step in choices.values()
        if (rival := _rival(run.goal.task, action, given))
    ]


def _rival(task: str, action: StoryAction, given: set[str]) -> str:
    """The option that the task says in place of the chosen one; empty where there is none."""
    chosen, asked = action.pressed, stems(task)
    if not action.others or is_in(task, chosen) or _LEFT_OPEN.match(chosen):
        return ""
    shared = stems(chosen) & asked
    return next((one for one in action.others if _is_meant(task, one, shared, given)), "")


def _is_meant(task: str, text: str, shared: frozenset[str], given: set[str]) -> bool:
    """Whether the task says an option, more of it than of the chosen one, and not only to tell
    where something is or was."""
    if not is_in(task, text) or normal(text) in given or not shared < stems(text):
        return False
    words = telling_words(text)
    return bool(words) and not meanings(text) and not any(is_reference(task, w) for w in words)
