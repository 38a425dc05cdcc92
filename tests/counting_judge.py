"""Judges of somebody else's package, for tests. Each verdict says how many steps it has seen."""

from __future__ import annotations

import os
import time
from itertools import count
from pathlib import Path

from courtside_judge.backends.protocol import Unparsed
from courtside_judge.context import JudgeContext
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.evidence.session import EvidenceSession
from courtside_judge.protocol import Case, Ending, ReadFrame
from courtside_store.records import JudgeStamp, RunVerdict, Step, StepVerdict, now_ms

NAME = "counting"
GARBAGE = "As an AI language model I cannot"


_asked = count()


def hold() -> None:
    """A process that was asked COUNTING_HOLD times goes on once the file COUNTING_GATE exists."""
    if next(_asked) >= float(os.environ.get("COUNTING_HOLD", "inf")):
        while not Path(os.environ["COUNTING_GATE"]).exists():
            time.sleep(0.02)


class CountingJudge:
    """Told by the environment: its version, what it fails on, when it is held."""

    name = NAME
    outcomes_only = "COUNTING_OUTCOMES_ONLY" in os.environ

    def __init__(self, context: JudgeContext) -> None:
        self._models = context.models

    def stamp(self) -> JudgeStamp:
        if os.environ.get("COUNTING_FAILS") == "stamp":
            raise LookupError("its licence is gone")
        version = os.environ.get("COUNTING_VERSION", "1")
        reasoner = self._models.chosen.reasoner
        return JudgeStamp(name=NAME, version=version, model=reasoner.name if reasoner else "")

    def start(self, case: Case, frames: ReadFrame) -> CountingSession:
        return CountingSession(case, self.stamp())


class CountingSession:
    def __init__(self, case: Case, stamp: JudgeStamp) -> None:
        self._case = case
        self._seen = 0
        self._stamp = stamp

    def recall(self, step: Step) -> None:
        self._seen += 1

    def step(self, step: Step) -> StepVerdict | None:
        self._seen += 1
        if "COUNTING_OUTCOMES_ONLY" in os.environ:
            return None
        hold()
        fails = os.environ.get("COUNTING_FAILS")
        if fails in (f"{step.index}", "all"):
            raise RuntimeError("the model is down")
        if fails == "garbage":
            raise Unparsed(f"the answer is {GARBAGE!r}; expected one of ['yes', 'no']")
        if fails == f"crash {step.index}":
            os._exit(9)
        return StepVerdict(
            run=step.run,
            step=step.index,
            explanation="reasons come when asked for",
            judge=self._stamp,
            at_ms=now_ms(),
        )

    def explain(self, step: int) -> StepVerdict | None:
        return StepVerdict(
            run=self._case.run,
            step=step,
            explanation=f"seen {self._seen}",
            judge=self._stamp,
            at_ms=now_ms(),
        )

    def finish(self, ending: Ending) -> RunVerdict:
        if os.environ.get("COUNTING_FAILS") == "all":
            raise RuntimeError("the model is down")
        if os.environ.get("COUNTING_FAILS") == "garbage":
            raise Unparsed("the answer is empty")
        return RunVerdict(
            run=self._case.run,
            label="success",
            score=0.7,
            explanation=f"seen {self._seen}",
            judge=self._stamp,
            at_ms=now_ms(),
        )


class SlowEvidence(EvidenceJudge):
    """The evidence judge, slowed down so that there is a middle to kill it in."""

    def __init__(self, context: JudgeContext) -> None:
        super().__init__()

    def start(self, case: Case, frames: ReadFrame) -> EvidenceSession:
        hold()
        return super().start(case, frames)


def install(folder: Path) -> dict[str, str]:
    """An installed package that offers it; the environment in which it is found."""
    info = folder / "counting_judge-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: counting-judge\nVersion: 1\n")
    (info / "entry_points.txt").write_text(
        f"[courtside.judges]\n{NAME} = counting_judge:CountingJudge\n"
        "slow-evidence = counting_judge:SlowEvidence\n"
    )
    paths = [str(folder), str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]
    return {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
