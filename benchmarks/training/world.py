"""What a place to train in offers: tasks by seed, a plan from where one stands, an oracle.

Knows no judge, and no agent: an agent follows a plan, or spoils it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from courtside.demo.solvers import Move


class World(Protocol):
    """MiniWoB++, or one real app."""

    name: str
    idle: str
    """Selector of something that is always there and does nothing when it is clicked."""
    viewport: dict[str, int]

    def kinds(self) -> Sequence[str]:
        """The kinds of task. What is left out of training is left out by whole kinds."""

    async def begin(self, page: Any, kind: str, seed: int) -> str:
        """Resets everything, shows the first page, returns the task. The same for the same seed."""

    async def plan(self, page: Any, kind: str, task: str, seed: int) -> list[Move]:
        """What is left to do *from the page's present state*; nothing where the goal is reached.

        It may know the answer. A move that could be nearly right carries its wrong twin. Its
        length is the distance to the goal. Raises ValueError where no way leads there any more.
        """

    async def verdict(self, page: Any, kind: str, seed: int) -> tuple[bool, bool]:
        """The oracle: (success, whether the episode is over and nothing more can change it)."""
