"""One task as it was recorded and as an agent did it. Scores nothing."""

from __future__ import annotations

from collections.abc import Iterable

from courtside_store.records import Action, Record, Step


class ComparedPlan(Record, frozen=True, kw_only=True):
    """A line of a file of plans whose wanted actions are known."""

    name: str = ""
    wanted: tuple[Action, ...]
    """Of a person or an agent that succeeded: with the target's box, or a point."""
    given: tuple[Action, ...]
    """Of the agent that is measured."""


class KeptPlan(Record, frozen=True, kw_only=True):
    """A line of a file of plans."""

    name: str = ""
    wanted: tuple[Action, ...] | None = None
    """As of `ComparedPlan`; None until somebody says them."""
    given: tuple[Action, ...]
    """Of the agent that is measured."""

    def compared(self) -> ComparedPlan | None:
        """None where nobody said what was wanted."""
        if self.wanted is None:
            return None
        return ComparedPlan(name=self.name, wanted=self.wanted, given=self.given)


def actions_of(steps: Iterable[Step]) -> tuple[Action, ...]:
    """What was done in a recorded run, as the plan that another is compared with: an answer is none
    of it, since a plan is what mouse and keyboard did.
    """
    return tuple(one for step in steps for one in step.actions if one.kind != "answer")
