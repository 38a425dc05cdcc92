"""Evidence first; a model only where evidence is unsure. The live judge once models are chosen."""

from __future__ import annotations

from typing import Literal, TypeVar

from msgspec.structs import replace

from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.protocol import Case, Ending, Frames, Judge
from courtside_store.records import JudgeStamp, RunVerdict, Step, StepVerdict, Verdict

from .model_pool import ModelPool
from .reasoner import ReasonerSitting

V = TypeVar("V", StepVerdict, RunVerdict)
SURE_STEP = 0.8
SURE_RUN = 0.8
"""From these scores on, either way, evidence decides without a model."""


class CascadeJudge:
    """Makes sittings of both judges; the model is opened at the first doubt."""

    name = "cascade"

    def __init__(self, models: ModelPool, evidence: Judge | None = None) -> None:
        self._models = models
        self._evidence = evidence or EvidenceJudge()

    def stamp(self) -> JudgeStamp:
        """Of the evidence and of the models in use."""
        return self._models.stamp(self.name, self._evidence.stamp(), SURE_STEP, SURE_RUN)

    def sit(self, case: Case, frames: Frames) -> CascadeSitting:
        """Begin with a run."""
        return CascadeSitting(case, frames, self._evidence, self._models, self.stamp())


class CascadeSitting:
    """One run."""

    def __init__(
        self, case: Case, frames: Frames, evidence: Judge, models: ModelPool, judge: JudgeStamp
    ) -> None:
        self._case = case
        self._judge = judge
        self._evidence = evidence.sit(case, frames)
        self._model = ReasonerSitting(judge, case, frames, models)
        self._seen: dict[int, StepVerdict] = {}
        """What evidence says of steps that the model judged, until it has given its reasons."""

    def recall(self, step: Step) -> None:
        """Both follow."""
        self._evidence.recall(step)
        self._model.recall(step)

    def step(self, step: Step) -> StepVerdict | None:
        """The evidence's word where it is sure, else the model's, with the evidence beside it."""
        seen = self._evidence.step(step)
        if seen is None:
            return None
        if not self._case.task or (seen.label != "not-sure" and _is_sure(seen, SURE_STEP)):
            self._model.recall(step)
            return self._signed(seen, "evidence")
        said = self._model.step(step)
        self._seen[step.index] = seen
        return said and self._beside(said, seen)

    def explain(self, step: int) -> StepVerdict | None:
        """The model's reasons; None where evidence spoke, which gives its reasons at once."""
        seen, said = self._seen.pop(step, None), self._model.explain(step)
        return said and seen and self._beside(said, seen)

    def finish(self, ending: Ending) -> RunVerdict:
        """Likewise."""
        seen = self._evidence.finish(ending)
        if not self._case.task or _is_sure(seen, SURE_RUN):
            return self._signed(seen, "evidence")
        said = self._model.finish(ending)
        flags = tuple(dict.fromkeys((*seen.flags, *said.flags)))
        return self._signed(replace(said, evidence=seen.evidence, flags=flags), "model")

    def _beside(self, said: StepVerdict, seen: StepVerdict) -> StepVerdict:
        return self._signed(replace(said, evidence=seen.evidence, flags=seen.flags), "model")

    def _signed(self, said: V, asked: Literal["evidence", "model"]) -> V:
        """With the cascade's identity, and which of the two was asked."""
        stamp = said.judge
        settings = {**(stamp.settings or {}), "asked": asked}
        signed = replace(
            stamp, name=self._judge.name, identity=self._judge.identity, settings=settings
        )
        return replace(said, judge=signed)


def _is_sure(seen: Verdict, sure: float) -> bool:
    return seen.score is not None and not 1 - sure < seen.score < sure
