"""The judge `rubric`: by a model where one is in use, else by what the evidence judge finds."""

from __future__ import annotations

from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.llm.model_pool import ModelPool
from courtside_judge.llm.prompting import wording
from courtside_judge.protocol import Case, Judge, JudgeSession, ReadFrame
from courtside_judge.stamps import composite_stamp
from courtside_store.records import JudgeStamp

from .by_evidence import EvidenceRubricSession
from .session import PART, RubricSession

VERSION = 1
"""The version of the rules that turn requirements into a label."""


class RubricJudge:
    """Starts a session for each run."""

    outcomes_only = True

    def __init__(
        self, models: ModelPool | None, name: str = "rubric", evidence: Judge | None = None
    ) -> None:
        """Without models, or where none is in use to reason, it reads findings."""
        self.name = name
        self._models = models if models and models.chosen.reasoner else None
        self._evidence = evidence or EvidenceJudge()

    def stamp(self) -> JudgeStamp:
        """The stamp of the models in use, or of the evidence judge."""
        if self._models is None:
            return composite_stamp(self.name, VERSION, self._evidence.stamp())
        return self._models.stamp(self.name, VERSION, wording("web", PART).version)

    def missing(self, ask_server: bool = False) -> str:
        """Nothing where it reads findings; else what the model in use lacks."""
        return self._models.missing_reasoner(ask_server) if self._models else ""

    def start(self, case: Case, frames: ReadFrame) -> JudgeSession:
        """Starts a session for one run."""
        if self._models is None:
            evidence = self._evidence.start(case, frames)
            return EvidenceRubricSession(case.task, evidence, self.stamp())
        return RubricSession(self.stamp(), case, frames, self._models)
