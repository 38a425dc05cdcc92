"""Evidence first; a model only where evidence is unsure. The live judge once models are chosen."""

from __future__ import annotations

from typing import Literal, TypeVar

from msgspec.structs import replace

from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.protocol import Case, Ending, Frames, Judge
from courtside_store.records import JudgeStamp, RunVerdict, Step, StepVerdict, Verdict

from .model_pool import ModelPool
from .reasoner import ReasonerSession

V = TypeVar("V", StepVerdict, RunVerdict)
SURE_STEP = 0.8
SURE_RUN = 0.8
"""From these scores on, either way, evidence decides without a model."""


class CascadeJudge:
    """Begins with both judges; the model is opened where evidence is unsure first."""

    name = "cascade"

    def __init__(self, models: ModelPool, evidence: Judge | None = None) -> None:
        self._models = models
        self._evidence = evidence or EvidenceJudge()

    def stamp(self) -> JudgeStamp:
        """Of the evidence and of the models in use."""
        return self._models.stamp(self.name, self._evidence.stamp(), SURE_STEP, SURE_RUN)

    def start(self, case: Case, frames: Frames) -> CascadeSession:
        """Starts a session for one run."""
        return CascadeSession(case, frames, self._evidence, self._models, self.stamp())


class CascadeSession:
    """One run."""

    def __init__(
        self, case: Case, frames: Frames, evidence: Judge, models: ModelPool, judge: JudgeStamp
    ) -> None:
        self._case = case
        self._judge = judge
        self._evidence = evidence.start(case, frames)
        self._model = ReasonerSession(judge, case, frames, models)
        self._by_evidence: dict[int, StepVerdict] = {}
        """Verdicts of evidence on steps that the model judged, until it has given its reasons."""

    def recall(self, step: Step) -> None:
        """Both follow."""
        self._evidence.recall(step)
        self._model.recall(step)

    def step(self, step: Step) -> StepVerdict | None:
        """The verdict of evidence where it is sure, else the model's with the evidence added."""
        by_evidence = self._evidence.step(step)
        if by_evidence is None:
            return None
        is_sure = by_evidence.label != "not-sure" and _is_sure(by_evidence, SURE_STEP)
        if is_sure or not self._case.task:
            self._model.recall(step)
            return self._signed(by_evidence, "evidence")
        by_model = self._model.step(step)
        self._by_evidence[step.index] = by_evidence
        return by_model and self._with_evidence(by_model, by_evidence)

    def explain(self, step: int) -> StepVerdict | None:
        """The model's reasons; None where evidence decided, which gives its reasons at once."""
        by_evidence, by_model = self._by_evidence.pop(step, None), self._model.explain(step)
        return by_model and by_evidence and self._with_evidence(by_model, by_evidence)

    def finish(self, ending: Ending) -> RunVerdict:
        """Likewise."""
        by_evidence = self._evidence.finish(ending)
        if not self._case.task or _is_sure(by_evidence, SURE_RUN):
            return self._signed(by_evidence, "evidence")
        by_model = self._model.finish(ending)
        flags = tuple(dict.fromkeys((*by_evidence.flags, *by_model.flags)))
        return self._signed(replace(by_model, evidence=by_evidence.evidence, flags=flags), "model")

    def _with_evidence(self, by_model: StepVerdict, by_evidence: StepVerdict) -> StepVerdict:
        evidence, flags = by_evidence.evidence, by_evidence.flags
        return self._signed(replace(by_model, evidence=evidence, flags=flags), "model")

    def _signed(self, verdict: V, asked: Literal["evidence", "model"]) -> V:
        """With the cascade's identity, and which of the two was asked."""
        stamp = verdict.judge
        settings = {**(stamp.settings or {}), "asked": asked}
        signed = replace(
            stamp, name=self._judge.name, identity=self._judge.identity, settings=settings
        )
        return replace(verdict, judge=signed)


def _is_sure(verdict: Verdict, sure: float) -> bool:
    return verdict.score is not None and not 1 - sure < verdict.score < sure
