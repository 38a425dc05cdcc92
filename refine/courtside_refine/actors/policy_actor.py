"""The policy actor: acts as a small trained policy chooses. Needs the extra `training`."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from courtside_refine.policy_training.example import ScoredAction
from courtside_refine.policy_training.policy_inputs import PolicyInput, PolicyInputs, action_of

from .actor import ActorTask
from .actor_actions import ChosenAction, Stop
from .page_view import PageView

if TYPE_CHECKING:
    from courtside_refine.policy_training.policy import Policy

RIVALS = 6
"""The choice is left to chance among so many actions: beyond is the long tail of a page."""


class PolicyActor:
    """Starts attempts of one policy."""

    name = "policy"
    sees = False

    def __init__(
        self, policy: Policy, temperature: float = 0.0, stops: Policy | None = None
    ) -> None:
        """`temperature`: 0 does what is likeliest; 1 draws as likely as the policy says. `stops`:
        decides when to stop, in place of the policy, which then only says what is done till
        then."""
        self._policy = policy
        self._temperature = temperature
        self._stops = stops

    def start(self, task: ActorTask) -> PolicySession:
        """One attempt. Lessons are not read: what it knows is in its weights."""
        return PolicySession(self._policy, self._temperature, task, self._stops)


class PolicySession:
    """The policy actor on one attempt."""

    def __init__(
        self, policy: Policy, temperature: float, task: ActorTask, stops: Policy | None = None
    ) -> None:
        self._policy = policy
        self._stops = stops
        self._temperature = temperature
        self._draw = Random(f"{task.seed} {task.text}")
        self._inputs = PolicyInputs(task.text)

    async def decide(self, view: PageView, previous: str) -> ChosenAction:
        """The likeliest choice, or a drawn one."""
        shown = self._inputs.see(view, failed=bool(previous))
        choice = self._choice(shown)
        if choice.element is None:
            return ChosenAction(action=Stop(answer="Done."), thought=_thought(choice, ""))
        element = next(one for one in shown.elements if one.id == choice.element)
        self._inputs.add(choice, element, view)
        return ChosenAction(action=action_of(choice), thought=_thought(choice, element.text))

    def _choice(self, shown: PolicyInput) -> ScoredAction:
        choice = self._one_of(_choices(self._stops or self._policy, shown))
        if self._stops is None or choice.kind == "stop":
            return choice
        own = [one for one in _choices(self._policy, shown) if one.kind != "stop"]
        return self._one_of(own) if own else choice

    def _one_of(self, choices: Sequence[ScoredAction]) -> ScoredAction:
        if self._temperature <= 0:
            return choices[0]
        rivals = choices[:RIVALS]
        most = rivals[0].probability or 1.0  # beside it no power is too small for a number
        weights = [(one.probability / most) ** (1 / self._temperature) for one in rivals]
        return self._draw.choices(rivals, weights)[0]


def _choices(policy: Policy, shown: PolicyInput) -> Sequence[ScoredAction]:
    return policy.choose(shown.task, shown.elements, shown.history, shown.outlook)


def _thought(choice: ScoredAction, name: str) -> str:
    where = f" {name[:60]!r}" if name else ""
    return f"{choice.kind}{where}: {choice.probability:.0%} sure."
