"""What an actor is. Knows no browser and no model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from courtside_store.records import Record, Reflection

from .actor_actions import ChosenAction
from .page_view import PageView


class ActorTask(Record, frozen=True, kw_only=True):
    """What an actor gets before it begins."""

    text: str
    lessons: tuple[Reflection, ...] = ()
    """Of earlier attempts at the same task, the oldest first."""
    seed: int = 0
    """Of what is drawn: the same seed tries the same."""


class ActorSession(Protocol):
    """One actor on one attempt."""

    async def decide(self, view: PageView, previous: str) -> ChosenAction:
        """The next action on the page as it is now. `previous` says what became of the one before.

        Raises NoAction where it has none to give.
        """


class Actor(Protocol):
    """Decides what to do next. It sees the task, the page and the lessons, and nothing else."""

    name: str
    sees: bool
    """Whether it wants a screenshot with each look."""

    def start(self, task: ActorTask) -> ActorSession:
        """Begins one attempt."""


def lessons_text(lessons: Sequence[Reflection]) -> str:
    """All lessons for a prompt, the oldest first."""
    return "\n\n".join(lesson.text for lesson in lessons)
