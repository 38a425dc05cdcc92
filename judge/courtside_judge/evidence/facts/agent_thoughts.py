"""What the agent thought in a run. Knows no screen and no action."""

from __future__ import annotations

import re

from courtside_store.records import Step

_KEPT = 3
_KEPT_WORDS = 5000


class AgentThoughts:
    """What the agent thought in one run."""

    def __init__(self) -> None:
        self.newest: list[str] = []
        """Those that count as the end of a run."""
        self.words: set[str] = set()
        """Words of the agent's own account, where there is no screen to go by."""

    def follow(self, step: Step, *, sighted: bool) -> None:
        """The next step, and whether any screen was seen so far."""
        self.newest = [*self.newest, step.thought][-_KEPT:]
        if not sighted and len(self.words) < _KEPT_WORDS:
            self.words.update(re.findall(r"\w+", step.thought.lower()))
