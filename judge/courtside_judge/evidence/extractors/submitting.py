"""Whether the work was handed in, and what the screens answered. Knows no weights."""

from __future__ import annotations

import re

from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.goals import normal
from courtside_judge.evidence.screen import repeated_buttons
from courtside_judge.evidence.tracker import FINAL, Tracker

_ERROR = re.compile(
    r"\b(404|403|500|page not found|not found|access denied|forbidden|internal server error|"
    r"something went wrong|an error occurred|invalid (?:password|input|credentials)|try again)\b",
    re.I,
)
_CAPTCHA = re.compile(r"captcha|are you (?:a )?human|not a robot|verify you are", re.I)
_MOST = 4000
"""Letters of a screen that are looked at."""
_HEAD = 40
"""Letters by which a long text is known again: what a field holds is cut."""
_SEARCHES = {"search", "go"}
"""Buttons that a page has at its head, whatever it is about."""


def submission(run: Tracker) -> list[Finding]:
    """Whether the button that the task names for the end was pressed, and pressed last."""
    button = run.goal.submit
    if not button or not (run.submitted_at or run.sighted):
        return []
    if not run.submitted_at:
        return [Finding(kind="submit-missing", what=button, wanted=f"a press of {button}")]
    if not run.handed_in:
        return [Finding(kind="submit-early", step=run.edited_at)]
    return [Finding(kind="submit-done", what=button, step=run.submitted_at)]


def left_unsubmitted(run: Tracker) -> list[Finding]:
    """Something was filled in, and the button that hands it in was not pressed since."""
    if run.last is None or not run.edited_after_submit or _was_sent(run):
        return []
    final = FINAL - _SEARCHES - repeated_buttons(run.last)
    buttons = (e.text for e in run.last.elements if e.role == "button")
    button = next((text for text in buttons if normal(text) in final), "")
    if not button:
        return []
    return [Finding(kind="left-unsent", what=button, wanted=f"a press of {button}")]


def _was_sent(run: Tracker) -> bool:
    """Whether something was sent since the last edit, and nothing edited is left: a preview still
    holds what was typed."""
    page, edited = run.app.page, run.edited_at
    if page is None or page.dirty_count or edited is None or run.last is None:
        return False
    typed = {normal(text)[:_HEAD] for _, text, step in run.entries if step == edited}
    held = {normal(e.value)[:_HEAD] for e in run.last.elements if e.value}
    return not typed & held and run.was_sent_between(edited, run.steps + 1)


def reactions(run: Tracker) -> list[Finding]:
    """Whether the screen reacted to anything, and whether the same was done again and again."""
    findings = []
    if run.steps and run.unchanged == run.steps and not run.submitted_at:
        findings.append(Finding(kind="nothing-changed"))
    if run.repeats >= 2:
        findings.append(Finding(kind="looping", what=str(run.repeats + 1), step=run.repeated_at))
    if not run.steps:
        findings.append(Finding(kind="no-steps"))
    return findings


def barriers(run: Tracker) -> list[Finding]:
    """An error that the first screen did not have, and a test for people."""
    words = run.last.words[:_MOST] if run.last else ""
    start = run.first.words[:_MOST] if run.first else ""
    findings = []
    if (error := _ERROR.search(words)) and not _ERROR.search(start):
        findings.append(Finding(kind="error-shown", what=error[0], step=run.steps))
    if captcha := _CAPTCHA.search(words):
        findings.append(Finding(kind="captcha", what=captcha[0], step=run.steps))
    return findings
