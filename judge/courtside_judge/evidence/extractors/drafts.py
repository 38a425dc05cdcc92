"""Whether what was to be sent or published stayed a draft. Knows no weights."""

from __future__ import annotations

import re

from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.protocol import Ending

_DRAFT = re.compile(r"\bdrafts?\b|\bfor later\b", re.I)
_LATER = re.compile(
    r"\bdrafts?\b|\b(?:for )?later\b|\bprepare|\bunpublish|\boffline\b|\bprivate\b|\bhidden?\b|"
    r"\b(?:not|n['’]t|never|without|before) (?:\w+ ){0,3}(?:publish|send|sent|post)",
    re.I,
)
"""A task that says so may want a draft."""
_PUBLIC = re.compile(
    r"\b(?:publish\w*|online|go(?:es)? live|make (?:it|them|this) (?:live|public|visible)|"
    r"(?:the |for )public\b|(?:every(?:body|one)|visitors|readers|customers|people|the world) "
    r"(?:\w+ ){0,4}(?:see|read|find|sees|reads|finds))\b",
    re.I,
)
"""A task that says so wants something published."""
_PUBLISHES = re.compile(r"\bpublish\b|\bgo live\b|\bmake (?:it )?public\b", re.I)
_MAX_NAME_CHARS = 40
"""A longer text is not the name of a button."""


def left_as_draft(run: Tracker, ending: Ending) -> list[Finding]:
    """The last that was sent was saved as a draft, of which the task says nothing; or the task
    wants something published, a button for that stands there, and none was pressed."""
    task, lines = run.goal.task, run.story.lines
    if run.goal.asks or _LATER.search(task):
        return []
    taken = [(n, line.pressed_last) for n, line in enumerate(lines, 1) if line.is_taken]
    if taken and _DRAFT.search(taken[-1][1]):
        return [
            Finding(kind="left-as-draft", what=taken[-1][1], step=taken[-1][0], variant="saved")
        ]
    pressed = [action.pressed for line in lines for action in line.actions if action.is_press]
    if not taken or not _PUBLIC.search(task) or any(map(_PUBLISHES.search, pressed)):
        return []
    elements = run.screens.last.elements if run.screens.last else ()
    names = (e.text for e in elements if e.interactable and len(e.text) <= _MAX_NAME_CHARS)
    left = next(filter(_PUBLISHES.search, names), "")
    return [Finding(kind="left-as-draft", what=left, variant="unpublished")] if left else []
