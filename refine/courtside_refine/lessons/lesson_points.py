"""Lists what went wrong in a run, step by step: expected, seen, what to avoid, what to try."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from courtside_judge.evidence.catalogue import ADVICE, CATALOGUE, HINTS
from courtside_judge.evidence.text_forms import is_same
from courtside_judge.protocol import Case
from courtside_refine.irreversible_steps import why_irreversible
from courtside_store.lifecycle import AGENT_LOST
from courtside_store.records import (
    Action,
    BlamedAction,
    Evidence,
    LessonPoint,
    Observation,
    PageState,
    RunVerdict,
    Step,
    StepVerdict,
)
from courtside_store.rendering import ENDINGS, is_secret, render_page, render_step

from .advice import OTHER_WAY, advice_on, advice_on_verdict, unfit_for
from .blame import findings_against, wrong_steps
from .cleaning import clean, quoted
from .sent_and_left import point_of_accepted, point_of_left_behind, was_accepted

MAX_POINTS = 4
MAX_UNSAVED = 3
LEAST_SHARE = 0.2
"""Of the strongest finding's weight: what weighs less did not decide, and may mislead."""
MAX_ACTIONS = 10
Fault = Literal["no-effect", "away"] | None
FAULTS = {"no-effect": "it had no effect", "away": "it led away from the goal"}
NO_EFFECT = frozenset(entry.kind for entry in CATALOGUE if entry.no_effect)
GO_ON = "do the same again, since nothing shows that it was wrong; then go on to the task's end"
LEFT = frozenset(entry.kind for entry in CATALOGUE if entry.is_omission and not entry.family)
"""Findings that something was not done, and nothing wrong in its place."""
UNSENT = frozenset(entry.kind for entry in CATALOGUE if entry.is_unsent)
OF_THE_END = frozenset(entry.kind for entry in CATALOGUE if entry.about_end)
"""Findings about how a run ended; they blame nothing where its agent crashed."""
_EDITS = frozenset(("type", "select", "check", "upload"))
_PRESSES = frozenset(("click", "double-click", "tap", "long-press"))
ALREADY = "; make sure first that it did not take effect already"


