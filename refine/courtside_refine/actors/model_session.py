"""Asks a model for an attempt's next action, with less of a screen where all of it does not fit.

Knows no grammar and no screen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec.structs import replace

from courtside_judge.backends.protocol import Model, Sampling, TooLong, Turn, Unparsed
from courtside_judge.llm.prompting import unframed

from .actor import ActorTask
from .actor_actions import NoAction

T = TypeVar("T")
NONE = "none"
"""The last action of an actor that has done nothing yet, or gave an answer that is no action."""


class ModelSession:
    """One attempt of an actor that asks a model. To inherit from: make the prompts, and read what
    the model writes."""

    def __init__(self, model: Model, sampling: Sampling, task: ActorTask) -> None:
        self._model = model
        self._sampling = sampling
        self._task = task
        self._last = NONE
        """What was done last, as the actor's grammar writes it."""

    async def ask(self, prompts: Iterable[list[Turn]], seen: str, read: Callable[[str], T]) -> T:
        """What `read` makes of the model's reply to the first of the prompts that fits its context;
        they are made in a thread, each when it is needed. What a page writes in them cannot speak
        as the model's frame.

        Raises NoAction where none fits, which names what was `seen`, where the model writes no
        text, or what `read` refuses; and OSError where the model cannot be reached.
        """
        try:
            return read(await asyncio.to_thread(self._ask, prompts, seen))
        except NoAction:
            self._last = NONE  # what is said to be wrong is this answer, not the action before it
            raise

    def _ask(self, prompts: Iterable[list[Turn]], seen: str) -> str:
        problem: TooLong | None = None
        for turns in prompts:
            try:
                shown = [replace(turn, text=unframed(turn.text)) for turn in turns]
                return self._model.describe(shown, self._sampling).text
            except TooLong as error:
                problem = error
            except Unparsed as error:
                raise NoAction(f"the model wrote no text: {error}") from error
        raise NoAction(f"the {seen} does not fit the model's context: {problem}")
