"""Labels one step and says why. Knows nothing of the end of the run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from courtside_store.records import StepLabel

from .catalogue import entry_of
from .finding import Finding
from .linear import Weights
from .sentences import sentence
from .tracker import Tracker
from .weighing import decisive_finding
from .weights_for_run import run_model, step_model

_AS_ASKED = frozenset(("chose-named", "typed-named", "pressed-named"))
NOTHING_TELLS = "nothing tells whether this helped"


@dataclass(frozen=True)
class StepOutcome:
    """A step of a run whose task is known."""

    run: Tracker
    weights: Weights
    findings: Sequence[Finding]
    """What the step brought to the run, took away, and did by itself."""
    of_run: Sequence[Finding]
    """What the run shows after it."""
    looks_done: Callable[[], bool]
    """Whether the run would be likely to be a success, were it to end here."""

    def label(self, score: float) -> StepLabel:
        """The label of a step by the probability that it helped."""
        weights = self.weights
        if score <= weights.away_at:
            return "not-sure" if self._repeats_what_is_asked() else "away-from-the-goal"
        helped = score >= weights.towards_at
        is_end = any(map(self._ends, self.findings)) and (helped or bool(self.run.goal.submit))
        if is_end and not self._waits() and self.looks_done():
            return "goal-reached"
        return "towards-the-goal" if helped else "not-sure"

    def _repeats_what_is_asked(self) -> bool:
        """Whether it did what the task says and nothing changed, e.g. chose what was chosen. Of 20
        such steps of the tables that were called away from the goal none was."""
        kinds = {one.kind for one in self.findings if one.change == "new"}
        return not self.run.screens.changed and bool(kinds & _AS_ASKED)

    def _waits(self) -> bool:
        """Whether something that was typed or chosen is still to be sent."""
        run, submission = self.run, self.run.submission
        waiting = any(entry_of(finding.kind).is_waiting for finding in self.of_run)
        is_edit = submission.edited_at == run.steps and not submission.at
        return waiting or (is_edit and not run.app.was_taken_at(run.steps))

    def _ends(self, finding: Finding) -> bool:
        """Whether a run that looks done became so by this: where the task names a button for the
        end, by a press of it."""
        if self.run.goal.submit:
            return finding.kind == "handed-in-done"
        return finding.change == "new"

    def explanation(self, label: StepLabel) -> str:
        """What weighs most in the label's direction; on both sides where there is none."""
        if label == "goal-reached":
            return self._what_is_done()
        helped, led_away = (self._telling(sign) for sign in (1, -1))
        if label == "not-sure":
            sides = [f"for it: {helped}"] if helped else []
            sides += [f"against it: {led_away}"] if led_away else []
            return "; ".join(sides) or NOTHING_TELLS
        return (led_away if label == "away-from-the-goal" else helped) or NOTHING_TELLS

    def _telling(self, sign: int) -> str:
        """What weighs most on one side; empty where nothing does. What steps of a sort mostly come
        to is named only where nothing tells of this very step.
        """
        model = step_model(self.weights, self.run)
        plain = [one for one in self.findings if _may_tell(one, sign)]
        if best := decisive_finding(model, plain, sign):
            return sentence(best)
        best = decisive_finding(model, self.findings, sign)
        mostly = "helped" if sign > 0 else "led away"
        return f"{sentence(best)}; such steps mostly {mostly}" if best else ""

    def _what_is_done(self) -> str:
        """What is known of a run that looks done: what the step brought to it, where that counts,
        before what earlier ones did."""
        left = next((sentence(f) for f in self.of_run if entry_of(f.kind).is_omission), "")
        if not left:
            return "everything that the task names was typed, chosen or pressed"
        model, brought = (
            run_model(self.weights, self.run, doubts=False),
            {f.key for f in self.findings if f.change == "new"},
        )
        of_step = [finding for finding in self.of_run if finding.key in brought]
        best = decisive_finding(model, of_step, 1) or decisive_finding(model, self.of_run, 1)
        return (
            f"it looks done: {sentence(best)}; but {left}" if best else f"it looks done, but {left}"
        )


def _may_tell(finding: Finding, sign: int) -> bool:
    """Whether it is a reason on that side. One that speaks for a run, as that something was sent
    and accepted, is none against a step, however such steps went."""
    is_towards = (sign > 0) != (finding.change == "gone")
    return entry_of(finding.kind).sign in (None, "towards" if is_towards else "against")
