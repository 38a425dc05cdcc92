"""The embedded judge: reads what is there, needs no model, and shows its evidence."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from courtside_judge.learning.learned import Learned, LearnedFile, in_force
from courtside_judge.learning.scope import site_of
from courtside_judge.protocol import Case, Ending, Frames
from courtside_store.records import (
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
from .features import features
from .finding import Finding
from .goals import read_goal
from .linear import Limits, Model, Weights, load_weights, logistic
from .sentences import sentence
from .tracker import Tracker
from .weighing import NOTHING_FOUND, decisive_finding, evidence_of, flags_of

_CHANGE = {
    True: "the screen changed",
    False: "nothing changed on the screen",
    None: "nothing shows whether the screen changed",
}


class EvidenceJudge:
    """The embedded judge: starts a session for each run."""

    name = "evidence"

    def __init__(self, weights: Weights | None = None, learned: LearnedFile | None = None) -> None:
        """`learned`: what it learned from a person's labels; read again for each run."""
        self._weights = weights or load_weights()
        self._stamp = stamp_of(self._weights)
        self._learned = learned

    def stamp(self) -> JudgeStamp:
        """On all its verdicts, but those on runs for which something was learned."""
        return self._stamp

    def start(self, case: Case, frames: Frames) -> EvidenceSession:
        """Starts a session; it reads frames only where a screen has no elements."""
        return EvidenceSession(case, self._weights, self._stamp, frames, self._read_learned())

    def _read_learned(self) -> Sequence[Learned]:
        """What cannot be read does not count, and the process's log says so."""
        try:
            return self._learned.load() if self._learned else ()
        except (ValueError, OSError) as error:
            print(f"what was learned does not count: {error}", file=sys.stderr, flush=True)
            return ()


def stamp_of(weights: Weights) -> JudgeStamp:
    """Of the judge with these weights."""
    sha256 = hashlib.sha256(msgspec.json.encode(weights)).hexdigest()
    return JudgeStamp(name=EvidenceJudge.name, version=weights.version, model_sha256=sha256)


def _no_frame(_: str) -> bytes | None:
    return None


class EvidenceSession:
    """The embedded judge on one run."""

    def __init__(
        self,
        case: Case,
        weights: Weights,
        stamp: JudgeStamp,
        frames: Frames = _no_frame,
        learned: Sequence[Learned] = (),
    ) -> None:
        self._case = case
        self._weights = weights
        self._stamp = stamp
        self._learned = learned
        self._site: str | None = None
        self.tracker = Tracker(read_goal(case.task), frames)
        self._now: list[Finding] = []
        self.amounts = features([])
        """Features of the run so far."""
        self._odds = 0.0

    def recall(self, step: Step) -> None:
        """Follows a step without judging it."""
        self.follow(step)

    def follow(self, step: Step) -> list[Finding]:
        """What this step shows, with all before it in mind."""
        then = self._now
        if self._site is None:
            self._site = site_of(step)
        self.tracker.take(step)
        self._now = run_findings(self.tracker)
        run = self._weights.read if self.tracker.only_read else self._weights.run
        odds, self.amounts = run.odds(self.amounts), features(self._now)
        self._odds = run.odds(self.amounts)
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
            evidence=evidence_of(self._step_model, findings),
            flags=flags_of(findings),
            judge=self._stamp,
            at_ms=now_ms(),
        )

    def _label(self, findings: Sequence[Finding], score: float) -> StepLabel:
        weights = self._weights
        if score <= weights.away_at:
            return "away-from-the-goal"
        done = logistic(self._odds) >= self._limits.success
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
        best = decisive_finding(self._step_model, findings, sign)
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
        best = decisive_finding(self._model(self._weights), self._now, 1)
        return (
            f"it looks done: {sentence(best)}; but {left}" if best else f"it looks done, but {left}"
        )

    def finish(self, ending: Ending) -> RunVerdict:
        """Success, failure or unknown, by the weighed findings."""
        findings = end_findings(self.tracker, ending)
        if not self._case.task:
            why = "no task was given, so success cannot be judged"
            return self._verdict(self._weights, self._stamp, findings, why)
        weights, stamp = self._weights_of_run()
        model = self._model(weights)
        score = model.probability(features(findings))
        label, kind = self._limits.label(score), None
        if label == "unknown":
            why = self._both_sides(model, score, findings)
        else:
            why, decisive = _one_side(model, findings, label)
            if label == "failure":
                kind = (decisive and entry_of(decisive.kind).failure) or "other"
        verdict = self._verdict(weights, stamp, findings, why)
        return replace(verdict, label=label, score=round(score, 4), failure_kind=kind)

    def _both_sides(self, model: Model, score: float, findings: Sequence[Finding]) -> str:
        """How likely a success is, what speaks for it and what against, and what was not seen."""
        pros, cons = (decisive_finding(model, findings, sign) for sign in (1, -1))
        both = f"for it: {sentence(pros)}" if pros else "nothing speaks for it"
        both += f"; against it: {sentence(cons)}" if cons else "; nothing speaks against it"
        return f"not sure, {render_chance(score)}; {both}" + (
            "; the end was not seen" if self.tracker.missed else ""
        )

    def example(self, ending: Ending) -> tuple[dict[str, float], Model, Limits]:
        """What a label of this run teaches about: its features at the end, the shipped model that
        weighs them, and from where on it labels such a run.
        """
        amounts = features(end_findings(self.tracker, ending))
        shown = {name: amount for name, amount in amounts.items() if amount}
        return shown, self._model(self._weights), self._limits

    def _weights_of_run(self) -> tuple[Weights, JudgeStamp]:
        """With what was learned for such runs, and the stamp that says so."""
        sha256 = self._stamp.model_sha256 or ""
        learned = in_force(self._learned, self._case.agent, self._site or "", sha256)
        if learned is None:
            return self._weights, self._stamp
        return learned.applied(self._weights), learned.stamped(self._stamp)

    def _model(self, weights: Weights) -> Model:
        """What weighs the whole run: other things count where no screen was seen, or only read."""
        if not self.tracker.sighted:
            return weights.unsighted
        return weights.read if self.tracker.only_read else weights.run

    @property
    def _limits(self) -> Limits:
        if not self.tracker.sighted:
            return self._weights.unsighted_limits
        return self._weights.read_limits if self.tracker.only_read else self._weights.run_limits

    @property
    def _step_model(self) -> Model:
        return self._weights.read_step if self.tracker.only_read else self._weights.step

    def _verdict(
        self, weights: Weights, stamp: JudgeStamp, findings: Sequence[Finding], why: str
    ) -> RunVerdict:
        """With its evidence and without a label."""
        return RunVerdict(
            run=self._case.run,
            explanation=why,
            evidence=evidence_of(self._model(weights), findings) or (NOTHING_FOUND,),
            flags=flags_of(findings),
            judge=stamp,
            at_ms=now_ms(),
        )


def _one_side(
    model: Model, findings: Sequence[Finding], label: RunLabel
) -> tuple[str, Finding | None]:
    """What speaks most for a success, or against one, in words too."""
    best = decisive_finding(model, findings, 1 if label == "success" else -1)
    if best:
        return sentence(best), best
    return f"nothing speaks {'against' if label == 'success' else 'for'} it", None
