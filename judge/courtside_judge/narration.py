"""What an agent's own words give away: trouble, surrender, an answer and where it stands."""

from __future__ import annotations

import re

from .findings import Finding, quote
from .topic import content_words
from .tracker import Tracker

_SURRENDER = re.compile(
    r"\b(un(?:able|successful)|could ?n[o']t|can ?n[o']t|can't|failed|fails? to|blocked|"
    r"not (?:possible|able|found|available|accessible|completed?|located)|did ?n[o']t|"
    r"was ?n[o']t|were ?n[o']t|no (?:such|results?|relevant|matching)|"
    r"access (?:was )?denied|captcha|error|insufficient|incomplete|requires? (?:a )?log ?in)\b",
    re.I,
)
_QUESTION = re.compile(
    r"^\s*(?:what|which|who|whose|when|where|how (?:many|much|long|old|far)|tell me|is|are|does|do)"
    r"\b|\?\s*$",
    re.I,
)
_LONG = 15
"""Steps after which each further one speaks against the run, a little."""
_CLOSING = 3
"""Thoughts that count as the end of a run."""


def narration_findings(run: Tracker, answer: str) -> list[Finding]:
    """What thoughts and answer add at the end of a run."""
    found = _answer(run, answer)
    if not run.sighted:
        text = "no screen was seen: there is only the agent's own account"
        found.append(Finding(kind="unsighted", text=text))
    late = next((t for t in reversed(run.thoughts[-_CLOSING:]) if _SURRENDER.search(t)), None)
    if late is not None:
        words = _SURRENDER.search(late)
        text = f"near the end it says {quote(words[0])}" if words else ""
        found.append(Finding(kind="told-trouble", text=text))
    if run.steps > _LONG:
        amount = min((run.steps - _LONG) / _LONG, 1.0)
        text = f"it took {run.steps} steps"
        found.append(Finding(kind="long-run", text=text, amount=amount))
    return found


def _answer(run: Tracker, answer: str) -> list[Finding]:
    if (words := _SURRENDER.search(answer)) is not None:
        text = f"the answer says {quote(words[0])}"
        return [Finding(kind="answer-gives-up", text=text)]
    asks = bool(_QUESTION.search(run.goal.task))
    said = content_words(answer) - {"done", "task", "completed", "finished", "success"}
    if not said:
        missing = Finding(kind="answer-missing", text="the task asks something; nothing was said")
        return [missing] if asks else []
    if not asks or not run.sighted:
        return []
    shown = len(said & run.seen_words) / len(said)
    text = f"{shown:.0%} of the answer's words were seen on a screen"
    return [Finding(kind="answer-shown", text=text, amount=shown)]
