"""Lists what went wrong in a run, step by step: expected, seen, what to avoid, what to try."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from courtside_judge.protocol import Case
from courtside_store.records import Evidence, LessonPoint, RunVerdict, Step, StepVerdict
from courtside_store.rendering import render_page, render_step

from .advice import OTHER_WAY, advice_on, advice_on_verdict
from .blame import findings_against, wrong_steps
from .cleaning import clean, quoted
from .irreversible import RISKY

MAX_POINTS = 4
MAX_UNSAVED = 3
NO_EFFECT = frozenset(("nothing-changed", "looping", "screen-unchanged", "done-again"))
ALREADY = "; make sure first that it did not take effect already"


class Points:
    """Of one run."""

    def __init__(
        self,
        case: Case,
        steps: Sequence[Step],
        step_verdicts: Sequence[StepVerdict],
        verdict: RunVerdict,
    ) -> None:
        self._case = case
        self._steps: Mapping[int, Step] = {step.index: step for step in steps}
        self._verdicts = {one.step: one for one in step_verdicts}
        self._wrong = wrong_steps(step_verdicts)
        self._verdict = verdict

    def all(self) -> tuple[LessonPoint, ...]:
        """That which weighs most first; no two of one step with one advice."""
        found: dict[tuple[int | None, str], LessonPoint] = {}
        for point in (*self._of_findings(), *self._of_steps()):
            found.setdefault((point.step, point.advice), point)
        return tuple(found.values())[:MAX_POINTS]

    def _of_findings(self) -> Iterator[LessonPoint]:
        findings = findings_against(self._verdict)
        yield from (self._point(one) for one in findings)
        if not findings:
            yield self._in_words()

    def _point(self, finding: Evidence) -> LessonPoint:
        done = self._done(finding.step)
        wanted = finding.wanted or (self._case.task and f"what the task says: {self._case.task}")
        return LessonPoint(
            finding=clean(finding.kind),
            step=finding.step if done else None,
            done=clean(done),
            expected=quoted(finding.wanted) if finding.wanted else clean(wanted),
            seen=_seen(finding),
            avoid=self._avoid(finding.step, finding.kind in NO_EFFECT),
            advice=_careful(advice_on(finding), done),
        )

    def _in_words(self) -> LessonPoint:
        """Of a judge that names no finding of ours: its explanation."""
        step = next(iter(self._wrong), None)
        done = self._done(step)
        task = self._case.task
        return LessonPoint(
            step=step if done else None,
            done=clean(done),
            expected=clean(f"what the task says: {task}") if task else "",
            seen=quoted(self._verdict.explanation),
            avoid=self._avoid(step, no_effect=False),
            advice=_careful(advice_on_verdict(self._verdict), done),
        )

    def _of_steps(self) -> Iterator[LessonPoint]:
        for number in self._wrong:
            if done := self._done(number):
                yield LessonPoint(
                    step=number,
                    done=clean(done),
                    seen=quoted(self._verdicts[number].explanation),
                    avoid=self._avoid(number, no_effect=False),
                    advice=_careful(OTHER_WAY, done),
                )

    def _done(self, number: int | None) -> str:
        step = self._steps.get(number) if number is not None else None
        return render_step(step) if step else ""

    def _avoid(self, number: int | None, no_effect: bool) -> str:
        """Only where something shows that the step itself was wrong."""
        if number is None or not (done := self._done(number)):
            return ""
        if no_effect:
            return f"{quoted(done, 140)}: it had no effect"
        return f"{quoted(done, 140)}: it led away from the goal" if number in self._wrong else ""

    def unsaved(self) -> tuple[str, ...]:
        """What the last screen leaves undone."""
        last = max(self._steps, default=None)
        look = self._steps[last].after if last is not None else None
        left = render_page(look.page if look else None)
        return tuple(quoted(line) for line in left[:MAX_UNSAVED])


def _seen(finding: Evidence) -> str:
    """Our own sentences quote a page's words; whatever else somebody wrote is quoted whole."""
    own = advice_on(finding) and not finding.kind.startswith("requirement-")
    return clean(finding.text) if own else quoted(finding.text)


def _careful(advice: str, done: str) -> str:
    return advice + ALREADY if RISKY.search(done) else advice
