"""Whether another name was typed than the one that the task says. Knows no weights."""

from __future__ import annotations

import re

from courtside_judge.evidence.content_words import telling_words
from courtside_judge.evidence.dates import days_in, weekdays_in
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.likeness import stems
from courtside_judge.evidence.quotes import without_quotes
from courtside_judge.evidence.story_line import stems_of
from courtside_judge.evidence.story_run import StoryRun
from courtside_judge.evidence.task_words import proper_names
from courtside_judge.evidence.text_forms import is_in

from .other_values import other_value

_WORD = r"[A-Z][a-z]+(?:['’-][A-Z]?[a-z]+)*"
_NAME = re.compile(rf"{_WORD}(?: {_WORD}){{0,2}}")
_INSIDE = re.compile(rf"(?<=[a-z,;] ){_WORD}(?: {_WORD})*")
_FIRST = re.compile(
    rf"(?:^|[.!?]\s)({_WORD}) (?:is|has|was|would|will|wants|needs|asks|asked|likes|can|cannot)\b"
)
"""A name that begins a sentence."""
_NOBODY = re.compile(r"(?:some|any|every|no)(?:body|one|thing)|please|thanks?", re.I)
_INVENTED = re.compile(
    r"\b(?:any|some|random|own|made[- ]up|invent\w*|fake|example|sample|test|dummy|"
    r"sign(?:ing)? up|register|subscribe)\b",
    re.I,
)
"""Words of a task that lets the agent choose what it types."""
_SEARCH = re.compile(r"\b(?:search|filter|find)\b", re.I)


def people_otherwise(run: StoryRun) -> list[Finding]:
    """A name stays in a field that neither the task nor the screens before it say, and one that the
    task says appears nowhere in the run: "Tom" for "in the name of Ada"."""
    task = run.goal.task
    if not run.is_wish or _INVENTED.search(task):
        return []
    shown = _shown(run)
    left = next((name for name in _names(task) if not stems(name) & shown), "")
    return _altered_names(run) + [
        other_value(text, field, left, step)
        for field, (text, step) in run.fields.items()
        if left and not _SEARCH.search(field) and _is_own(run, text, step)
        if any(one.kind == "type" and one.name == field for one in run.lines[step - 1].actions)
    ]


def _altered_names(run: StoryRun) -> list[Finding]:
    """Names in fields that have a part of a name of the task, and another in place of the rest,
    where that one was given nowhere: "Ada Borg" for "Ada Berg"."""
    given = " ".join(text for line in run.lines for text in line.given)
    left = [name for name in proper_names(run.goal.task) if not is_in(given, name)]
    return [
        other_value(text, field, name, step)
        for field, (text, step) in run.fields.items()
        if _NAME.fullmatch(text) and not is_in(run.goal.task, text)
        for name in left
        if len({*name.split()} & {*text.split()}) == len(text.split()) - 1 > 0
        if len(name.split()) == len(text.split())
    ]


def _names(task: str) -> list[str]:
    """Names of a task, without those of days and months, and of nobody."""
    rest = without_quotes(task)
    found = (*_INSIDE.findall(rest), *_FIRST.findall(rest))
    names = (re.sub(r"['’]s$", "", one) for one in found)
    return [one for one in names if telling_words(one) and not _is_no_name(one)]


def _is_no_name(text: str) -> bool:
    return bool(weekdays_in(text) or days_in(f"{text} 1") or _NOBODY.match(text))


def _shown(run: StoryRun) -> frozenset[str]:
    """Stems of all that was done and of all that came of it."""
    lines = stems_of(text for line in run.lines for text in (*line.given, *line.effects))
    return lines | stems_of((run.end.place, *run.end.shows))


def _is_own(run: StoryRun, text: str, step: int) -> bool:
    """Whether a text is a name that the agent has from nowhere."""
    if not _NAME.fullmatch(text) or any(is_in(run.goal.task, word) for word in text.split()):
        return False
    return not any(text in shown for line in run.lines[: step - 1] for shown in line.new)
