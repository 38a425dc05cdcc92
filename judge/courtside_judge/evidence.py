"""The embedded judge: reads what is there, needs no model, and shows its evidence."""

from __future__ import annotations

from collections.abc import Sequence

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

from .findings import Finding, answer_findings, findings
from .goals import read_goal
from .linear import Weights, features, load_weights, probability
from .protocol import Case, Ending, Frames
from .tracker import Tracker

_GOOD = {
    "asked-done",
    "asked-shown",
    "typed-beside-asked",
    "typed-copied",
    "ordinal-right",
    "last-click-asked",
}
_BAD = {
    "asked-near-miss",
    "unasked-choice",
    "typed-beside-unasked",
    "typed-cut",
    "typed-unasked",
    "ordinal-wrong",
    "last-click-unasked",
    "error-shown",
    "captcha",
}
_REACHED_AT = 0.8
_CHANGE = {
    True: "the screen changed",
    False: "nothing changed on the screen",
    None: "nothing shows whether the screen changed",
}
_FLAGS: dict[str, Flag] = {
    "looping": "looping",
    "error-shown": "error_page",
    "captcha": "reached_captcha",
    "nothing-changed": "no_effect",
    "screen-unchanged": "no_effect",
}
_KINDS: dict[str, FailureKind] = {
    "answer-unseen": "visual-hallucination",
    "asked-near-miss": "low-level-skill",
    "ordinal-wrong": "low-level-skill",
    "error-shown": "environment",
    "submit-missing": "planning-or-reasoning",
    "looping": "planning-or-reasoning",
}


class EvidenceJudge:
    """Makes sittings of the embedded judge."""

    name = "evidence"

    def __init__(self, weights: Weights | None = None) -> None:
        self._weights = weights or load_weights()

    def sit(self, case: Case, frames: Frames) -> EvidenceSitting:
        """Begin with a run; frames are read only where elements are not there."""
        stamp = JudgeStamp(name=self.name, version=self._weights.version)
        return EvidenceSitting(case, self._weights, stamp, frames)


def _no_frame(_: str) -> bytes | None:
    return None


