"""What was taken away, and whether the task wants that, as the story tells it. Knows no weights."""

from __future__ import annotations

import re

from courtside_judge.evidence.facts.app_reactions import was_taken
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.likeness import as_written, stems
from courtside_judge.evidence.quotes import quoted_in
from courtside_judge.evidence.story_line import StoryAction, StoryLine, stems_of
from courtside_judge.evidence.story_run import StoryRun
from courtside_judge.evidence.task_words import naming_stems, takes_away, wants_removal
from courtside_judge.evidence.text_forms import normal

_REMOVAL = re.compile(r"(?:delete|remove|discard|trash|erase|purge|destroy)\b", re.I)
_MAX_NAMELESS_CHARS = 3
"""A text of so many letters or fewer names nothing."""


def removals(run: StoryRun) -> list[Finding]:
    """Where the task wants something taken away: whether it went, and whether it still stands at
    the end."""
    if not wants_removal(run.goal.task) or run.goal.asks:
        return []
    names, found = naming_stems(run.goal.task), []
    gone = [text for line in run.lines if line.is_taken for text in _gone(line)]
    still = stems_of(run.end.shows) & names
    went = next((text for text in _removed(run) if _is_removed(run, text)), "")
    is_done = any(map(_took_away, run.lines)) and not quoted_in(run.goal.task)
    is_kept = run.lost_nothing and still == names
    is_open = not went and (is_kept or not is_done)
    if still and is_open and not _is_gone_whole(run, names, gone):
        items, share = as_written(run.goal.task, still), len(still) / len(names)
        found.append(Finding(kind="removal-in-view", items=items, amount=share))
    if went:
        found.append(Finding(kind="removal-gone", what=went))
    return found


def _took_away(line: StoryLine) -> bool:
    """Whether a press of that name was taken: what it left in sight is of a like name, or is marked
    as gone."""
    return line.is_taken and wants_removal(line.pressed_last)


def _removed(run: StoryRun) -> list[str]:
    """What went when something was sent; where nothing ever was, as in an app that keeps all to
    itself, what a press took from the place where it stood."""
    lines = [line for line in run.lines if line.is_taken] or [
        line for line in run.lines if not line.place and line.last.is_press
    ]
    return [text for line in lines for text in _gone(line)]


def _is_removed(run: StoryRun, text: str) -> bool:
    """Whether it has words of the task alone, apart from numbers, is no control that removes, and
    stands there no longer, not even with more behind it: "Call Ana (done)" is still there."""
    words = {stem for stem in stems(text) if not stem.isdigit()}
    if not words or wants_removal(text):
        return False
    left = map(normal, run.end.shows)
    begins = re.compile(rf"{re.escape(normal(text))}(?!\w)")
    return words <= stems(run.goal.task) and not any(map(begins.match, left))


def _is_gone_whole(run: StoryRun, names: frozenset[str], gone: list[str]) -> bool:
    """Whether what is still there is another thing of a like name: none of the values that the task
    quotes stands there, or a text with all names went and no such text is left."""
    quoted = [normal(value) for value in quoted_in(run.goal.task)]
    shown = [normal(text) for text in run.end.shows]
    if quoted and not any(value in text for value in quoted for text in shown):
        return True
    left = any(names <= stems(text) for text in run.end.shows)
    return not left and any(names <= stems(text) for text in gone)


def _gone(line: StoryLine) -> list[str]:
    """Fields that were emptied left out."""
    return [text for text in line.gone if "=" not in text and len(text) > _MAX_NAMELESS_CHARS]


def removed_unasked(run: StoryRun) -> list[Finding]:
    """Presses of what takes something away, where the task wants nothing taken away."""
    task = run.goal.task
    if wants_removal(task) or takes_away(task):
        return []
    return [
        Finding(kind="removed-unasked", what=action.pressed, step=number)
        for number, line in enumerate(run.lines, 1)
        for action in line.actions
        if action.is_press
        and (line.is_taken or action.role != "link")
        and ((verb := _removal_verb(action.pressed)) or _is_deletion(line, action))
        and not (verb and verb in task.lower())
    ]


def _is_deletion(line: StoryLine, action: StoryAction) -> bool:
    """Whether the server was told to delete something by this press, whatever its name."""
    is_sent = any(one.method == "DELETE" and was_taken(one) for one in line.sent)
    return is_sent and action is line.last


def _removal_verb(name: str) -> str:
    """The word for taking something away with which a control's name begins; empty for others."""
    match = _REMOVAL.match(name)
    return match[0].lower() if match else ""
