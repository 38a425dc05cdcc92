"""Makes examples of what an actor of ours does, from what it saw itself. Judges nothing.

A recording shows the same screens as another script lists them; these are as the policy will see
them when it acts.
"""

from __future__ import annotations

from courtside_refine.actors.actor_actions import ActorAction, ChosenAction, Click, Stop, Type
from courtside_refine.actors.page_view import PageView

from .example import Example, ScoredAction
from .policy_inputs import PolicyInputs


class ActorExamples:
    """The examples of one attempt; `add` is an `on_action` of `actors.attempting.attempt`."""

    def __init__(self, task: str) -> None:
        self._inputs = PolicyInputs(task)
        self._has_failed = False
        self.examples: list[Example] = []

    def add(self, view: PageView, decision: ChosenAction, problem: str) -> None:
        """One action. What could not be done, or no policy can do, is only part of the way."""
        shown = self._inputs.see(view, self._has_failed)
        self._has_failed = bool(problem)
        choice = choice_of(decision.action, view)
        if choice is None:
            self._inputs.add_other(decision.action, view)
            return
        if not problem and (choice.element is None or shown.has(choice.element)):
            self.examples.append(shown.example(choice))
        row = view.row(choice.element) if choice.element is not None else None
        if row is not None:
            self._inputs.add(choice, row.element, view)


def choice_of(action: ActorAction, view: PageView) -> ScoredAction | None:
    """The choice of a policy that does this action; None where no policy can do it."""
    match action:
        case Click(id=number):
            return ScoredAction(kind="click", element=number)
        case Type(id=number, text=text):
            row = view.row(number)
            chooses = row is not None and bool(row.options)
            return ScoredAction(kind="select" if chooses else "type", element=number, text=text)
        case Stop():
            return ScoredAction(kind="stop")
        case _:
            return None
