"""Follows one run and makes its verdicts. Leaves labels and reasons to the outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from msgspec.structs import replace

from courtside_judge.learning.learned import Learned, learned_for
from courtside_judge.learning.scope import Scope, site_of
from courtside_judge.protocol import Case, Ending, ReadFrame
from courtside_store.records import JudgeStamp, RunVerdict, Step, StepLabel, StepVerdict, now_ms

from .bars import Bar, bar_of, barring
from .extraction import bars_at_end, end_findings, run_findings, step_findings
from .extractors.single_step import Moment
from .facts.seen_screens import no_frame
from .features import features, is_all_done, is_wrong
from .finding import Finding
from .goals import read_goal
from .language.reader import language_reader
from .linear import Limits, LogisticModel, Weights, logistic
from .run_outcome import run_outcome
from .sign_in import is_sign_in
from .step_outcome import StepOutcome
from .tracker import ReadRun, Tracker
from .unseen_parts import unseen_parts
from .weighing import NOTHING_FOUND, evidence_of, flags_of
from .weights_for_run import (
    least_false_success,
    limits_of,
    model_so_far,
    run_model,
    step_model,
    weighs_language,
)

_CHANGE = {
    True: "the screen changed",
    False: "nothing changed on the screen",
    None: "nothing shows whether the screen changed",
}


@dataclass(frozen=True)
class WeighedEnd:
    """The end of a run as the judge weighs it."""

    amounts: dict[str, float]
    """Its features that are not zero, as much as they count in such a task."""
    model: LogisticModel
    """The shipped model that weighs such a run."""
    limits: Limits
    """From where on the judge labels such a run."""
    bar: Bar | None
    """What bars it from being a success."""


class EvidenceSession:
    """The evidence judge on one run."""

    def __init__(
        self,
        case: Case,
        weights: Weights,
        stamp: JudgeStamp,
        frames: ReadFrame = no_frame,
        learned: Sequence[Learned] = (),
    ) -> None:
        self._case = case
        self._weights = weights
        self._stamp = stamp
        self._learned = learned
        self._site: str | None = None
        read_run = _read_run(case.task, weights)
        self.tracker = Tracker(read_goal(case.task), frames, read_run, case.surface)
        self._now: list[Finding] = []
        self.amounts = features([])
        """Features of the run so far."""

    def recall(self, step: Step) -> None:
        """Follows a step without judging it."""
        self.follow(step)

    def follow(self, step: Step) -> list[Finding]:
        """The findings of this step, with all before it in mind."""
        if self._site is None:
            self._site = site_of(step)
        self._follow_past_sign_in(step)
        then = self._now
        self._now = run_findings(self.tracker)
        run = model_so_far(self._weights, self.tracker)
        before, self.amounts = self.amounts, features(self._now)
        moment = Moment(
            step=step,
            odds=run.odds(self.amounts),
            odds_before=run.odds(before),
            was_wrong=is_wrong(before),
            was_done=is_all_done(before),
        )
        return step_findings(self.tracker, moment, self._now, then)

    def _follow_past_sign_in(self, step: Step) -> None:
        """Forgets what was done to sign in, once the page that asked for it is left."""
        goal, screens = self.tracker.goal, self.tracker.screens
        first = screens.first
        self.tracker.follow(step)
        first, last = first or screens.first, screens.last
        if first is None or last is None or not is_sign_in(first.look, goal):
            return
        if not screens.missed and not is_sign_in(last.look, goal):
            self.tracker, self._now = self.tracker.after_sign_in(), []

    def step(self, step: Step) -> StepVerdict:
        """Did this step help? By what it added to, or took from, what the task asks for."""
        findings = self.follow(step)
        model = step_model(self._weights, self.tracker)
        label: StepLabel = "not-sure"
        why = f"no task was given; {_CHANGE[self.tracker.screens.changed]}"
        score = None
        if self._case.has_task:
            score = model.probability(features(findings))
            outcome = StepOutcome(
                self.tracker, self._weights, findings, self._now, self._looks_done
            )
            label = outcome.label(score)
            why = outcome.explanation(label)
        return StepVerdict(
            run=self._case.run,
            step=step.index,
            label=label,
            score=None if score is None else round(score, 4),
            explanation=why,
            evidence=evidence_of(model, findings),
            flags=flags_of(findings),
            judge=self._stamp,
            at_ms=now_ms(),
        )

    def _looks_done(self) -> bool:
        """Whether a run that ends here would be likely to be a success, and nothing bars it."""
        bars = bars_at_end(self.tracker, Ending(ended_by="finish"))
        findings = [*self._now, *bars]
        odds = model_so_far(self._weights, self.tracker).odds(features(findings))
        return not barring(findings) and logistic(odds) >= self._weights.reached_at

    def finish(self, ending: Ending) -> RunVerdict:
        """Success, failure or unknown, by the weighed findings."""
        findings = end_findings(self.tracker, ending)
        if not self._case.has_task:
            why = "no task was given, so success cannot be judged"
            model = run_model(self._weights, self.tracker, doubts=False)
            return self._verdict(model, self._stamp, _undoubted(findings), why)
        learned = self._learned_for_run()
        weights = learned.applied(self._weights) if learned else self._weights
        stamp = learned.stamped(self._stamp) if learned else self._stamp
        doubts = learned is None or learned.scope == Scope()
        findings = findings if doubts else _undoubted(findings)
        model = run_model(weights, self.tracker, doubts=doubts)
        limits = limits_of(self._weights, self.tracker, doubts=doubts)
        unseen = unseen_parts(self.tracker)
        outcome = run_outcome(model, limits, findings, unseen, is_learned=learned is not None)
        return replace(
            self._verdict(model, stamp, findings, outcome.explanation, outcome.bar),
            label=outcome.label,
            score=round(outcome.score, 4),
            failure_kind=outcome.failure_kind,
            least_false_success=None
            if learned or outcome.bar
            else least_false_success(self._weights, self.tracker, outcome.score),
        )

    def weighed_end(self, ending: Ending) -> WeighedEnd:
        """What is weighed at the end of this run, for learning from its label."""
        findings = end_findings(self.tracker, ending)
        amounts = features(findings)
        return WeighedEnd(
            amounts={name: amount for name, amount in amounts.items() if amount},
            model=run_model(self._weights, self.tracker, doubts=False),
            limits=limits_of(self._weights, self.tracker, doubts=False),
            bar=bar_of(findings),
        )

    def _learned_for_run(self) -> Learned | None:
        """What was learned for such runs."""
        sha256 = self._stamp.model_sha256 or ""
        return learned_for(self._learned, self._case.agent, self._site or "", sha256)

    def _verdict(
        self,
        model: LogisticModel,
        stamp: JudgeStamp,
        findings: Sequence[Finding],
        why: str,
        bar: Finding | None = None,
    ) -> RunVerdict:
        """With its evidence, what bars a success before all else, and without a label."""
        return RunVerdict(
            run=self._case.run,
            explanation=why,
            evidence=evidence_of(model, findings, bar) or (NOTHING_FOUND,),
            flags=flags_of(findings),
            judge=stamp,
            at_ms=now_ms(),
        )


def _undoubted(findings: Sequence[Finding]) -> list[Finding]:
    """Without what says that each counts half."""
    return [one for one in findings if one.kind != "unfamiliar"]


def _read_run(task: str, weights: Weights) -> ReadRun | None:
    """By a language model; None where it is not installed, or its word has no weight."""
    reader = language_reader() if task and weighs_language(weights) else None
    return partial(reader.log_odds, task) if reader else None
