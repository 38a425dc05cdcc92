"""What a place to train in offers: tasks by seed, a plan from where one stands, an oracle.

Knows no judge, and no agent: an agent follows a plan, or spoils it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from courtside.demo.moves import Move


@dataclass(frozen=True)
class Answer:
    """What an agent has to say at the end of a task that asks something."""

    right: str
    near_miss: str
    """Nearly that: another row's value, a number one off."""
    shown: bool = True
    """Whether it stands on the page where the plan ends; not where it says that there is none."""


@dataclass(frozen=True)
class WorldVerdict:
    """What an oracle says of an episode."""

    success: bool
    is_over: bool = False
    """Nothing more can change it."""


@dataclass(frozen=True)
class Outcome:
    """What an oracle says, in its parts."""

    reached: bool
    """Whether what was asked is there."""
    amiss: tuple[str, ...] = ()
    """Places that should be otherwise, where the world looks at that apart."""
    message: str = ""
    """The oracle's own words, where it has some."""

    @property
    def success(self) -> bool:
        return self.reached and not self.amiss


@dataclass(frozen=True, init=False)
class Part:
    """One of the things that a task asks for: possible alone, from any page of the app."""

    moves: tuple[Move, ...]
    other: tuple[Move, ...]
    """Another way to the same end, where there is one."""
    undo: tuple[Move, ...]
    """What takes it back from the page where the part ends."""
    wrong_object: tuple[Move, ...]
    """The same done to another object, where that takes steps of its own."""
    wrong_operation: tuple[Move, ...]
    """Something else done to the object, by its own steps."""

    def __init__(
        self,
        *moves: Move,
        other: tuple[Move, ...] = (),
        undo: tuple[Move, ...] = (),
        wrong_object: tuple[Move, ...] = (),
        wrong_operation: tuple[Move, ...] = (),
    ) -> None:
        object.__setattr__(self, "moves", moves)
        object.__setattr__(self, "other", other)
        object.__setattr__(self, "undo", undo)
        object.__setattr__(self, "wrong_object", wrong_object)
        object.__setattr__(self, "wrong_operation", wrong_operation)


class World(Protocol):
    """MiniWoB++, or one real app."""

    name: str
    idle: str
    """Selector of something that is always there and does nothing when it is clicked."""
    viewport: dict[str, int]
    unsolved: tuple[str, ...] = ()
    """Kinds without a plan: agents that need none may try them, and fail."""
    sealed: bool = False
    """Kept for measuring: nobody looks at its runs, no judge learns from them."""

    def kinds(self) -> Sequence[str]:
        """The kinds of task. What is left out of training is left out by whole kinds."""

    async def begin(self, page: Any, kind: str, seed: int) -> str:
        """Resets everything, shows the first page, returns the task. The same for the same seed."""

    async def plan(self, page: Any, kind: str, task: str, seed: int) -> list[Move]:
        """What is left to do *from the page's present state*; nothing where the goal is reached.

        It may know the answer. A move that could be nearly right carries a wrong variant. Its
        length is the distance to the goal. Raises ValueError where no way leads there any more.
        """

    async def parts(self, page: Any, kind: str, task: str, seed: int) -> Sequence[Part]:
        """The plan in the parts that the task asks for."""
        return (Part(*await self.plan(page, kind, task, seed)),)

    def beside(self, kind: str, seed: int) -> Part | None:
        """Something that another task asks for, possible in the same place; None: nothing."""
        return None

    async def distances(
        self, page: Any, kind: str, seed: int, moves: Sequence[Move]
    ) -> list[int | None] | None:
        """What `replay.distances` finds, in a quicker way. None: there is none."""
        return None

    async def verdict(self, page: Any, kind: str, seed: int) -> WorldVerdict:
        """What the oracle says of the present state."""

    async def outcome(self, page: Any, kind: str, seed: int) -> Outcome:
        """The oracle in its parts, of the present state."""
        return Outcome((await self.verdict(page, kind, seed)).success)

    def answer(self, kind: str, seed: int) -> Answer | None:
        """What has to be said, where the task asks something: None for all other tasks.

        The oracle does not hear the agent. Such a task is a success where `verdict` says so (the
        agent has changed nothing) and the agent's answer is `right`.
        """
        return None

    async def settle(self, page: Any) -> None:
        """Waits until what the last move set off has ended. To be called after each move."""
        return
