"""What the lines of a run's story show: whether a step brought new words onto the screen, and how
the run ends. Reads lines only, so that a fit finds the same in a story whose screens are gone."""

from __future__ import annotations

import math
from collections.abc import Set

from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.goals import content_words
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.protocol import Ending

from .effects import unsent
from .steps import Moment, reaction

UNCHANGED = "texts-unchanged"
"""Of a step after which nothing at all changed that is said already."""
_NEW = "new: "
_MANY = 40
"""Letters of words that a finding names."""


def told(run: Tracker, moment: Moment) -> list[Finding]:
    """What the newest step newly shows."""
    story = run.story
    if not story.lines:
        return []
    asked = content_words(run.goal.task)
    found = told_in(story.lines[-1], story.words_before, asked, moment.step.index)
    said = {one.kind for one in reaction(run, moment)}
    return [one for one in found if one.kind != UNCHANGED or "screen-unchanged" not in said]


def told_in(line: str, before: Set[str], asked: Set[str], step: int) -> list[Finding]:
    """The same by the step's line, the words of the lines before it, and the task's."""
    parts = line.split(" | ")[1:]
    new = frozenset[str]().union(*(content_words(p[len(_NEW) :]) for p in parts if _is_new(p)))
    findings = []
    if "nothing changed" in parts:
        findings.append(Finding(kind=UNCHANGED, step=step))
    if new:
        findings.append(Finding(kind="texts-new", amount=math.log1p(len(new)), step=step))
    if first := (new - before) & asked:
        what, amount = ", ".join(sorted(first))[:_MANY], len(first) / len(asked)
        findings.append(Finding(kind="asked-words-new", what=what, amount=amount, step=step))
    return findings


def ends_typing(run: Tracker, ending: Ending) -> list[Finding]:
    """Nothing was pressed after what was typed last; a button that waits says more."""
    if not run.story.lines or unsent(run):
        return []
    return typed_last_in(run.story.lines[-1], run.steps)


def typed_last_in(line: str, step: int) -> list[Finding]:
    """The same by the line of the last step."""
    action = line.split(" | ")[0]
    is_typing = action.startswith("type ") and "; press" not in action and "; click" not in action
    return [Finding(kind="ends-typing", step=step)] if is_typing else []


def _is_new(part: str) -> bool:
    return part.startswith(_NEW)