class LessonPoints:
    """The points of one run's lesson."""

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
        last = max(self._steps, default=None)
        is_cut = case.ended_by in AGENT_LOST and last is not None
        is_cut = is_cut and last not in self._wrong and not self._is_blamed(last)
        self._cut_after = last if is_cut else None
        """The last step of a run that lost its agent, where the step is not at fault."""

    def all(self) -> tuple[LessonPoint, ...]:
        """Where the run broke off, then what weighs most, then single steps; no two of one step
        with one advice about the same thing. At last what was left unsent, and what was sent."""
        found: dict[tuple[int | None, str, str, str], LessonPoint] = {}
        of_run = (*self._of_crash(), *self._of_findings())
        blamed = {one.step for one in of_run if one.finding and self._blames(one.finding)}
        for point in (*of_run, *self._of_steps(but=blamed)):
            about = (point.step, point.advice, point.where, point.wanted)
            found.setdefault(about, point)
        steps = tuple(self._steps.values())
        return (
            *tuple(found.values())[:MAX_POINTS],
            *point_of_left_behind(steps),
            *point_of_accepted(steps),
        )

    def _of_crash(self) -> Iterator[LessonPoint]:
        """That the run was cut short after a step that was right, as far as anything shows."""
        if self._cut_after is None or self._case.ended_by is None:
            return
        done = self._done(self._cut_after)
        judged = self._verdicts.get(self._cut_after)
        is_right = judged and judged.label in ("towards-the-goal", "goal-reached")
        right = ", which was judged right" if is_right else ""
        yield LessonPoint(
            actions=self._actions(self._cut_after),
            step=self._cut_after,
            done=clean(done),
            seen=f"{ENDINGS[self._case.ended_by]} after this step{right}",
            advice=self._careful(GO_ON, self._cut_after),
        )

    def _of_findings(self) -> Iterator[LessonPoint]:
        unfit = unfit_for(self._case.task)
        findings = [one for one in findings_against(self._verdict) if one.kind not in unfit]
        findings = _telling([one for one in findings if not self._is_of_crash(one)])
        yield from (self._point(one) for one in _without_repeats(findings))
        if not findings and self._cut_after is None:
            yield self._in_words()

    def _is_blamed(self, step: int | None) -> bool:
        """Whether a finding says of this step more than that it was the last."""
        return any(
            one.step == step and self._blames(one.kind) for one in findings_against(self._verdict)
        )

    def _blames(self, kind: str) -> bool:
        """Whether such a finding says of its step more than that it was the last."""
        return kind not in unfit_for(self._case.task) | OF_THE_END | LEFT

    def _is_of_crash(self, finding: Evidence) -> bool:
        """Whether it only says that the run was cut short, or that what was just done is left."""
        if self._cut_after is None:
            return False
        done = self._done(self._cut_after).casefold()
        words = [item.casefold() for item in finding.items or (finding.what,) if item]
        is_done = bool(words) and all(word in done for word in words)
        return finding.kind in OF_THE_END or (finding.kind in LEFT and is_done)

    def _point(self, finding: Evidence) -> LessonPoint:
        done = self._done(finding.step)
        fault = self._fault(finding.step, finding.kind in NO_EFFECT)
        return LessonPoint(
            finding=clean(finding.kind),
            what=clean(finding.what),
            items=tuple(map(clean, finding.items)),
            ordinal=finding.ordinal,
            where=clean(finding.where),
            wanted=clean(finding.wanted),
            actions=self._actions(finding.step),
            fault=fault,
            step=finding.step if done else None,
            done=clean(done),
            expected=self._expected(finding),
            seen=_seen(finding),
            avoid=_avoid(done, fault),
            advice=self._careful(advice_on(finding), finding.step),
        )

    def _expected(self, finding: Evidence) -> str:
        """What was wanted instead, else the task: a value is nothing to press in place of what was
        pressed."""
        if finding.wanted and (not self._is_of_press(finding) or self._was_there(finding.wanted)):
            return quoted(finding.wanted)
        return self._task()

    def _task(self) -> str:
        task = self._case.task
        return clean(f"what the task says: {task}") if task else ""

    def _is_of_press(self, finding: Evidence) -> bool:
        """Whether it says that what was pressed in its step was not asked for."""
        step = self._step(finding.step)
        is_press = step is not None and all(one.kind in _PRESSES for one in step.actions)
        return is_press and "not-asked" in HINTS.get(finding.kind, ())

    def _was_there(self, name: str) -> bool:
        """Whether a screen showed something of this name that can be pressed."""
        looks = (look for step in self._steps.values() for look in (step.before, step.after))
        return any(
            one.interactable and is_same(one.text, name)
            for look in looks
            if look
            for one in look.elements
        )

    def _in_words(self) -> LessonPoint:
        """Of a judge that names no finding of ours: its explanation."""
        step = next(iter(self._wrong), None)
        done, fault = self._done(step), self._fault(step, no_effect=False)
        return LessonPoint(
            actions=self._actions(step),
            fault=fault,
            step=step if done else None,
            done=clean(done),
            expected=self._task(),
            seen=quoted(self._verdict.explanation),
            avoid=_avoid(done, fault),
            advice=self._careful(advice_on_verdict(self._verdict), step),
        )

    def _of_steps(self, but: Collection[int | None]) -> Iterator[LessonPoint]:
        """`but`: steps of which a finding says already what was wrong."""
        for number in self._wrong:
            if number in but or self._is_covered(number):
                continue
            if done := self._done(number):
                fault = self._fault(number, no_effect=False)
                yield LessonPoint(
                    actions=self._actions(number),
                    fault=fault,
                    step=number,
                    done=clean(done),
                    seen=quoted(self._verdicts[number].explanation),
                    avoid=_avoid(done, fault),
                    advice=self._careful(OTHER_WAY, number),
                )

    def _is_covered(self, number: int) -> bool:
        """Whether the run's own findings hold all that speaks against the step."""
        against = [one for one in self._verdicts[number].evidence if one.weight < 0]
        covered = {_key(one) for one in findings_against(self._verdict)}
        return bool(against) and all(
            one.change != "gone" and _key(one) in covered for one in against
        )

    def _step(self, number: int | None) -> Step | None:
        return self._steps.get(number) if number is not None else None

    def _done(self, number: int | None) -> str:
        """What the agent did there; empty where it did nothing, as where it only looked."""
        step = self._step(number)
        return render_step(step) if step and step.actions else ""

    def _careful(self, advice: str, number: int | None) -> str:
        """The advice on a step that another attempt might repeat to harm."""
        step = self._step(number)
        return advice + ALREADY if step and why_irreversible(step) else advice

    def _fault(self, number: int | None, no_effect: bool) -> Fault:
        """Only where something shows that the step itself was wrong."""
        if not self._done(number):
            return None
        if no_effect:
            return "no-effect"
        return "away" if number in self._wrong else None

    def _actions(self, number: int | None) -> tuple[BlamedAction, ...]:
        step = self._step(number)
        return tuple(map(_blamed, step.actions[:MAX_ACTIONS])) if step else ()

    def unsaved(self) -> tuple[str, ...]:
        """What the last screen leaves unsaved."""
        last = max(self._steps, default=None)
        page = _page(self._steps[last].after) if last is not None else None
        if page and page.dirty_count and self._is_sent():
            page = replace(page, dirty=(), dirty_count=0)
        return tuple(quoted(line) for line in render_page(page)[:MAX_UNSAVED])

    def _is_sent(self) -> bool:
        """Whether the application took what was entered, and nothing was edited since: a form that
        a script sends still shows it."""
        for number in sorted(self._steps, reverse=True):
            step = self._steps[number]
            if step.actions and step.actions[-1].kind in _EDITS:
                return False
            if was_accepted(step):
                return True
            if _page(step.before) != _page(step.after):
                return False
        return False


