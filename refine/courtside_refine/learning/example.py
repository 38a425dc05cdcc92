"""What a policy learns from: one screen, what was done before, and what was done then.

Knows no network. Examples are made of stored steps, whoever acted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

from courtside_formats.exports.judged import JudgedRun
from courtside_formats.exports.turns import element_hit, is_told
from courtside_store.records import Action, Element, Observation, Record, Step

ChoiceKind = Literal["click", "type", "select", "stop"]
KINDS: tuple[ChoiceKind, ...] = ("click", "type", "select")
"""What is done to an element; `stop` is done to none."""
MAX_ELEMENTS = 120
"""Elements of a screen that a policy looks at, the first ones."""
_KIND_OF: dict[str, ChoiceKind] = {
    **{"click": "click", "tap": "click", "check": "click"},
    **{"type": "type", "select": "select"},
}
P = 0.5
"""Reward of a step that made progress; what is filtered keeps these and better ones."""


class Choice(Record, frozen=True, kw_only=True):
    """One thing to do, and how likely a policy finds it."""

    kind: ChoiceKind
    element: int | None = None
    """Id among the elements that were shown; None: it stops."""
    text: str = ""
    """What is typed, or the option that is chosen."""
    probability: float = 1.0


class Past(Record, frozen=True, kw_only=True):
    """One thing that was done before on the way."""

    kind: ChoiceKind
    element: Element
    text: str = ""


class Example(Record, frozen=True, kw_only=True):
    """One choice that is to be learned."""

    task: str
    elements: tuple[Element, ...]
    history: tuple[Past, ...] = ()
    choice: Choice


class Trajectory(Record, frozen=True, kw_only=True):
    """One attempt at one task with its rewards, whoever gave them."""

    task: str
    steps: tuple[Step, ...]
    rewards: tuple[float | None, ...]
    """Of each step; None where nobody could tell."""
    reward: float | None = None
    """Of the whole: 1 for success, 0 for failure, None where nobody could tell."""
    stopped: bool = False
    """The agent ended it by itself."""


Keep = Callable[[Trajectory, int | None], bool]
"""Whether to learn a step, by its place from 0; None: that the agent stopped at the end."""


def every_step(trajectory: Trajectory, at: int | None) -> bool:
    """Self-training without a filter."""
    return True


def rewarded(trajectory: Trajectory, at: int | None) -> bool:
    """Steps with a reward of at least p (Pan et al. 2024, filtered behaviour cloning); a stop
    where the whole was a success."""
    if at is None:
        return trajectory.reward == 1
    reward = trajectory.rewards[at]
    return reward is not None and reward >= P


def kept(trajectory: Trajectory, at: int | None) -> bool:
    """Steps that have a reward at all, where a selection has left out the others; a stop where the
    whole was a success."""
    return trajectory.reward == 1 if at is None else trajectory.rewards[at] is not None


def of_successes(trajectory: Trajectory, at: int | None) -> bool:
    """All steps of attempts that succeeded."""
    return trajectory.reward == 1


def trajectory_of(run: JudgedRun) -> Trajectory:
    """A stored run as it was judged. What its selection left out has no reward: see `kept`."""
    return Trajectory(
        task=run.summary.run.task,
        steps=tuple(one.step for one in run.steps),
        rewards=tuple(None if one.left_out else one.reward for one in run.steps),
        reward=run.reward,
        stopped=run.summary.run.ended_by == "finish",
    )


def examples_of(runs: Iterable[Trajectory], keep: Keep = rewarded) -> list[Example]:
    """The steps that are kept. A step that hit nothing that was on its screen, held a secret, or
    did what no policy here can do, is only part of what went before."""
    return [example for run in runs for example in _examples(run, keep)]


def _examples(run: Trajectory, keep: Keep) -> Iterator[Example]:
    history: list[Past] = []
    for at, step in enumerate(run.steps):
        done = _done(step)
        if done is None or step.before is None:
            continue
        if keep(run, at):
            elements = elements_seen(step.before)
            choice = Choice(kind=done.kind, element=done.element.id, text=done.text)
            if run.task and any(one.id == done.element.id for one in elements):
                yield Example(
                    task=run.task, elements=elements, history=tuple(history), choice=choice
                )
        history.append(done)
    last = run.steps[-1].after if run.steps else None
    if run.task and run.stopped and last is not None and keep(run, None):
        elements = elements_seen(last)
        stop = Choice(kind="stop")
        yield Example(task=run.task, elements=elements, history=tuple(history), choice=stop)


def _done(step: Step) -> Past | None:
    """What was done in words of a policy; typing counts for more than the click before it."""
    if step.before is None or not is_told(step):
        return None
    known = [one for one in step.actions if one.kind in _KIND_OF]
    action: Action | None = next((one for one in known if one.kind != "click"), None)
    action = action or next(iter(known), None)
    element = element_hit(action, step.before) if action else None
    if action is None or element is None:
        return None
    return Past(kind=_KIND_OF[action.kind], element=element, text=action.text)


def elements_seen(look: Observation) -> tuple[Element, ...]:
    """The elements of a stored screen that a policy looks at."""
    return tuple(one for one in look.elements if _is_something(one))[:MAX_ELEMENTS]


def _is_something(element: Element) -> bool:
    return element.interactable or bool(element.text)


def options_of(elements: Sequence[Element], at: int) -> tuple[str, ...]:
    """What the drop-down list at a place offers: the options that follow it."""
    found = []
    for element in elements[at + 1 :]:
        if element.role != "option" and element.tag != "option":
            break
        found.append(element.text)
    return tuple(found)
