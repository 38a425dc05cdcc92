"""Runs with their rewards, and the training examples made of them.

Knows no network. The steps are stored ones, whoever acted and whoever judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from courtside_formats.exports.judged import JudgedRun
from courtside_formats.exports.turns import element_hit, is_recorded
from courtside_refine.actors.page_view import PageView, ViewRow
from courtside_store.records import Action, Observation, Record, Step

from .element_features import is_list
from .example import ChoiceKind, Example, PastAction, ScoredAction, options_of
from .policy_inputs import PolicyInputs

_KIND_OF: dict[str, ChoiceKind] = {
    **{"click": "click", "tap": "click", "check": "click"},
    **{"type": "type", "select": "select"},
}


class RewardedRun(Record, frozen=True, kw_only=True):
    """One run with its rewards, whoever gave them."""

    task: str
    steps: tuple[Step, ...]
    rewards: tuple[float | None, ...]
    """Of each step; None where nobody could tell."""
    reward: float | None = None
    """Of the whole: 1 for success, 0 for failure, None where nobody could tell."""
    stopped: bool = False
    """The agent ended it by itself."""


KeepStep = Callable[[RewardedRun, int | None], bool]
"""Whether to train on a step, by its place from 0; None: that the agent stopped at the end."""


def every_step(run: RewardedRun, at: int | None) -> bool:
    """Self-training without a filter."""
    return True


def has_reward(run: RewardedRun, at: int | None) -> bool:
    """Steps that have a reward at all, where a selection has left out the others; a stop where the
    whole was a success."""
    return run.reward == 1 if at is None else run.rewards[at] is not None


def rewarded_run_of(run: JudgedRun) -> RewardedRun:
    """A stored run as it was judged. What its selection left out has no reward (`has_reward`)."""
    return RewardedRun(
        task=run.summary.run.task,
        steps=tuple(one.step for one in run.steps),
        rewards=tuple(None if one.left_out else one.reward for one in run.steps),
        reward=run.reward,
        stopped=run.summary.run.ended_by == "finish",
    )


def examples_of(runs: Iterable[RewardedRun], keep: KeepStep = has_reward) -> list[Example]:
    """The steps that are kept. A step that hit nothing that was on its screen, held a secret, or
    did what no policy here can do, is only part of what went before."""
    return [example for run in runs for example in _examples(run, keep)]


def _examples(run: RewardedRun, keep: KeepStep) -> Iterator[Example]:
    inputs = PolicyInputs(run.task)
    for at, step in enumerate(run.steps):
        done = _done(step)
        if done is None or step.before is None:
            continue
        view, ids = view_of(step.before)
        shown = inputs.see(view)
        choice = ScoredAction(kind=done.kind, element=ids.get(done.element.id), text=done.text)
        if run.task and keep(run, at) and shown.has(choice.element):
            yield shown.example(choice)
        inputs.add(choice, done.element, view)
    last = run.steps[-1].after if run.steps else None
    if run.task and run.stopped and last is not None and keep(run, None):
        yield inputs.see(view_of(last)[0]).example(ScoredAction(kind="stop"))


def _done(step: Step) -> PastAction | None:
    """What was done in words of a policy; typing counts for more than the click before it."""
    if step.before is None or not is_recorded(step):
        return None
    known = [one for one in step.actions if one.kind in _KIND_OF]
    action: Action | None = next((one for one in known if one.kind != "click"), None)
    action = action or next(iter(known), None)
    element = element_hit(action, step.before) if action else None
    if action is None or element is None:
        return None
    return PastAction(kind=_KIND_OF[action.kind], element=element, text=action.text)


def view_of(look: Observation) -> tuple[PageView, dict[int, int]]:
    """A stored screen as actors see pages, and the new id of each of its elements. Options of a
    drop-down list are a part of it."""
    elements = [one for one in look.elements if one.interactable or one.text]
    rows: list[ViewRow] = []
    ids: dict[int, int] = {}
    at = 0
    while at < len(elements):
        options = options_of(elements, at) if is_list(elements, at) else ()
        ids[elements[at].id] = len(rows) + 1
        rows.append(ViewRow(element=replace(elements[at], id=len(rows) + 1), options=options))
        at += 1 + len(options)
    return PageView(url=look.url, rows=tuple(rows)), ids