def _page(look: Observation | None) -> PageState | None:
    return look.page if look else None


def _key(finding: Evidence) -> tuple[str, str, str]:
    """What makes two findings one."""
    return finding.kind, finding.what, finding.where


def _avoid(done: str, fault: Fault) -> str:
    return f"{quoted(done, 140)}: {FAULTS[fault]}" if done and fault else ""


def _blamed(action: Action) -> BlamedAction:
    target = action.target
    return BlamedAction(
        kind=action.kind,
        role=clean(target.role or target.tag) if target else "",
        name=clean(target.text) if target else "",
        text="" if is_secret(target) else clean(action.text),
    )


def _seen(finding: Evidence) -> str:
    """Our own sentences quote a page's words; whatever else somebody wrote is quoted whole."""
    return clean(finding.text) if finding.kind in ADVICE else quoted(finding.text)


def _telling(findings: Sequence[Evidence]) -> list[Evidence]:
    """Without those that weigh little beside the strongest; what has no weight is kept."""
    least = LEAST_SHARE * min((one.weight for one in findings), default=0.0)
    return [one for one in findings if one.weight == 0 or one.weight <= least]


def _without_repeats(findings: Sequence[Evidence]) -> list[Evidence]:
    """Of those that say that the form at the end was not sent the one that names the button, else
    the strongest."""
    unsent = [one for one in findings if one.kind in UNSENT]
    kept = next((one for one in unsent if one.wanted), unsent[0] if unsent else None)
    at = findings.index(unsent[0]) if unsent else len(findings)
    rest = [one for one in findings[at:] if one.kind not in UNSENT]
    return [*findings[:at], *([kept] if kept else []), *rest]
