"""Judges only how a run ended: the agent's answer against its last three screenshots.

After PAE's outcome evaluator (Zhou et al. 2024): three conditions, success or not. Without an
answer no model is asked: an agent that finished has failed, of one that was cut off it is unknown.
"""

from __future__ import annotations

from msgspec.structs import replace

from courtside_judge.protocol import Case, Ending, ReadFrame
from courtside_store.records import JudgeStamp, RunVerdict, Step, now_ms
from courtside_store.rendering import ENDINGS

from .base import Level
from .model_pool import ModelPool
from .vlm import VlmSession


class PaeJudge:
    """Starts a session for each run."""

    name = "pae"
    outcomes_only = True

    def __init__(self, models: ModelPool) -> None:
        self._models = models

    def stamp(self) -> JudgeStamp:
        """The stamp of the models in use."""
        return self._models.stamp(self.name)

    def missing(self, ask_server: bool = False) -> str:
        """A model that sees images. Its server is not asked: a run without an answer needs none."""
        return self._models.missing_vision()

    def start(self, case: Case, frames: ReadFrame) -> PaeSession:
        """Starts a session for one run."""
        return PaeSession(self.stamp(), case, frames, self._models, "3")


class PaeSession(VlmSession):
    """One run."""

    end_level: Level = "outcome"

    def step(self, step: Step) -> None:
        """Gives no verdict on a step."""
        self.follow(step)

    def finish(self, ending: Ending) -> RunVerdict:
        """Success or failure; unknown where the agent was cut off."""
        if self._case.has_task and not ending.answer.strip():
            return self._unanswered(ending)
        return super().finish(ending)

    def _unanswered(self, ending: Ending) -> RunVerdict:
        finished = ending.ended_by == "finish"
        cut_off = f"{ENDINGS[ending.ended_by]}, and the agent gave no answer"
        return RunVerdict(
            run=self._case.run,
            label="failure" if finished else "unknown",
            explanation="the agent gave no answer" if finished else cut_off,
            judge=replace(self.stamp(), settings={"frames": "3", "asked": False}),
            at_ms=now_ms(),
        )
