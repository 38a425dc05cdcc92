"""Whether the same was sent twice, with the same values. Knows no weights."""

from __future__ import annotations

import re

from courtside_judge.evidence.facts.app_reactions import was_taken
from courtside_judge.evidence.field_names import is_search
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.story_line import StoryAction, StoryLine
from courtside_judge.evidence.story_run import StoryRun
from courtside_judge.evidence.task_counts import means_several, most_wanted, wants_again

_CHOICES = ("radio", "checkbox", "option", "switch", "menuitemradio", "gridcell")
_NUMBER = re.compile(r"\d+")
Values = tuple[tuple[str, str], ...]
"""What a form holds: by field."""


def sent_again(run: StoryRun) -> list[Finding]:
    """What makes something new was taken twice in one place, each time after the same values were
    given, however much lies between, where the task wants one of it. The same button pressed once
    more at once sends the same values, where the page stays. It was sent twice too, as what is sent
    in two steps one after the other."""
    found: list[Finding] = []
    before = set[tuple[str, Values]]()
    values: dict[str, str] = {}
    sent, sent_values, is_next = StoryLine(), dict[str, str](), False
    for step, line in enumerate(run.lines, 1):
        values |= {name: text for action in line.actions for name, text in _given(action)}
        if not values and is_next and _presses_again(line, sent):
            values = sent_values
        paths = _made(line)
        for path in paths if values else ():
            one = path, tuple(sorted(values.items()))
            if one in before and _is_one_wanted(run.goal.task, values):
                what = f"POST {path}"
                found.append(Finding(kind="sent-again", what=what, step=step))
                found.append(Finding(kind="sent-twice", what=what, step=step, variant="again"))
            before.add(one)
        is_next = line.is_taken or (is_next and not line.is_acting)
        if line.is_taken:
            sent, sent_values, values = line, values, {}
    return found


def _presses_again(line: StoryLine, sent: StoryLine) -> bool:
    """Whether it presses what sent the form before, on the page that stayed open."""
    pressed = line.pressed_last
    return bool(pressed) and pressed == sent.pressed_last and not sent.place


def _made(line: StoryLine) -> list[str]:
    """Where something new was sent to: what is put in the place of something stays the same."""
    posts = (one for one in line.sent if one.method == "POST" and was_taken(one))
    return [*dict.fromkeys(one.path for one in posts)]


def _given(action: StoryAction) -> list[tuple[str, str]]:
    if action.given and not is_search(action.name):
        return [(action.name, action.given)]
    return [(action.name, "")] if action.is_press and action.role in _CHOICES else []


def _is_one_wanted(task: str, values: dict[str, str]) -> bool:
    """Whether it says no number of things, or one that was entered itself."""
    most = most_wanted(task)
    if most is None or means_several(task) or wants_again(task):
        return False
    return most == 1 or most in {int(n) for text in values.values() for n in _NUMBER.findall(text)}
