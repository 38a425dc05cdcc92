"""The evidence judge: reads what is there, needs no model, and shows its evidence."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from courtside_judge.learning.learned import Learned, LearnedFile, learned_for
from courtside_judge.learning.scope import site_of
from courtside_judge.protocol import Case, Ending, ReadFrame
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
from .extractors.single_step import Moment
from .features import features, is_all_done, is_wrong
from .finding import Finding
from .goals import read_goal
from .linear import Limits, LogisticModel, Weights, load_weights, logistic
from .sentences import sentence
from .sign_in import is_sign_in
from .tracker import Tracker
from .weighing import NOTHING_FOUND, decisive_finding, evidence_of, flags_of

UNTOLD = "nothing tells whether this helped"
_CHANGE = {
    True: "the screen changed",
    False: "nothing changed on the screen",
    None: "nothing shows whether the screen changed",
}
_WAITING = {"left-unsent", "left-edited", "dialog-left-open"}


class EvidenceJudge:
    """The evidence judge: starts a session for each run."""

    name = "evidence"

    def __init__(self, weights: Weights | None = None, learned: LearnedFile | None = None) -> None:
        """`learned`: what it learned from a person's labels; read again for each run."""
        self._weights = weights or load_weights()
        self._stamp = stamp_of(self._weights)
        self._learned = learned

    def stamp(self) -> JudgeStamp:
        """On all its verdicts, but those on runs for which something was learned."""
        return self._stamp

    def start(self, case: Case, frames: ReadFrame) -> EvidenceSession:
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
    """The evidence judge on one run."""

    def __init__(
        self,
        case: Case,
        weights: Weights,
        stamp: JudgeStamp,
        frames: ReadFrame = _no_frame,
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
        if self._site is None:
            self._site = site_of(step)
        self._take(step)
        then = self._now
        self._now = run_findings(self.tracker)
        run = self._weights.read if self.tracker.screens.only_read else self._weights.run
        before, self.amounts = self.amounts, features(self._now)
        self._odds = run.odds(self.amounts)
        moment = Moment(
            step=step,
            odds=self._odds,
            odds_before=run.odds(before),
            was_wrong=is_wrong(before),
            was_done=is_all_done(before),
        )
        return step_findings(self.tracker, moment, self._now, then)

    def _take(self, step: Step) -> None:
        """What was done to sign in is left behind with the page that asked for it."""
        goal, screens = self.tracker.goal, self.tracker.screens
        first = screens.first
        self.tracker.take(step)
        first, last = first or screens.first, screens.last
        if first is None or last is None or not is_sign_in(first.look, goal):
            return
        if not screens.missed and not is_sign_in(last.look, goal):
            self.tracker, self._now = self.tracker.behind_sign_in(), []

    def step(self, step: Step) -> StepVerdict:
        """Did this step help? By what it added to, or took from, what the task asks for."""
        findings = self.follow(step)
        label: StepLabel = "not-sure"
        why = f"no task was given; {_CHANGE[self.tracker.screens.changed]}"
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
        helped = score >= weights.towards_at
        is_end = any(map(self._ends, findings)) and (helped or bool(self.tracker.goal.submit))
        if is_end and logistic(self._odds) >= weights.reached_at and not self._waits():
            return "goal-reached"
        return "towards-the-goal" if helped else "not-sure"

    def _waits(self) -> bool:
        """Whether something that was typed or chosen is still to be sent."""
        tracker, submission = self.tracker, self.tracker.submission
        waiting = any(finding.kind in _WAITING for finding in self._now)
        is_edit = submission.edited_at == tracker.steps and not submission.at
        return waiting or (is_edit and not tracker.app.was_taken_at(tracker.steps))

    def _ends(self, finding: Finding) -> bool:
        """Whether a run that looks done became so by this: where the task names a button for the
        end, by a press of it."""
        if self.tracker.goal.submit:
            return finding.kind == "handed-in-done"
        return finding.change == "new"

    def _why(self, findings: Sequence[Finding], label: StepLabel) -> str:
        """What weighs most in the label's direction; on both sides where there is none."""
        if label == "goal-reached":
            return self._what_is_done(findings)
        helped, led_away = (self._telling(findings, sign) for sign in (1, -1))
        if label == "not-sure":
            sides = [f"for it: {helped}"] if helped else []
            sides += [f"against it: {led_away}"] if led_away else []
            return "; ".join(sides) or UNTOLD
        return (led_away if label == "away-from-the-goal" else helped) or UNTOLD

    def _telling(self, findings: Sequence[Finding], sign: int) -> str:
        """What weighs most on one side; empty where nothing does."""
        best = decisive_finding(self._step_model, findings, sign)
        if best is None:
            return ""
        is_either = entry_of(best.kind).sign == "either"
        mostly = f"; such steps mostly {'helped' if sign > 0 else 'led away'}" if is_either else ""
        return sentence(best) + mostly

    def _what_is_done(self, findings: Sequence[Finding]) -> str:
        """What is known of a run that looks done: what the step brought to it, where that counts,
        before what earlier ones did."""
        left = next((sentence(f) for f in self._now if entry_of(f.kind).is_left), "")
        if not left:
            return "everything that the task names was typed, chosen or pressed"
        model, brought = self._model(self._weights), {f.key for f in findings if f.change == "new"}
        of_step = [finding for finding in self._now if finding.key in brought]
        best = decisive_finding(model, of_step, 1) or decisive_finding(model, self._now, 1)
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

    def _both_sides(self, model: LogisticModel, score: float, findings: Sequence[Finding]) -> str:
        """How likely a success is, what speaks for it and what against, and what was not seen."""
        pros, cons = (decisive_finding(model, findings, sign) for sign in (1, -1))
        both = f"for it: {sentence(pros)}" if pros else "nothing speaks for it"
        both += f"; against it: {sentence(cons)}" if cons else "; nothing speaks against it"
        return f"not sure, {render_chance(score)}; {both}" + (
            "; the end was not seen" if self.tracker.screens.missed else ""
        )

    def example(self, ending: Ending) -> tuple[dict[str, float], LogisticModel, Limits]:
        """What a label of this run teaches about: its features at the end, the shipped model that
        weighs them, and from where on it labels such a run.
        """
        amounts = features(end_findings(self.tracker, ending))
        shown = {name: amount for name, amount in amounts.items() if amount}
        return shown, self._model(self._weights), self._limits

    def _weights_of_run(self) -> tuple[Weights, JudgeStamp]:
        """With what was learned for such runs, and the stamp that says so."""
        sha256 = self._stamp.model_sha256 or ""
        learned = learned_for(self._learned, self._case.agent, self._site or "", sha256)
        if learned is None:
            return self._weights, self._stamp
        return learned.applied(self._weights), learned.stamped(self._stamp)

    def _model(self, weights: Weights) -> LogisticModel:
        """What weighs the whole run: other things count where no screen was seen, or only read."""
        if not self.tracker.screens.sighted:
            return weights.unsighted
        return weights.read if self.tracker.screens.only_read else weights.run

    @property
    def _limits(self) -> Limits:
        weights, tracker = self._weights, self.tracker
        if not tracker.screens.sighted:
            return weights.unsighted_limits
        limits = weights.read_limits if tracker.screens.only_read else weights.run_limits
        return limits.of_run(
            sent_nothing=tracker.app.sees_requests and not tracker.app.sent,
            handed_in=tracker.submission.handed_in,
        )

    @property
    def _step_model(self) -> LogisticModel:
        return self._weights.read_step if self.tracker.screens.only_read else self._weights.step

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
    model: LogisticModel, findings: Sequence[Finding], label: RunLabel
) -> tuple[str, Finding | None]:
    """What speaks most for a success, or against one, in words too."""
    best = decisive_finding(model, findings, 1 if label == "success" else -1)
    if best:
        return sentence(best), best
    return f"nothing speaks {'against' if label == 'success' else 'for'} it", None
