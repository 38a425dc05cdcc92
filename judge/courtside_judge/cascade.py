"""Evidence first; a model only where evidence is unsure. The live judge once models are chosen."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from courtside_store.records import RunVerdict, Step, StepVerdict, Verdict

from .evidence import EvidenceJudge
from .protocol import Case, Ending, Frames, Judge
from .reasoner import ReasonerSitting
from .tools import Tools

V = TypeVar("V", StepVerdict, RunVerdict)
SURE_STEP = 0.8
SURE_RUN = 0.8
"""Evidence stands where it is at least so sure, either way; docs/models.md says what that gives."""


class CascadeJudge:
    """Makes sittings of both judges; the model is opened at the first doubt."""

    name = "cascade"

    def __init__(self, tools: Tools, evidence: Judge | None = None) -> None:
        self._tools = tools
        self._evidence = evidence or EvidenceJudge()

    def sit(self, case: Case, frames: Frames) -> CascadeSitting:
        """Begin with a run."""
        return CascadeSitting(case, frames, self._evidence, self._tools)


class CascadeSitting:
    """One run."""

    def __init__(self, case: Case, frames: Frames, evidence: Judge, tools: Tools) -> None:
        self._case = case
        self._evidence = evidence.sit(case, frames)
        self._model = ReasonerSitting("cascade", case, frames, tools)

    def recall(self, step: Step) -> None:
        """Both follow."""
        self._evidence.recall(step)
        self._model.recall(step)

    def step(self, step: Step) -> StepVerdict:
        """The evidence's word where it is sure, else the model's, with the evidence beside it."""
        seen = self._evidence.step(step)
        if not self._case.task or (seen.label != "not-sure" and _is_sure(seen, SURE_STEP)):
            self._model.recall(step)
            return _stamped(seen)
        said = self._model.step(step)
        return replace(said, evidence=seen.evidence, flags=seen.flags)

    def explain(self, step: int) -> StepVerdict | None:
        """The model's reasons; None where evidence spoke, which gives its reasons at once."""
        return self._model.explain(step)

    def finish(self, ending: Ending) -> RunVerdict:
        """Likewise."""
        seen = self._evidence.finish(ending)
        if not self._case.task or _is_sure(seen, SURE_RUN):
            return _stamped(seen)
        said = self._model.finish(ending)
        flags = tuple(dict.fromkeys((*seen.flags, *said.flags)))
        return replace(said, evidence=seen.evidence, flags=flags)


def _is_sure(seen: Verdict, sure: float) -> bool:
    return seen.score is not None and not 1 - sure < seen.score < sure


def _stamped(seen: V) -> V:
    stamp = replace(seen.judge, name="cascade", settings={"asked": "evidence"})
    return replace(seen, judge=stamp)
