"""Whether the work was handed in, and what the screens answered. Knows no weights."""

from __future__ import annotations

import re
from collections.abc import Sequence

from courtside_judge.evidence.comparisons.submission import FINAL
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.screen import repeated_buttons
from courtside_judge.evidence.story_run import since_edit
from courtside_judge.evidence.text_forms import normal
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.evidence.verbs import hands_in

_ERROR = re.compile(
    r"\b((?:error|https?|status)(?: code)?\W{1,3}(?:404|403|500)|"
    r"(?:404|403|500)\W{1,3}(?:error|page not found|not found|forbidden|internal)|"
    r"page not found|not found|access denied|forbidden|internal server error|"
    r"something went wrong|an error occurred|invalid (?:password|input|credentials)|try again)\b",
    re.I,
)
_CAPTCHA = re.compile(r"captcha|are you (?:a )?human|not a robot|verify you are", re.I)
_MAX_SCREEN_CHARS = 4000
"""Only so many letters of a screen are looked at."""
_HEAD_CHARS = 40
"""A long text is known again by its first letters: what a field holds is cut."""
_SEARCHES = {"search", "go"}
"""Buttons that a page has at its head, whatever it is about."""


def submission(run: Tracker) -> list[Finding]:
    """Whether the button that the task names for the end was pressed, and pressed last."""
    button, submission = run.goal.submit, run.submission
    if not button or not (submission.at or run.screens.sighted):
        return []
    if not submission.at:
        return [Finding(kind="submit-missing", what=button, wanted=f"a press of {button}")]
    if not submission.handed_in:
        return [Finding(kind="submit-early", step=submission.edited_at)]
    return [Finding(kind="submit-done", what=button, step=submission.at)]


def left_unsubmitted(run: Tracker) -> list[Finding]:
    """Something was filled in, and the button that hands it in was not pressed since."""
    last = run.screens.last
    if last is None or not run.submission.edited_after or _was_sent(run):
        return []
    repeated = repeated_buttons(last)
    final = FINAL - _SEARCHES - repeated
    buttons = [e.text for e in last.elements if e.role == "button" and "disabled" not in e.state]
    button = next((text for text in buttons if normal(text) in final), "")
    button = button or _asked_for(run, [one for one in buttons if normal(one) not in repeated])
    if not button:
        return []
    return [Finding(kind="left-unsent", what=button, wanted=f"a press of {button}")]


def _asked_for(run: Tracker, buttons: Sequence[str]) -> str:
    """The button that does what the task asks for, e.g. "Place order", where neither it was pressed
    since the last edit nor anything was sent."""
    lines = since_edit(run.story.lines)
    if any(line.sent for line in lines):
        return ""
    pressed = {normal(line.pressed_last) for line in lines}
    meant = (text for text in buttons if hands_in(run.goal.task, text))
    return next((text for text in meant if normal(text) not in pressed), "")


def _was_sent(run: Tracker) -> bool:
    """Whether something was sent since the last edit, and nothing edited is left: a preview still
    holds what was typed, and so does the page of what was made, where a form that was taken leads
    to."""
    page, edited, last = run.app.page, run.submission.edited_at, run.screens.last
    if page is None or page.dirty_count or edited is None or last is None:
        return False
    typed = {normal(one.value)[:_HEAD_CHARS] for one in run.entries.in_order if one.step == edited}
    held = {normal(e.value)[:_HEAD_CHARS] for e in last.elements if e.value}
    led_on = any(map(run.app.was_redirected_at, range(edited, run.steps + 1)))
    is_left = bool(typed & held) and not led_on
    return not is_left and run.app.was_taken_between(edited, run.steps + 1)


def reactions(run: Tracker) -> list[Finding]:
    """Whether the screen reacted to anything, and whether the same was done again and again."""
    findings, tally = [], run.tally
    if run.steps and tally.unchanged == run.steps and not run.submission.at:
        findings.append(Finding(kind="nothing-changed"))
    if tally.repeats >= 2:
        times = str(tally.repeats + 1)
        findings.append(Finding(kind="looping", what=times, step=tally.repeated_at))
    if not run.steps:
        findings.append(Finding(kind="no-steps"))
    return findings


def barriers(run: Tracker) -> list[Finding]:
    """An error that the first screen did not have, and a test for people."""
    first, last = run.screens.first, run.screens.last
    words = last.text[:_MAX_SCREEN_CHARS] if last else ""
    start = first.text[:_MAX_SCREEN_CHARS] if first else ""
    findings = []
    if (error := _ERROR.search(words)) and not _ERROR.search(start):
        findings.append(Finding(kind="error-shown", what=error[0], step=run.steps))
    if captcha := _CAPTCHA.search(words):
        findings.append(Finding(kind="captcha", what=captcha[0], step=run.steps))
    return findings
