"""What the story of a run shows, line by line and at its end. Knows no weights.

Reads lines only, so that a fit finds the same in a story whose screens are gone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence, Set

from msgspec.structs import replace

from courtside_judge.evidence.content_words import content_words
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.goals import Goal
from courtside_judge.evidence.story_line import StoryLine
from courtside_judge.evidence.story_run import StoryRun, needs_no_press, whole_run
from courtside_judge.evidence.task_words import secret_stems
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.protocol import Ending

from .denied_values import denied_values
from .excepted_rows import excepted_rows
from .single_step import Moment, reaction
from .story_ends import (
    edit_cancelled,
    edit_left,
    last_press,
    question_left,
    saved_unasked,
    tiny_answer,
    too_few_steps,
)
from .story_forbidden import forbidden_presses, undone_at_end
from .story_names import named_passed, named_unsent, names_at_saving, names_undone
from .story_otherwise import given_otherwise
from .story_removals import removals, removed_unasked
from .story_repeats import sent_again
from .story_rivals import lookalike_now, lookalikes
from .story_steps import findings_of_step
from .story_values import (
    opposite,
    saved_beside,
    typed_in_part,
    typed_otherwise,
    value_unset,
)
from .submitting import left_unsubmitted

OVERRULED = {"texts-unchanged": "screen-unchanged", "without-effect": "screen-repainted"}
"""Kinds of finding that are left out of a step of which the screen itself tells more."""
_MAX_LINES_BACK = 12
"""A rival of what is pressed is looked for in so many lines before."""
_MAX_NAMED_CHARS = 40
"""The words that a finding names are cut to so many letters."""
_OF_ENDS: tuple[Callable[[StoryRun], list[Finding]], ...] = (
    *(last_press, question_left, edit_left, edit_cancelled),
    *(saved_unasked, tiny_answer, too_few_steps),
    *(names_undone, named_passed, named_unsent, names_at_saving, removals),
    *(typed_in_part, typed_otherwise, value_unset, opposite, saved_beside),
    *(given_otherwise, lookalikes, removed_unasked, sent_again),
    *(forbidden_presses, undone_at_end),
)


def story_at_step(run: Tracker, moment: Moment) -> list[Finding]:
    """What the newest line of the story shows, beside those before it."""
    story, step = run.story, moment.step.index
    if not story.lines:
        return []
    asked = content_words(run.goal.task)
    found = findings_of_line(story.lines[-1], story.words_before, asked, step)
    found += findings_beside(run.goal, story.lines, step)
    reactions = {one.kind for one in reaction(run, moment)}
    found = [one for one in found if OVERRULED.get(one.kind) not in reactions]
    sent = ", and nothing was sent" if run.app.sees_requests else ""
    return [
        replace(one, what=sent) if one.kind == "without-effect" else one
        for one in found
        if not (one.kind == "without-effect" and run.screens.redrawn)
    ]


def findings_of_line(
    line: StoryLine, before: Set[str], asked: Set[str], step: int
) -> list[Finding]:
    """What a step newly shows, by its line, the words of the lines before it, and the task's."""
    new = frozenset[str]().union(*map(content_words, line.new))
    findings = []
    if line.is_unchanged and not line.is_secret:
        findings.append(Finding(kind="texts-unchanged", step=step))
    if new:
        findings.append(Finding(kind="texts-new", amount=math.log1p(len(new)), step=step))
    if first := (new - before) & asked:
        what, amount = ", ".join(sorted(first))[:_MAX_NAMED_CHARS], len(first) / len(asked)
        findings.append(Finding(kind="asked-words-new", what=what, amount=amount, step=step))
    return findings


def findings_beside(goal: Goal, lines: Sequence[StoryLine], step: int) -> list[Finding]:
    """What the last of the lines shows beside the few before it."""
    before = lines[-2] if len(lines) > 1 else None
    found = findings_of_step(goal, lines[-1], before, step)
    return found + lookalike_now(goal.task, lines[-_MAX_LINES_BACK:], step)


def ends_typing(run: Tracker, ending: Ending) -> list[Finding]:
    """Nothing was pressed after what was typed last; a button that waits says more."""
    if not run.story.lines or left_unsubmitted(run):
        return []
    last = run.story.lines[-1]
    if not last.sent and needs_no_press(run.goal, only_fields=run.story.only_fields):
        return []
    return typed_last_in(last, run.steps)


def typed_last_in(line: StoryLine, step: int) -> list[Finding]:
    """Whether a run ends with typing, by the line of its last step; a page that sends what is
    typed waits for no press."""
    is_waiting = line.last.kind == "type" and not line.is_taken
    return [Finding(kind="ends-typing", step=step)] if is_waiting else []


def story_at_end(run: Tracker, ending: Ending) -> list[Finding]:
    """What the whole story shows, of a run whose screens were seen, and what only those show."""
    if not run.screens.sighted:
        return []
    whole = whole_run(run.goal, run.story.lines, run.story.end(), ending.answer)
    hidden = secret_stems(run.goal.task) if run.entries.hidden else frozenset[str]()
    lost_nothing = run.unchanged_page.lost_nothing
    of_story = findings_of_story(replace(whole, hidden=hidden, lost_nothing=lost_nothing))
    return of_story + excepted_rows(run) + denied_values(run)


def findings_of_story(run: StoryRun) -> list[Finding]:
    """What the end of a run shows, by its story alone."""
    return [found for find in _OF_ENDS for found in find(run)] if run.lines else []
