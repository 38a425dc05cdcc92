"""Evidence first; a model only where evidence is unsure. The live judge once models are chosen."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from courtside_judge.backends.chosen import asked_by_cascade
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.protocol import (
    Case,
    Ending,
    Explaining,
    Judge,
    JudgeSession,
    ReadFrame,
    missing,
)
from courtside_judge.stamps import composite_stamp
from courtside_store.records import (
    JudgeStamp,
    Probability,
    Record,
    RunVerdict,
    Step,
    StepVerdict,
    Verdict,
)
from courtside_store.thresholds import CascadeChoice

from .model_pool import ModelPool
from .reasoner import ReasonerJudge
from .story_judge import StoryJudge

V = TypeVar("V", StepVerdict, RunVerdict)


class Sure(Record, frozen=True, kw_only=True):
    """From these scores on, either way, evidence decides without a model."""

    step: Probability = 0.8
    run: Probability = 0.8
    """Where nothing was calibrated; `courtside agreement --calibrate` finds them."""


class CascadeJudge:
    """Begins with both judges; the model is opened where evidence is unsure first."""

    name = "cascade"

    def __init__(
        self,
        models: ModelPool,
        evidence: Judge | None = None,
        model: Judge | None = None,
        sure: Sure | None = None,
    ) -> None:
        """`model`: None for `asked_judge`. `sure`: None for what was calibrated for these two
        judges, else the default."""
        self._models = models
        self._evidence = evidence or EvidenceJudge()
        self._model = model or asked_judge(models)
        self.parts = composite_stamp(
            self.name, self._evidence.stamp(), self._model.stamp()
        ).identity
        """Identity of the two judges."""
        self.sure = sure or _calibrated(models.settings.cascade, self.parts)

    def stamp(self) -> JudgeStamp:
        """The stamp of both judges, of the models in use and of when which is asked."""
        return self._models.stamp(self.name, self.parts, self.sure.step, self.sure.run)

    def missing(self, ask_server: bool = False) -> str:
        """What the judge lacks that is asked where evidence is unsure."""
        return missing(self._model, ask_server)

    def start(self, case: Case, frames: ReadFrame) -> CascadeSession:
        """Starts a session for one run."""
        evidence, model = self._evidence.start(case, frames), self._model.start(case, frames)
        names = self._evidence.name, self._model.name
        return CascadeSession(case, evidence, model, self.stamp(), self.sure, names)


def asked_judge(models: ModelPool) -> Judge:
    """Who is asked where evidence is unsure."""
    name = asked_by_cascade(models.chosen)
    return ReasonerJudge(models) if name == "reasoner" else StoryJudge(models)


def _calibrated(chosen: CascadeChoice | None, parts: str) -> Sure:
    if chosen is None or chosen.of != parts:
        return Sure()
    return Sure(step=chosen.sure_step, run=chosen.sure_run)


class CascadeSession:
    """One run."""

    def __init__(
        self,
        case: Case,
        evidence: JudgeSession,
        model: JudgeSession,
        judge: JudgeStamp,
        sure: Sure,
        names: tuple[str, str],
    ) -> None:
        """`names`: of the two judges, the evidence judge's first."""
        self._names = names
        self._case = case
        self._judge = judge
        self._sure = sure
        self._evidence = evidence
        self._model = model
        self._by_evidence: dict[int, StepVerdict] = {}
        """Verdicts of evidence on steps that the model judged, until it has given its reasons."""

    def recall(self, step: Step) -> None:
        """Has both judges remember the step."""
        self._evidence.recall(step)
        self._model.recall(step)

    def step(self, step: Step) -> StepVerdict | None:
        """The verdict of evidence where it is sure, else the model's with the evidence added."""
        by_evidence = self._evidence.step(step)
        if by_evidence is None:
            return None
        is_sure = by_evidence.label != "not-sure" and _is_sure(by_evidence, self._sure.step)
        if is_sure or not self._case.has_task:
            self._model.recall(step)
            return self._signed(by_evidence, by_model=False)
        by_model = self._model.step(step)
        self._by_evidence[step.index] = by_evidence
        return by_model and self._with_evidence(by_model, by_evidence)

    def explain(self, step: int) -> StepVerdict | None:
        """The model's reasons; None where evidence decided, which gives its reasons at once."""
        by_evidence = self._by_evidence.pop(step, None)
        by_model = self._model.explain(step) if isinstance(self._model, Explaining) else None
        return by_model and by_evidence and self._with_evidence(by_model, by_evidence)

    def finish(self, ending: Ending) -> RunVerdict:
        """Likewise. Where evidence abstains the model is asked, however likely success is."""
        by_evidence = self._evidence.finish(ending)
        self._judge = replace(self._judge, learned=by_evidence.judge.learned)
        is_sure = by_evidence.label != "unknown" and _is_sure(by_evidence, self._sure.run)
        if is_sure or not self._case.has_task:
            # Which shares of false successes it keeps was measured for the evidence judge alone.
            own = replace(by_evidence, least_false_success=None)
            return self._signed(own, by_model=False)
        by_model = self._model.finish(ending)
        flags = tuple(dict.fromkeys((*by_evidence.flags, *by_model.flags)))
        return self._signed(
            replace(by_model, evidence=by_evidence.evidence, flags=flags), by_model=True
        )

    def _with_evidence(self, by_model: StepVerdict, by_evidence: StepVerdict) -> StepVerdict:
        evidence, flags = by_evidence.evidence, by_evidence.flags
        return self._signed(replace(by_model, evidence=evidence, flags=flags), by_model=True)

    def _signed(self, verdict: V, *, by_model: bool) -> V:
        """With the cascade's identity, and the name of the one of the two that was asked."""
        stamp = verdict.judge
        settings = {**(stamp.settings or {}), "asked": self._names[by_model]}
        own = self._judge
        signed = replace(
            stamp, name=own.name, identity=own.identity, learned=own.learned, settings=settings
        )
        return replace(verdict, judge=signed)


def _is_sure(verdict: Verdict, sure: float) -> bool:
    return verdict.score is not None and not 1 - sure < verdict.score < sure
