"""What the line of one step shows beside the line before it. Knows no weights, and no screen."""

from __future__ import annotations

from courtside_judge.evidence.dates import as_task_says
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.goals import Goal
from courtside_judge.evidence.likeness import as_written, stems
from courtside_judge.evidence.story_line import StoryLine, stems_of
from courtside_judge.evidence.task_words import naming_stems, telling_stems
from courtside_judge.evidence.text_forms import is_in, normal

_MAX_NAME_CHARS = 60
"""Only a shorter text names a control."""


def findings_of_step(
    goal: Goal, line: StoryLine, before: StoryLine | None, step: int
) -> list[Finding]:
    """`before`: the line of the step before; None for the first."""
    found = [
        *_effect(line, before),
        *_sent(goal, line),
        *_pressed(goal, line, before),
        *_given(goal, line),
    ]
    return [Finding(kind=kind, what=what, amount=amount, step=step) for kind, what, amount in found]


Found = list[tuple[str, str, float]]
"""Kind, what it is about, amount."""


def is_without_effect(line: StoryLine, before: StoryLine | None) -> bool:
    """Whether a step changed nothing that can be read, edited nothing and sent nothing."""
    is_edit = {*line.edited} - {*(before.edited if before else ())}
    return line.is_dead and not is_edit


def _effect(line: StoryLine, before: StoryLine | None) -> Found:
    return [("without-effect", "", 1.0)] if is_without_effect(line, before) else []


def _sent(goal: Goal, line: StoryLine) -> Found:
    """Whether what was sent, with what came of it, says names of the task, or nothing of it."""
    if not line.is_taken:
        return []
    shown = stems_of((*line.effects, *line.given))
    names, telling = naming_stems(goal.task), telling_stems(goal.task)
    found: Found = []
    if named := shown & names:
        found.append(
            ("sent-naming", ", ".join(as_written(goal.task, named)), len(named) / len(names))
        )
    if telling and not shown & telling:
        found.append(("sent-unasked", "", 1.0))
    return found


def _pressed(goal: Goal, line: StoryLine, before: StoryLine | None) -> Found:
    """Of what had just come up nothing says more of the task than what was pressed."""
    text = line.pressed_last
    if goal.seeks or not text or before is None:
        return []
    asked = stems(goal.task)
    rivals = [len(stems(one) & asked) for one in before.new if len(one) < _MAX_NAME_CHARS]
    own = len(stems(text) & asked)
    return [("presses-best-match", text, 1.0)] if own and own >= max(rivals, default=0) else []


def _given(goal: Goal, line: StoryLine) -> Found:
    """Whether what was typed or chosen last is in the task, word for word."""
    last = line.last
    if not last.given:
        return []
    if last.kind == "select":
        kind = "selects-asked" if is_in(goal.task, last.given) else "selects-other"
        return [(kind, last.given, 1.0)]
    is_there = is_in(goal.task, last.given) or normal(last.given) in normal(goal.task)
    is_asked = is_there or as_task_says(last.given, goal.task)
    return [("types-other", last.given, 1.0)] if last.kind == "type" and not is_asked else []
