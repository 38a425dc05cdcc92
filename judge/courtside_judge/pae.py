"""Judges only how a run ended: the agent's answer against its last three screenshots.

After PAE's outcome evaluator (Zhou et al. 2024): three conditions, success or not. A run without an
answer is no success, and no model is asked.
"""

from __future__ import annotations

from msgspec.structs import replace

from courtside_store.records import RunVerdict, Step, now_ms

from .protocol import Case, Ending, Frames
from .talking import Level
from .tools import Tools
from .vlm import VlmSitting


class PaeJudge:
    """Makes sittings."""

    name = "pae"
    outcomes_only = True

    def __init__(self, tools: Tools) -> None:
        self._tools = tools

    def sit(self, case: Case, frames: Frames) -> PaeSitting:
        """Begin with a run."""
        return PaeSitting(self.name, case, frames, self._tools, "3")


class PaeSitting(VlmSitting):
    """One run."""

    end_level: Level = "outcome"

    def step(self, step: Step) -> None:
        """Of a step it says nothing."""
        self.follow(step)

    def finish(self, ending: Ending) -> RunVerdict:
        """Success or failure."""
        if self._case.task and not ending.answer.strip():
            return RunVerdict(
                run=self._case.run,
                label="failure",
                explanation="the agent gave no answer",
                judge=replace(self.stamp(), settings={"frames": "3", "asked": False}),
                at_ms=now_ms(),
            )
        return super().finish(ending)
