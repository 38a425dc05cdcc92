"""The learned actor: acts as a small trained policy chooses. Needs the extra `learning`."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from msgspec.structs import replace

from courtside_refine.learning.example import MAX_ELEMENTS, Choice, Past
from courtside_store.records import Element

from .actions import ActorAction, Click, Decision, Stop, Type
from .actor import Task
from .page_view import PageView, ViewRow

if TYPE_CHECKING:
    from courtside_refine.learning.policy import Policy


NOWHERE = (0.0, 0.0, 0.0, 0.0)
"""The box of an option, as page scripts record it."""


class LearnedActor:
    """Starts attempts of one policy."""

    name = "learned"
    sees = False

    def __init__(self, policy: Policy, temperature: float = 0.0) -> None:
        """`temperature`: 0 does what is likeliest; 1 draws as likely as the policy says."""
        self._policy = policy
        self._temperature = temperature

    def start(self, task: Task) -> LearnedAttempt:
        """One attempt. Lessons are not read: what it knows is in its weights."""
        return LearnedAttempt(self._policy, self._temperature, task)


class LearnedAttempt:
    """The learned actor on one attempt."""

    def __init__(self, policy: Policy, temperature: float, task: Task) -> None:
        self._policy = policy
        self._temperature = temperature
        self._task = task
        self._draw = Random(f"{task.seed} {task.text}")
        self._history: list[Past] = []

    async def decide(self, view: PageView, previous: str) -> Decision:
        """The likeliest choice, or a drawn one."""
        elements = elements_in(view)
        choices = self._policy.choose(self._task.text, elements, self._history)
        choice = self._one_of(choices)
        if choice.element is None:
            return Decision(action=Stop(answer="Done."), thought=_thought(choice, ""))
        element = next(one for one in elements if one.id == choice.element)
        self._history.append(Past(kind=choice.kind, element=element, text=choice.text))
        return Decision(action=_action(choice), thought=_thought(choice, element.text))

    def _one_of(self, choices: Sequence[Choice]) -> Choice:
        if self._temperature <= 0:
            return choices[0]
        weights = [one.probability ** (1 / self._temperature) for one in choices]
        return self._draw.choices(choices, weights)[0]


def elements_in(view: PageView) -> tuple[Element, ...]:
    """What the policy sees of a page: as recorded screens have it, the options of a drop-down list
    are elements that follow it."""
    found: list[Element] = []
    for row in view.rows:
        found.append(row.element)
        found += _options(row, len(view.rows) + len(found))
    return tuple(found[:MAX_ELEMENTS])


def _options(row: ViewRow, first: int) -> list[Element]:
    return [
        replace(
            row.element,
            id=first + n + 1,
            tag="option",
            role="option",
            text=text,
            value="",
            box=NOWHERE,
        )
        for n, text in enumerate(row.options)
    ]


def _action(choice: Choice) -> ActorAction:
    assert choice.element is not None
    if choice.kind == "click":
        return Click(id=choice.element)
    return Type(id=choice.element, text=choice.text)


def _thought(choice: Choice, name: str) -> str:
    where = f" {name[:60]!r}" if name else ""
    return f"{choice.kind}{where}: {choice.probability:.0%} sure."
