"""Whether a run did what the task forbids, or took back at the end what it had done."""

from __future__ import annotations

import re

from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.likeness import stem_of
from courtside_judge.evidence.quotes import without_quotes
from courtside_judge.evidence.story_line import StoryLine
from courtside_judge.evidence.story_run import StoryRun
from courtside_judge.evidence.task_words import OPPOSITES, words_in

_FORBIDDEN = re.compile(
    r"\b(?:do not|don['’]t|never|(?:must|should)(?: not|n['’]t)|without|but not|not yet)"
    r"\s+(?:yet\s+|ever\s+)?([a-z]+)",
    re.I,
)
_HIDDEN = re.compile(
    r"\b(?:nobody|no one|none)\b[^.]{0,40}\b(?:see|sees|read|find)\b|\bnot (?:yet )?(?:be )?"
    r"(?:published|public|online|live)\b",
    re.I,
)
"""A task that says so wants nothing published."""
_TOO_WIDE = {"be", "have", "change", "do", "get", "need", "want", "know", "use", "any", "a"}
"""Verbs that no control is called by, or that forbid only something beside what is wanted."""
_MAX_NAME_WORDS = 4
"""A text of more words is no button's."""


def forbidden_presses(run: StoryRun) -> list[Finding]:
    """Presses that were taken and that begin with a verb that the task forbids: "Pay" for "don't
    pay yet"."""
    task = without_quotes(run.goal.task)
    verbs = {stem_of(word.lower()) for word in _FORBIDDEN.findall(task)} - _TOO_WIDE
    verbs |= {"publish"} if _HIDDEN.search(task) else set()
    return [
        Finding(kind="forbidden-pressed", what=line.pressed_last, step=step)
        for step, line in enumerate(run.lines, 1)
        if verbs and line.is_taken and verbs & _verbs(line.pressed_last)
    ]


def _verbs(name: str) -> set[str]:
    """Stems of the words of a short name, "Save and publish" among them."""
    words = re.findall(r"[a-z]+", name.lower())
    return {stem_of(word) for word in words} if 0 < len(words) <= _MAX_NAME_WORDS else set()


def undone_at_end(run: StoryRun) -> list[Finding]:
    """What was sent last takes back what was sent before it, and the task asks for neither: an
    "Unpublish" after "Publish"."""
    taken = [(n, line) for n, line in enumerate(run.lines, 1) if line.is_taken]
    if len(taken) < 2 or not run.is_wish:
        return []
    (step, last), (_, before) = taken[-1], taken[-2]
    task = words_in(run.goal.task)
    if _takes_back(last, before) and not words_in(last.pressed_last) & task:
        return [Finding(kind="undone-at-end", what=last.pressed_last, step=step)]
    return []


def _takes_back(last: StoryLine, before: StoryLine) -> bool:
    paths = [one.path.rpartition("/") for line in (before, last) for one in line.sent[:1]]
    if len(paths) == 2 and paths[0][0] == paths[1][0] and paths[1][2] == f"un{paths[0][2]}":
        return True
    ours, theirs = words_in(last.pressed_last), words_in(before.pressed_last)
    is_opposite = any(
        b in ours and a in theirs for pair in OPPOSITES for a, b in (pair, pair[::-1])
    )
    return is_opposite or any(f"un{word}" in ours for word in theirs) or "undo" in ours
