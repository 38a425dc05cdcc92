"""Several judges, one verdict: the label that all give, or none.

After CUARewardBench's ensemble: a verdict only where all agree buys precision with coverage.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from courtside_judge.protocol import (
    Case,
    Ending,
    Judge,
    JudgeSession,
    ReadFrame,
    missing,
    outcomes_only,
)
from courtside_judge.stamps import composite_stamp
from courtside_store.records import (
    JudgeStamp,
    RunVerdict,
    Step,
    StepVerdict,
    Verdict,
    VerdictStatus,
    now_ms,
)


class PanelJudge:
    """Asks all its members about each run."""

    def __init__(self, members: Sequence[Judge], name: str = "panel") -> None:
        """Raises ValueError on fewer than two members."""
        if len(members) < 2:
            raise ValueError(f"a panel has two members or more, not {len(members)}")
        self.name = name
        self._members = members
        self.outcomes_only = all(map(outcomes_only, members))

    def stamp(self) -> JudgeStamp:
        """Of all its members: a newer version of one is another panel."""
        return composite_stamp(self.name, [member.stamp() for member in self._members])

    def missing(self, ask_server: bool = False) -> str:
        """What its members lack, the first that lacks anything."""
        return next(filter(None, (missing(one, ask_server) for one in self._members)), "")

    def start(self, case: Case, frames: ReadFrame) -> PanelSession:
        """Starts a session for one run."""
        sessions = [member.start(case, frames) for member in self._members]
        names = "+".join(member.name for member in self._members)
        return PanelSession(case, sessions, replace(self.stamp(), settings={"members": names}))


class PanelSession:
    """One run."""

    def __init__(self, case: Case, sessions: Sequence[JudgeSession], stamp: JudgeStamp) -> None:
        self._case = case
        self._sessions = sessions
        self._stamp = stamp

    def recall(self, step: Step) -> None:
        """Every member follows."""
        for session in self._sessions:
            session.recall(step)

    def step(self, step: Step) -> StepVerdict | None:
        """The label that all give, else not-sure; None where all judge outcomes only."""
        verdicts = [verdict for session in self._sessions if (verdict := session.step(step))]
        if not verdicts:
            return None
        labels = {verdict.label for verdict in verdicts}
        return StepVerdict(
            run=self._case.run,
            step=step.index,
            label=verdicts[0].label if len(labels) == 1 else "not-sure",
            score=_mean(verdicts),
            explanation=_explain(verdicts),
            evidence=next((v.evidence for v in verdicts if v.evidence), ()),
            flags=tuple(dict.fromkeys(flag for v in verdicts for flag in v.flags)),
            judge=self._stamped(verdicts),
            status=_status(verdicts),
            at_ms=now_ms(),
        )

    def finish(self, ending: Ending) -> RunVerdict:
        """The label that all give, else unknown."""
        verdicts = [session.finish(ending) for session in self._sessions]
        labels = {verdict.label for verdict in verdicts}
        agreed = verdicts[0].label if len(labels) == 1 else "unknown"
        kinds = {verdict.failure_kind for verdict in verdicts if verdict.failure_kind}
        return RunVerdict(
            run=self._case.run,
            label=agreed,
            score=_mean(verdicts),
            explanation=_explain(verdicts),
            evidence=next((v.evidence for v in verdicts if v.evidence), ()),
            flags=tuple(dict.fromkeys(flag for v in verdicts for flag in v.flags)),
            failure_kind=kinds.pop() if agreed == "failure" and len(kinds) == 1 else None,
            judge=self._stamped(verdicts),
            status=_status(verdicts),
            at_ms=now_ms(),
        )

    def _stamped(self, verdicts: Sequence[Verdict]) -> JudgeStamp:
        """With the model and the wording that the members were asked with."""
        one = next((v.judge for v in verdicts if v.judge.model), None)
        if one is None:
            return self._stamp
        return replace(
            self._stamp,
            model=one.model,
            model_sha256=one.model_sha256,
            prompt_version=one.prompt_version,
        )


def _mean(verdicts: Sequence[Verdict]) -> float | None:
    scores = [verdict.score for verdict in verdicts if verdict.score is not None]
    return round(sum(scores) / len(scores), 4) if len(scores) == len(verdicts) else None


def _status(verdicts: Sequence[Verdict]) -> VerdictStatus:
    """A member that could not answer: neither could the panel."""
    return next((v.status for v in verdicts if v.status != "ok"), "ok")


def _explain(verdicts: Sequence[Verdict]) -> str:
    return "\n".join(f"{v.judge.name}: {v.label}, {v.explanation}" for v in verdicts)
