"""The explorer: chooses among what is there by likeness with the task, with some chance.

It knows no solution, no oracle and no application, and asks no model. Without a lesson a second
attempt differs by its seed alone.
"""

from __future__ import annotations

import math
from random import Random

from courtside_refine.actors.actor import ActorTask
from courtside_refine.actors.actor_actions import (
    ActorAction,
    ChosenAction,
    Click,
    Press,
    Stop,
    Type,
)
from courtside_refine.actors.page_view import PageView, name_of

from .hints import read_hints
from .history import History
from .page_answers import asks, read_answer
from .scoring import Scorer
from .screen_prospects import is_end, worth_of_stopping

TEMPERATURE = 0.5
"""How much chance there is in a choice; scores differ by one or two."""
MIN_PROMISING_SCORE = 0.9
"""What scores less is tried only to see where it leads."""
MAX_RIVALS = 6
"""The choice is left to chance among at most so many actions."""
MAX_SCORE_GAP = 1.5
"""An action that scores so much less than the best is not left to chance."""
MAX_LOOKING = 5
"""One attempt tries so many actions only to see where they lead."""


class Explorer:
    """Starts attempts."""

    name = "explorer"
    sees = False

    def __init__(self, temperature: float = TEMPERATURE) -> None:
        self._temperature = temperature

    def start(self, task: ActorTask) -> ExplorerSession:
        """Starts one attempt."""
        return ExplorerSession(task, self._temperature)


class ExplorerSession:
    """The explorer on one attempt."""

    def __init__(self, task: ActorTask, temperature: float) -> None:
        self._task = task
        self._temperature = temperature
        self._draw = Random(f"{task.seed} {task.text}")
        self._hints = read_hints(task.lessons)
        self._history = History()
        self._scorer = Scorer(task.text, self._hints, self._history)
        self._looking = 0

    async def decide(self, view: PageView, previous: str) -> ChosenAction:
        """The best action, with some chance; the end where nothing promises more."""
        if previous:
            self._history.fail()
        self._history.see(view)
        best, action = self._best(view)
        if self._ends(best, view):
            return self._stop(view)
        self._looking += best < MIN_PROMISING_SCORE
        self._history.add(action, view, is_end(action, view))
        return ChosenAction(action=action, thought=_thought(action, view))

    def _best(self, view: PageView) -> tuple[float, ActorAction]:
        """The best score, and one of the actions that come near it."""
        ranked = sorted(self._scorer.scores(view), key=lambda one: -one[0])[:MAX_RIVALS]
        if not ranked:
            return -math.inf, Stop()
        near = [one for one in ranked if one[0] > ranked[0][0] - MAX_SCORE_GAP]
        _, action = max(near, key=lambda one: one[0] + self._chance())
        return ranked[0][0], action

    def _chance(self) -> float:
        """Gumbel noise: the best of the sums is drawn as by softmax at this temperature."""
        return -self._temperature * math.log(-math.log(self._draw.uniform(1e-9, 1 - 1e-9)))

    def _ends(self, best: float, view: PageView) -> bool:
        """Whether to stop rather than do what scores best."""
        history, hints = self._history, self._hints
        if best < MIN_PROMISING_SCORE and self._looking >= MAX_LOOKING:
            return True
        worth = worth_of_stopping(self._scorer, history, hints, view)
        return history.changes > 0 and best + self._chance() < worth

    def _stop(self, view: PageView) -> ChosenAction:
        if not (asks(self._task.text) or self._hints.answer):
            return ChosenAction(action=Stop(answer="Done."), thought="Nothing is left to do.")
        answer = read_answer(self._task.text, view, self._draw, self._temperature)
        return ChosenAction(action=Stop(answer=answer or "N/A"), thought="I read the answer.")


def _thought(action: ActorAction, view: PageView) -> str:
    match action:
        case Click(id=number):
            return f"{name_of(view.row(number))[:60]!r} sounds like the task."
        case Type(id=number, text=text):
            return f"{text[:60]!r} may belong into {name_of(view.row(number))[:60]!r}."
        case Press():
            return "Enter may end it."
        case _:
            return ""
