"""What became of the things that a task names, as the story tells it. Knows no weights."""

from __future__ import annotations

from itertools import pairwise

from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.likeness import as_written, stems
from courtside_judge.evidence.story_line import stems_of
from courtside_judge.evidence.story_run import StoryRun
from courtside_judge.evidence.task_words import naming_stems, telling_stems, wants_removal

from .story_ends import is_telling

_MAX_NAME_CHARS = 60
"""A text of more letters is not the name of a control."""
_MAX_NAME_WORDS = 8
"""A text of more words is not the name of a control."""


def names_undone(run: StoryRun) -> list[Finding]:
    """Names of the task that stand in nothing that was pressed or typed, nor in what came of what
    was sent."""
    names = naming_stems(run.goal.task)
    decisive = [line for line in run.lines if line.is_taken] or run.lines
    left = names - run.given_words - stems_of(t for line in decisive for t in line.effects)
    if not left:
        return []
    share = len(left) / len(names)
    return [Finding(kind="names-undone", items=as_written(run.goal.task, left), amount=share)]


def names_at_saving(run: StoryRun) -> list[Finding]:
    """How many of the task's names stand where something was last sent: in what was done then and
    the step before, and in what came of it."""
    names = naming_stems(run.goal.task)
    lines = run.acting
    sent = [place for place, (_, line) in enumerate(lines) if line.is_taken]
    if not names or not sent or not run.is_wish:
        return []
    around = [line for _, line in lines[max(sent[-1] - 1, 0) : sent[-1] + 1]]
    is_removal = wants_removal(run.goal.task)
    there = names & stems_of(
        text
        for line in around
        for text in (*line.given, *line.came, *(line.gone if is_removal else ()))
    )
    if not there:
        return []
    items, share = as_written(run.goal.task, there), len(there) / len(names)
    return [Finding(kind="names-at-saving", items=items, amount=share, step=lines[sent[-1]][0])]


def named_passed(run: StoryRun) -> list[Finding]:
    """Presses right after something had come up that the task names, and says more of the task: it
    was never used."""
    names, given = naming_stems(run.goal.task), run.given_words
    found = []
    for (_, before), (number, line) in pairwise(run.acting):
        pressed = line.pressed_last
        if not pressed or len(pressed) > _MAX_NAME_CHARS:
            continue
        better = next((t for t in before.new if _is_better(t, pressed, run, names, given)), "")
        if better:
            found.append(Finding(kind="named-passed", what=pressed, where=better, step=number))
    return found


def _is_better(
    text: str, pressed: str, run: StoryRun, names: frozenset[str], given: frozenset[str]
) -> bool:
    """Whether it names more of the task than what was pressed, and something never used."""
    if "=" in text or text == pressed or len(text.split()) > _MAX_NAME_WORDS:
        return False
    mine, own = stems(text), stems(pressed)
    named = mine & names
    says_all = own & stems(run.goal.task) <= mine
    return len(named) > len(own & names) and says_all and not named <= given


def named_unsent(run: StoryRun) -> list[Finding]:
    """Presses that sent something and say nothing of the task, while a text of the task's words
    alone had just come up."""
    asked, found = telling_stems(run.goal.task), []
    for (_, before), (number, line) in pairwise(run.acting):
        pressed = line.pressed_last
        if not line.is_taken or not is_telling(pressed) or stems(pressed) & asked:
            continue
        better = next((text for text in before.new if _says_only(text, asked)), "")
        if stems(pressed) and better:
            found.append(Finding(kind="named-unsent", what=pressed, where=better, step=number))
    return found


def _says_only(text: str, asked: frozenset[str]) -> bool:
    """Whether a short text has words of the task alone."""
    is_short = "=" not in text and len(text.split()) < _MAX_NAME_WORDS
    return is_short and bool(stems(text)) and stems(text) <= asked
