"""Whether what was chosen, ticked and clicked last is what the task asks for. Knows no weights."""

from __future__ import annotations

import re
from itertools import pairwise

from courtside_judge.evidence.content_words import content_words
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.likeness import stems
from courtside_judge.evidence.requirements import meets
from courtside_judge.evidence.text_forms import is_in, is_same, normal
from courtside_judge.evidence.tracker import Tracker

from .screens import came_to_show, ticks

_CONDITIONS = re.compile(r"\b(?:accept|agree|terms|conditions|confirm|understand)\b", re.I)
"""A box that is called so has to be ticked before anything can be sent."""
_HANDS_IN = re.compile(r"\W*(?:save|submit|apply|confirm|send|publish)\b", re.I)
_CHOOSERS = {"checkbox", "radio", "option", "label", "switch"}


def choices(run: Tracker) -> list[Finding]:
    """Options and boxes that nobody asked for."""
    return _options(run) + _boxes(run)


def _options(run: Tracker) -> list[Finding]:
    """Chosen from a list in which the task names another one."""
    findings = []
    chosen = {normal(text) for text, _ in run.entries.chosen.values()}
    for place, (text, step) in run.entries.chosen.items():
        others = run.field_choices.passed_options.get(place, ())
        passed = next((other for other in others if normal(other) not in chosen), "")
        if passed and not is_in(run.goal.task, text):
            findings.append(
                Finding(
                    kind="unasked-choice",
                    what=text,
                    where=passed,
                    step=step,
                    wanted=passed,
                    variant="chosen",
                )
            )
    return findings


def _boxes(run: Tracker) -> list[Finding]:
    """The first box that is ticked now, was not at the start and stands nowhere in the task."""
    asked = [one.text for one in run.goal.requirements]
    if not (asked or run.goal.nothing) or run.goal.ordinals:
        return []
    now, before = ticks(run.screens.last), ticks(run.screens.first)
    wanted = {normal(one) for one in asked}
    for name, is_ticked in now.items():
        click = run.presses.clicked.get(name)
        is_asked = name in wanted or is_in(run.goal.task, name) or _speaks_of(run, name)
        is_asked = is_asked or bool(stems(name) and stems(name) <= stems(run.goal.task))
        is_usual = _CONDITIONS.search(name)
        if is_ticked and not before.get(name, False) and not is_asked and click and not is_usual:
            return [
                Finding(
                    kind="unasked-choice",
                    what=name,
                    step=click.step,
                    wanted=", ".join(asked),
                    variant="ticked",
                )
            ]
    return []


def _speaks_of(run: Tracker, name: str) -> bool:
    """Whether two words of a box stand side by side in the task too: "turn on text messages" speaks
    of "Send text messages"."""
    task, name_words = (
        pairwise(re.findall(r"\w+", text.lower())) for text in (run.goal.task, name)
    )
    return not set(task).isdisjoint(name_words)


def last_click(run: Tracker) -> list[Finding]:
    """Where the task ends with a click on what it names, the last click must be on that."""
    asked = [one.text for one in run.goal.requirements]
    last = run.compared_presses.last_click
    if last is None or not asked:
        return []
    text, target, step = last
    if run.submission.is_final(target) or target.role in _CHOOSERS or _HANDS_IN.match(text):
        return []
    if any(is_same(text, one) for one in asked):
        return [Finding(kind="last-click-asked", what=text, step=step)]
    if _may_end_elsewhere(run, text) or _does_what_is_asked(run, step):
        return []
    return [Finding(kind="last-click-unasked", what=text, step=step, wanted=", ".join(asked))]


def _may_end_elsewhere(run: Tracker, text: str) -> bool:
    """The task ends with a button or an answer, the click is on its way there, or it arrived."""
    if (run.goal.submit and run.submission.at) or run.goal.asks:
        return True
    if not text.strip() or content_words(text) & run.goal.words:
        return True
    return _moved_on(run) and any(came_to_show(run, one.text) for one in run.goal.requirements)


def _does_what_is_asked(run: Tracker, step: int) -> bool:
    """Whether it is in the row that the task means, or sent what the task wants typed or chosen."""
    if any(row.is_asked for row in run.compared_controls.rows if row.step == step):
        return True
    asked = run.goal.requirements
    given = (entry.value for entry in run.entries.in_order if entry.step <= step)
    is_given = any(meets(value, one) for value in given for one in asked)
    return is_given and run.app.was_taken_at(step)


def _moved_on(run: Tracker) -> bool:
    """Whether the last step led to another page."""
    now, then = run.screens.last, run.screens.previous
    return now is not None and then is not None and now.look.url != then.look.url
