"""What one step did by itself: what it hit, and what the screen answered. Knows no weights."""

from __future__ import annotations

from courtside_judge.evidence.content_words import content_words
from courtside_judge.evidence.finding import Finding
from courtside_judge.evidence.likeness import singulars
from courtside_judge.evidence.screen import Screen
from courtside_judge.evidence.tracker import Tracker
from courtside_judge.evidence.wording import called
from courtside_store.records import Record, Step, Target
from courtside_store.rendering import is_secret

from .story_steps import is_without_effect
from .words import repeats_the_task

_PRESSES = {"click", "double-click", "tap", "check", "press"}
_OPENERS = {"button", "link", "tab", "menuitem", "option", "heading"}
_MAX_FINDINGS = 3
"""A step gets at most so many findings about what it pressed."""
_MAX_NAME_CHARS = 80
"""A longer text is not the name of a control."""
_SCALE = 3.0
"""Log-odds that count as one unit of change in how a run looks."""


class Moment(Record, frozen=True, kw_only=True):
    """One step, after the tracker followed it, and how the run looks with it and without it."""

    step: Step
    odds: float
    """Log-odds of the run's success."""
    odds_before: float
    was_wrong: bool = False
    """Something was wrong before it."""
    was_done: bool = False
    """All that the task names was done before it."""


def reaction(run: Tracker, moment: Moment) -> list[Finding]:
    """What the screen answered; typing that is hidden shows nothing."""
    step = moment.step
    if not step.actions:
        return []
    secret = any(is_secret(a.target) for a in step.actions)
    screens = run.screens
    if screens.changed:
        roles = {a.target.role for a in step.actions if a.target and a.kind in _PRESSES}
        kind = "something-opened" if roles & _OPENERS else "screen-changed"
    elif screens.repainted:
        kind = "screen-repainted"
    elif screens.changed is False and not secret:
        kind = "screen-unchanged"
    else:
        return []
    return [Finding(kind=kind, step=step.index)]


def repetition(run: Tracker, moment: Moment) -> list[Finding]:
    """A finding where the same action was done on the same screen as before."""
    return [Finding(kind="done-again", step=moment.step.index)] if run.tally.again else []


def pressed(run: Tracker, moment: Moment) -> list[Finding]:
    """Whether what was pressed is something that the task speaks of."""
    findings = []
    for action in moment.step.actions:
        target = action.target
        if action.kind not in _PRESSES or target is None or run.submission.is_final(target):
            continue
        if not target.role:
            findings.append(_pressed("presses-plain", target, moment))
        findings.append(_topic_of(run, target, moment))
    return findings[:_MAX_FINDINGS]


def _topic_of(run: Tracker, target: Target, moment: Moment) -> Finding:
    words = content_words(target.text)
    if repeats_the_task(run, target.text):
        return _pressed("presses-the-task", target, moment)
    if len(target.text) > _MAX_NAME_CHARS or not words:
        return _pressed("presses-no-control", target, moment)
    named = singulars(words) & singulars(run.goal.words)
    share = len(named) / len(singulars(words))
    kind = "presses-asked" if share else "presses-unasked"
    return _pressed(kind, target, moment, amount=share or 1.0)


def _pressed(kind: str, target: Target, moment: Moment, amount: float = 1.0) -> Finding:
    step, words = moment.step.index, {"control": called(target)}
    return Finding(kind=kind, what=target.text, amount=amount, step=step, words=words)


def action_kind(run: Tracker, moment: Moment) -> list[Finding]:
    """A finding that says what sort of action the step's first one is."""
    step = moment.step
    return [Finding(kind=f"does-{action.kind}", step=step.index) for action in step.actions[:1]]


def topic(run: Tracker, moment: Moment) -> list[Finding]:
    """The task's words that came onto the screen with this step."""
    wanted, step = content_words(run.goal.task), moment.step
    last, previous = run.screens.last, run.screens.previous
    if not wanted or last is None or previous is None or step.after is None:
        return []
    new = (_shown(last) - _shown(previous)) & wanted
    if not new:
        return []
    items, amount = tuple(sorted(new)), len(new) / len(wanted)
    return [Finding(kind="topic-shown", items=items, amount=amount, step=step.index)]


def _shown(screen: Screen) -> set[str]:
    return set().union(*(content_words(f"{e.text} {e.value}") for e in screen.elements))


def outlook(run: Tracker, moment: Moment) -> list[Finding]:
    """Whether the run looks better than before."""
    step, idle = moment.step.index, _is_idle(run, moment)
    return outlook_of(step, moment.odds, moment.odds_before, is_idle=idle)


def _is_idle(run: Tracker, moment: Moment) -> bool:
    """Whether nothing that can be seen changed, and nothing was sent."""
    reactions = {one.kind for one in reaction(run, moment)}
    if reactions & {"screen-unchanged", "screen-repainted"}:
        return "screen-unchanged" in reactions
    if run.screens.redrawn:
        return False
    lines = run.story.lines
    return bool(lines) and is_without_effect(lines[-1], lines[-2] if lines[1:] else None)


def outlook_of(step: int, odds: float, before: float, *, is_idle: bool) -> list[Finding]:
    """Whether a step changed the outlook, by the log-odds of success with it and without it.

    A step that did something may make a run look worse on the right way, as one that edits what
    is saved later. So only an idle one is blamed for that.
    """
    amount = min(abs(odds - before) / _SCALE, 2.0)
    if amount <= 0.1 or (odds < before and not is_idle):
        return []
    kind = "outlook-better" if odds > before else "outlook-worse"
    return [Finding(kind=kind, amount=amount, step=step)]


def standing(run: Tracker, moment: Moment) -> list[Finding]:
    """How the run stood before the step."""
    step = moment.step.index
    sent = run.app.was_taken_at(step)
    return standing_of(step, wrong=moment.was_wrong, done=moment.was_done, sent=sent)


def standing_of(step: int, *, wrong: bool, done: bool, sent: bool) -> list[Finding]:
    """How a run stood before a step, where the run is known by its features alone. What is `sent`,
    and accepted, with the step was not done before it, whatever fields held."""
    found = (("wrong-before", wrong), ("done-before", done and not sent))
    return [Finding(kind=kind, step=step) for kind, is_so in found if is_so]


def handed_in(run: Tracker, moment: Moment) -> list[Finding]:
    """Whether it was handed in with this step, and looks done."""
    step = moment.step.index
    return handed_in_of(step, moment.odds) if run.submission.at == step else []


def handed_in_of(step: int, odds: float) -> list[Finding]:
    """Whether a run looks done at the step that handed it in, by the log-odds of its success."""
    kind = "handed-in-done" if odds > 0 else "handed-in-undone"
    return [Finding(kind=kind, amount=min(abs(odds) / _SCALE, 2.0), step=step)]
