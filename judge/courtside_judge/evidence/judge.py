"""The embedded judge: reads what is there, needs no model, and shows its evidence."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from courtside_judge.protocol import Case, Ending, Frames
from courtside_store.records import (
    Evidence,
    FailureKind,
    Flag,
    JudgeStamp,
    RunLabel,
    RunVerdict,
    Step,
    StepLabel,
    StepVerdict,
    now_ms,
)
from courtside_store.rendering import render_chance

from .catalogue import entry_of
from .extraction import end_findings, run_findings, step_findings
from .extractors.steps import Moment
from .features import feature_name, feature_names, features
from .finding import Finding
from .goals import read_goal
from .linear import Limits, Model, Weights, load_weights, logistic
from .sentences import sentence
from .tracker import Tracker

_CHANGE = {
    True: "the screen changed",
    False: "nothing changed on the screen",
    None: "nothing shows whether the screen changed",
}
_NOTHING = Evidence(kind="nothing-found", text="nothing tells for or against it")


class EvidenceJudge:
    """The embedded judge: starts a session for each run."""

    name = "evidence"

    def __init__(self, weights: Weights | None = None) -> None:
        self._weights = weights or load_weights()
        self._sha256 = hashlib.sha256(msgspec.json.encode(self._weights)).hexdigest()

    def stamp(self) -> JudgeStamp:
        """On all its verdicts."""
        return JudgeStamp(name=self.name, version=self._weights.version, model_sha256=self._sha256)

    def start(self, case: Case, frames: Frames) -> EvidenceSession:
        """Starts a session; it reads frames only where a screen has no elements."""
        return EvidenceSession(case, self._weights, self.stamp(), frames)


def _no_frame(_: str) -> bytes | None:
    return None


class EvidenceSession:
    """The embedded judge on one run."""

    def __init__(
        self, case: Case, weights: Weights, stamp: JudgeStamp, frames: Frames = _no_frame
    ) -> None:
        self._case = case
        self._weights = weights
        self._stamp = stamp
        self.tracker = Tracker(read_goal(case.task), frames)
        self._now: list[Finding] = []
        self._amounts = features([])
        self._odds = 0.0

    def recall(self, step: Step) -> None:
        """Follows a step without judging it."""
        self.follow(step)

    def follow(self, step: Step) -> list[Finding]:
        """What this step shows, with all before it in mind."""
        then = self._now
        self.tracker.take(step)
        self._now = run_findings(self.tracker)
        run = self._weights.read if self.tracker.only_read else self._weights.run
        odds, self._amounts = run.odds(self._amounts), features(self._now)
        self._odds = run.odds(self._amounts)
        moment = Moment(step=step, odds=self._odds, odds_before=odds)
        return step_findings(self.tracker, moment, self._now, then)

    def step(self, step: Step) -> StepVerdict:
        """Did this step help? By what it added to, or took from, what the task asks for."""
        findings = self.follow(step)
        label: StepLabel = "not-sure"
        why = f"no task was given; {_CHANGE[self.tracker.changed]}"
        score = None
        if self._case.task:
            score = self._step_model.probability(features(findings))
            label = self._label(findings, score)
            why = self._why(findings, label)
        return StepVerdict(
            run=self._case.run,
            step=step.index,
            label=label,
            score=None if score is None else round(score, 4),
            explanation=why,
            evidence=_evidence(self._step_model, findings),
            flags=_flags(findings),
            judge=self._stamp,
            at_ms=now_ms(),
        )

    def _label(self, findings: Sequence[Finding], score: float) -> StepLabel:
        weights = self._weights
        if score <= weights.away_at:
            return "away-from-the-goal"
        done = logistic(self._odds) >= weights.reached_at
        if done and any(map(self._ends, findings)):
            return "goal-reached"
        return "towards-the-goal" if score >= weights.towards_at else "not-sure"

    def _ends(self, finding: Finding) -> bool:
        """Whether a run that looks done became so by this: where the task names a button for the
        end, by a press of it."""
        if self.tracker.goal.submit:
            return finding.kind == "handed-in-done"
        return finding.change == "new"

    def _why(self, findings: Sequence[Finding], label: StepLabel) -> str:
        """What weighs most in the label's direction."""
        if label == "goal-reached":
            return self._what_is_done()
        sign = -1 if label == "away-from-the-goal" else 1
        best = _decisive(self._step_model, findings, sign)
        if label == "not-sure" or best is None:
            return "nothing tells whether this helped"
        if entry_of(best.kind).sign == "either":
            return f"{sentence(best)}; such steps mostly {'helped' if sign > 0 else 'led away'}"
        return sentence(best)

    def _what_is_done(self) -> str:
        """What is known of a run that looks done."""
        left = next((sentence(f) for f in self._now if entry_of(f.kind).is_left), "")
        if not left:
            return "everything that the task names was typed, chosen or pressed"
        best = _decisive(self._model, self._now, 1)
        return (
            f"it looks done: {sentence(best)}; but {left}" if best else f"it looks done, but {left}"
        )

    def finish(self, ending: Ending) -> RunVerdict:
        """Success, failure or unknown, by the weighed findings."""
        findings = end_findings(self.tracker, ending)
        flags = _flags(findings)
        if not self._case.task:
            return self._verdict(
                "unknown",
                None,
                "no task was given, so there are only flags",
                findings,
                flags,
            )
        score = self._model.probability(features(findings))
        label = self._limits.label(score)
        if label == "unknown":
            return self._verdict(label, score, self._both_sides(score, findings), findings, flags)
        decisive = _decisive(self._model, findings, 1 if label == "success" else -1)
        why = (
            sentence(decisive)
            if decisive
            else f"nothing speaks {'against' if label == 'success' else 'for'} it"
        )
        kind = None
        if label == "failure":
            kind = (decisive and entry_of(decisive.kind).failure) or "other"
        return self._verdict(label, score, why, findings, flags, kind)

    def _both_sides(self, score: float, findings: Sequence[Finding]) -> str:
        """How likely a success is, what speaks for it and what against, and what was not seen."""
        pros, cons = (_decisive(self._model, findings, sign) for sign in (1, -1))
        both = f"for it: {sentence(pros)}" if pros else "nothing speaks for it"
        both += f"; against it: {sentence(cons)}" if cons else "; nothing speaks against it"
        return f"not sure, {render_chance(score)}; {both}" + (
            "; the end was not seen" if self.tracker.missed else ""
        )

    @property
    def _model(self) -> Model:
        """What weighs the whole run: other things count where no screen was seen, or only read."""
        if not self.tracker.sighted:
            return self._weights.unsighted
        return self._weights.read if self.tracker.only_read else self._weights.run

    @property
    def _limits(self) -> Limits:
        if not self.tracker.sighted:
            return self._weights.unsighted_limits
        return self._weights.read_limits if self.tracker.only_read else self._weights.run_limits

    @property
    def _step_model(self) -> Model:
        return self._weights.read_step if self.tracker.only_read else self._weights.step

    def _verdict(
        self,
        label: RunLabel,
        score: float | None,
        why: str,
        findings: Sequence[Finding],
        flags: tuple[Flag, ...],
        kind: FailureKind | None = None,
    ) -> RunVerdict:
        return RunVerdict(
            run=self._case.run,
            label=label,
            score=None if score is None else round(score, 4),
            explanation=why,
            evidence=_evidence(self._model, findings) or (_NOTHING,),
            flags=flags,
            failure_kind=kind,
            judge=self._stamp,
            at_ms=now_ms(),
        )


def _decisive(model: Model, findings: Sequence[Finding], sign: int) -> Finding | None:
    """The finding that weighs most in a direction."""
    weigh = {id(f): sign * _weight(model, f) for f in findings}
    best = max(findings, key=lambda f: weigh[id(f)], default=None)
    return best if best is not None and weigh[id(best)] > 0 else None


def _weight(model: Model, finding: Finding) -> float:
    return model.weight_of(feature_names(finding)) * finding.amount


def _evidence(model: Model, findings: Sequence[Finding]) -> tuple[Evidence, ...]:
    weighed = [(round(_weight(model, f), 3), f) for f in findings]
    weighed.sort(key=lambda one: -abs(one[0]))
    return tuple(
        Evidence(
            kind=feature_name(finding.kind, finding.change),
            text=sentence(finding),
            weight=weight,
            step=finding.step,
            wanted="" if finding.change == "gone" else finding.wanted,
        )
        for weight, finding in weighed[:20]
    )


def _flags(findings: Sequence[Finding]) -> tuple[Flag, ...]:
    flags = [entry_of(f.kind).flag for f in findings if f.change != "gone"]
    return tuple(dict.fromkeys(flag for flag in flags if flag))
