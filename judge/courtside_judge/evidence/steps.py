"""What one step shows: what it added to the run, took away and changed. Knows no weights."""

from __future__ import annotations

from collections.abc import Sequence

from courtside_store.records import Action, Step

from .catalogue import entry_of
from .findings import Finding, called, quote
from .goals import content_words
from .topic import repeats_the_task
from .tracker import Screen, Tracker

_PRESSES = {"click", "double-click", "tap", "check", "press"}
_OPENERS = {"button", "link", "tab", "menuitem", "option", "heading"}
_SCALE = 3.0
"""Log-odds that count as one unit of change in how a run looks."""


def step_findings(
    run: Tracker,
    step: Step,
    now: Sequence[Finding],
    before: Sequence[Finding],
    odds: tuple[float, float],
) -> list[Finding]:
    """The findings of one step, after the tracker took it.

    `now` and `before` are the run's findings with and without it, `odds` its log-odds of success
    before and after.
    """
    found = _gained(step, now, before) + _lost(step, now, before)
    found += _effect(run, step) + _target(run, step) + _topic(run, step)
    return found + _outlook(run, step, odds)


def _gained(step: Step, now: Sequence[Finding], before: Sequence[Finding]) -> list[Finding]:
    known = {(f.kind, f.text) for f in before}
    return [
        Finding(kind=f.kind, text=f.text, change="new", step=step.index, wanted=f.wanted)
        for f in now
        if (f.kind, f.text) not in known and (f.step == step.index or entry_of(f.kind).is_event)
    ]


def _lost(step: Step, now: Sequence[Finding], before: Sequence[Finding]) -> list[Finding]:
    """What held before and does not any more: a wrong value put right, or a right one undone."""
    kept = {f.kind for f in now}
    return [
        Finding(kind=f.kind, text=f"no longer true: {f.text}", change="gone", step=step.index)
        for f in before
        if f.step is not None and f.kind not in kept
    ]


def _effect(run: Tracker, step: Step) -> list[Finding]:
    """What the screen answered; typing that is hidden shows nothing."""
    secret = any("secret" in a.target.state for a in step.actions if a.target)
    found = []
    if run.changed and step.actions:
        roles = {a.target.role for a in step.actions if a.target and a.kind in _PRESSES}
        opens = bool(roles & _OPENERS)
        kind = "something-opened" if opens else "screen-changed"
        found.append(Finding(kind=kind, text="the screen changed", step=step.index))
    elif run.repainted and step.actions:
        text = "nothing but pixels changed on the screen"
        found.append(Finding(kind="screen-repainted", text=text, step=step.index))
    elif run.changed is False and step.actions and not secret:
        text = "nothing changed on the screen"
        found.append(Finding(kind="screen-unchanged", text=text, step=step.index))
    if run.again:
        text = "the same action on the same screen as before"
        found.append(Finding(kind="done-again", text=text, step=step.index))
    return found


def _target(run: Tracker, step: Step) -> list[Finding]:
    """Whether what was pressed is something that the task speaks of."""
    found = []
    for action in step.actions:
        target = action.target
        if action.kind not in _PRESSES or target is None or run.is_final(target):
            continue
        words = content_words(target.text)
        if not target.role:
            why = f"{called(target)} is no button, link or field"
            found.append(Finding(kind="presses-plain", text=why, step=step.index))
        if repeats_the_task(run, target.text):
            kind, why = "presses-the-task", "it pressed the task's own words"
        elif len(target.text) > 80 or not words:
            kind, why = "presses-no-control", "it pressed something without a name"
        elif share := len(words & run.goal.words) / len(words):
            text = f"{quote(target.text)} is in the task's words"
            found.append(Finding(kind="presses-asked", text=text, amount=share, step=step.index))
            continue
        else:
            kind = "presses-unasked"
            why = f"{quote(target.text)} is not in the task's words"
        found.append(Finding(kind=kind, text=why, step=step.index))
    return found[:3] + [_kind(action, step) for action in step.actions[:1]]


def _kind(action: Action, step: Step) -> Finding:
    return Finding(kind=f"does-{action.kind}", text=f"a {action.kind} action", step=step.index)


def _topic(run: Tracker, step: Step) -> list[Finding]:
    """The task's words that came onto the screen with this step."""
    wanted = content_words(run.goal.task)
    if not wanted or run.last is None or run.previous is None or step.after is None:
        return []
    new = (_shown(run.last) - _shown(run.previous)) & wanted
    if not new:
        return []
    text = f"the screen shows {quote(', '.join(sorted(new)))} now"
    return [Finding(kind="topic-shown", text=text, amount=len(new) / len(wanted), step=step.index)]


def _shown(screen: Screen) -> set[str]:
    return set().union(*(content_words(f"{e.text} {e.value}") for e in screen.elements))


def _outlook(run: Tracker, step: Step, odds: tuple[float, float]) -> list[Finding]:
    """Whether the run looks better than before; where it was handed in, whether it looks done."""
    then, now = odds
    found = []
    change = min(abs(now - then) / _SCALE, 2.0)
    if change > 0.1:
        better = now > then
        text = f"the whole run looks {'better' if better else 'worse'} than before"
        kind = "outlook-better" if better else "outlook-worse"
        found.append(Finding(kind=kind, text=text, amount=change, step=step.index))
    if run.submitted_at == step.index:
        done = now > 0
        text = "it was handed in" + ("" if done else " before everything was done")
        kind = "handed-in-done" if done else "handed-in-undone"
        amount = min(abs(now) / _SCALE, 2.0)
        found.append(Finding(kind=kind, text=text, amount=amount, step=step.index))
    return found