class EvidenceSitting:
    """The embedded judge on one run."""

    def __init__(
        self, case: Case, weights: Weights, stamp: JudgeStamp, frames: Frames = _no_frame
    ) -> None:
        self._case = case
        self._weights = weights
        self._stamp = stamp
        self.tracker = Tracker(read_goal(case.task), frames)
        self._before: list[Finding] = []

    def recall(self, step: Step) -> None:
        """Follows a step without judging it."""
        self.tracker.take(step)
        self._before = findings(self.tracker)

    def step(self, step: Step) -> StepVerdict:
        """Did this step help? By what it added to, or took from, what the task asks for."""
        self.tracker.take(step)
        found = findings(self.tracker)
        new = _new(found, self._before) + self._effect(step)
        gone = [f for f in _new(self._before, found) if f.kind in _BAD]
        self._before = found
        score = probability(self._weights, features(found))
        label, why, p = self._label(step, new, gone, score)
        return StepVerdict(
            run=self._case.run,
            step=step.index,
            label=label,
            score=p if self._case.task else None,
            explanation=why,
            evidence=self._evidence(new or found[-1:]),
            flags=_flags(new),
            judge=self._stamp,
            at_ms=now_ms(),
        )

    def _label(
        self, step: Step, new: Sequence[Finding], gone: Sequence[Finding], score: float
    ) -> tuple[StepLabel, str, float]:
        good = [f for f in new if f.kind in _GOOD and f.step in (None, step.index)]
        opened = bool(self.tracker.changed) and self._opens(step)
        bad = [f for f in new if f.kind in _BAD and not (opened and f.kind == "last-click-unasked")]
        submitted = any(f.kind == "submit-done" and f.step == step.index for f in new)
        if not self._case.task:
            why = _CHANGE[self.tracker.changed]
            return "not-sure", f"no task was said; {why}", 0.5
        if bad:
            return "away-from-the-goal", bad[0].text, 0.1
        final = submitted or (bool(good) and not self.tracker.goal.submit)
        if final and score >= _REACHED_AT:
            return "goal-reached", "everything that the task names is done", max(score, 0.9)
        if good or gone or (submitted and score >= 0.5):
            text = (
                (good[0].text if good else "a wrong value was put right")
                if good or gone
                else "it was submitted"
            )
            return "towards-the-goal", text, 0.85
        if submitted:
            return "away-from-the-goal", "it was submitted before everything was done", 0.2
        if any(f.kind == "screen-unchanged" for f in new):
            return "away-from-the-goal", "nothing changed on the screen", 0.15
        if self.tracker.changed:
            return (
                "towards-the-goal" if self._opens(step) else "not-sure",
                "the screen changed",
                0.6,
            )
        return "not-sure", "nothing tells whether this helped", 0.5

    def _effect(self, step: Step) -> list[Finding]:
        """An action that the screen does not answer; typing that is hidden shows nothing."""
        if not step.actions or self.tracker.changed is not False or self._typed_secret(step):
            return []
        why = "nothing changed on the screen"
        return [Finding(kind="screen-unchanged", text=why, step=step.index)]

    @staticmethod
    def _typed_secret(step: Step) -> bool:
        return any("secret" in a.target.state for a in step.actions if a.target)

    @staticmethod
    def _opens(step: Step) -> bool:
        """A press of a button, link or tab that brought something new."""
        roles = {a.target.role for a in step.actions if a.target and a.kind == "click"}
        return bool(roles & {"button", "link", "tab", "menuitem"})

    def finish(self, ending: Ending) -> RunVerdict:
        """Success or failure, by the weighed findings."""
        found = findings(self.tracker)
        found += answer_findings(self.tracker, ending.answer, ending.claims_success)
        flags = _flags(found)
        if not self._case.task:
            return self._verdict(
                "unknown", None, "no task was said, so there is only what went wrong", found, flags
            )
        score = probability(self._weights, features(found))
        label: RunLabel = "success" if score >= self._weights.success_at else "failure"
        decisive = self._decisive(found, label)
        why = (
            decisive.text
            if decisive
            else f"nothing speaks {'against' if label == 'success' else 'for'} it"
        )
        kind = None
        if label == "failure":
            kind = _KINDS.get(decisive.kind, "other") if decisive else "other"
        return self._verdict(label, score, why, found, flags, kind)

    def _verdict(
        self,
        label: RunLabel,
        score: float | None,
        why: str,
        found: Sequence[Finding],
        flags: tuple[Flag, ...],
        kind: FailureKind | None = None,
    ) -> RunVerdict:
        return RunVerdict(
            run=self._case.run,
            label=label,
            score=None if score is None else round(score, 4),
            explanation=why,
            evidence=self._evidence(found),
            flags=flags,
            failure_kind=kind,
            judge=self._stamp,
            at_ms=now_ms(),
        )

    def _decisive(self, found: Sequence[Finding], label: RunLabel) -> Finding | None:
        """The finding that weighs most in the verdict's direction."""
        sign = 1 if label == "success" else -1
        weigh = {f.kind: sign * self._weights.weights.get(f.kind, 0.0) for f in found}
        best = max(found, key=lambda f: weigh[f.kind], default=None)
        return best if best is not None and weigh[best.kind] > 0 else None

    def _evidence(self, found: Sequence[Finding]) -> tuple[Evidence, ...]:
        weights = self._weights.weights
        shown = [
            Evidence(
                kind=f.kind,
                text=f.text,
                weight=round(weights.get(f.kind, 0.0), 3),
                step=f.step,
                wanted=f.wanted,
            )
            for f in found
        ]
        return tuple(sorted(shown, key=lambda e: -abs(e.weight))[:20])


def _new(now: Sequence[Finding], before: Sequence[Finding]) -> list[Finding]:
    known = {(f.kind, f.text) for f in before}
    return [f for f in now if (f.kind, f.text) not in known]


def _flags(found: Sequence[Finding]) -> tuple[Flag, ...]:
    return tuple(dict.fromkeys(_FLAGS[f.kind] for f in found if f.kind in _FLAGS))
