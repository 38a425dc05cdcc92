"""What a verdict may claim. Knows the catalogue of findings, and no judge.

Holds for every judge: nothing of a run or step where nothing was observed, success only on
evidence.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from courtside_store.lifecycle import CUT_SHORT
from courtside_store.records import (
    Action,
    EndedBy,
    Evidence,
    JudgeStamp,
    RunVerdict,
    Step,
    StepVerdict,
)
from courtside_store.rendering import ENDINGS
from courtside_store.thresholds import MAX_EXPLANATION_CHARS, Thresholds, apply_thresholds

from .evidence.catalogue import ASKED_DONE, GOAL_STATE, NO_EVIDENCE
from .evidence.screen import unless_withheld
from .protocol import Ending

EARLY: frozenset[EndedBy] = CUT_SHORT | {"stop", "truncated"}
"""Ends that are told first: they say more of a run than anything it shows."""


def is_observed(step: Step) -> bool:
    """Whether it holds an action or a screen; what an agent says of itself is neither, be it a
    thought or an action in words alone.
    """
    return bool(step.before or step.after) or any(map(_is_seen, step.actions))


def _is_seen(action: Action) -> bool:
    return action.kind != "other" or bool(action.target or action.point or action.raw)


def has_words(step: Step) -> bool:
    """Whether the agent says anything in it, be it a thought or an action in words alone."""
    return bool(step.thought or step.actions)


def unobserved(verdict: RunVerdict, ending: Ending, *, has_words: bool = False) -> RunVerdict:
    """The verdict on a run in which nothing was observed, with the stamp of the judge: an
    environment error where agent or page was lost. `has_words`: of some step by the agent.
    """
    what = "no screen and no action was recorded"
    if has_words:
        what = "only the agent's own words were recorded, without a screen"
    return replace(
        verdict,
        label="unknown",
        score=None,
        explanation=f"nothing was observed: {what}; {ENDINGS[ending.ended_by]}",
        evidence=(),
        flags=(),
        failure_kind="environment" if ending.ended_by in CUT_SHORT else None,
    )


def unobserved_step(verdict: StepVerdict) -> StepVerdict:
    """The verdict on a step of which nothing was observed, with the stamp of the judge."""
    why = "nothing was observed of this step: neither a screen nor an action was seen"
    return replace(verdict, label="not-sure", score=None, explanation=why, evidence=(), flags=())


def with_cause(verdict: RunVerdict, ending: Ending) -> RunVerdict:
    """The verdict, whose explanation says first that agent or page crashed, or it was stopped."""
    cause = ENDINGS[ending.ended_by]
    if verdict.status != "ok" or ending.ended_by not in EARLY or cause in verdict.explanation:
        return verdict
    explanation = f"{cause}; {verdict.explanation}".removesuffix("; ")[:MAX_EXPLANATION_CHARS]
    return replace(verdict, explanation=explanation)


def without_failure_by_crash(verdict: RunVerdict, ending: Ending) -> RunVerdict:
    """The verdict; in place of a failure in a run that a crash cut short an environment error:
    unknown, of the kind `environment`, with the judge's own label in its stamp.
    """
    is_failure = verdict.status == "ok" and verdict.label == "failure"
    if not is_failure or ending.ended_by not in CUT_SHORT:
        return verdict
    return replace(
        verdict, label="unknown", failure_kind="environment", judge=_with_own_label(verdict)
    )


def shows_its_end(step: Step) -> bool:
    """Whether anything was seen of the screen that it led to, be it in words alone."""
    return unless_withheld(step.after) is not None


def without_unseen_success(verdict: RunVerdict, ending: Ending, *, end_seen: bool) -> RunVerdict:
    """The verdict; in place of a success in a run that a crash cut short before the screen after
    its last step was seen an environment error: what was seen is from before that step. Neither is
    it one for a larger share of false successes.
    """
    if end_seen or ending.ended_by not in CUT_SHORT:
        return verdict
    verdict = replace(verdict, least_false_success=None)
    if verdict.label != "success":
        return verdict
    return replace(
        verdict,
        label="unknown",
        score=None,
        explanation=f"{ENDINGS[ending.ended_by]} before it was seen what the last action led to",
        failure_kind="environment",
        judge=_with_own_label(verdict),
    )


def without_unsupported_success(verdict: RunVerdict, ending: Ending) -> RunVerdict:
    """The verdict; unknown in place of a success for which it shows no evidence.

    A judge that weighs findings must have found something for success; where the agent did not
    finish by itself, about the state that the task ends with. A model weighs none: it is
    believed.
    """
    if verdict.label != "success" or verdict.judge.model or not verdict.evidence:
        return verdict
    return verdict if _shows_enough(verdict, ending) else _doubted(verdict, ending)


def effective_verdict(
    verdict: RunVerdict,
    ending: Ending,
    max_false_success: float | None,
    thresholds: Thresholds | None,
) -> RunVerdict:
    """The verdict as it counts: by the calibrated thresholds, and a success only on evidence.

    A threshold that calls a success what its judge did not is no evidence, nor is the judge's word:
    that was another one. Of an agent that finished, a model's score counts for both.
    """
    now = apply_thresholds(verdict, max_false_success, thresholds)
    now = without_failure_by_crash(now, ending)
    own = (now.judge.settings or {}).get("own_label", now.label)
    if now.label != "success" or own == "success":
        return without_unsupported_success(now, ending)
    by_model = now.judge.model and ending.ended_by == "finish"
    return now if by_model or _shows_enough(now, ending) else _doubted(now, ending)


def _doubted(verdict: RunVerdict, ending: Ending) -> RunVerdict:
    """Unknown in place of a success, without the judge's reasons for it."""
    why = "nothing shows that the goal was reached"
    if ending.ended_by != "finish":
        why = f"{ENDINGS[ending.ended_by]}, and {why}"
    return replace(verdict, label="unknown", explanation=why, judge=_with_own_label(verdict))


def _with_own_label(verdict: RunVerdict) -> JudgeStamp:
    """The stamp, with the label that is given up; an earlier one was the judge's own."""
    settings = {"own_label": verdict.label, **(verdict.judge.settings or {})}
    return replace(verdict.judge, settings=settings)


def _shows_enough(verdict: RunVerdict, ending: Ending) -> bool:
    finished = ending.ended_by == "finish"
    return (_shows_something if finished else _shows_the_goal)(verdict.evidence)


def _shows_something(evidence: Sequence[Evidence]) -> bool:
    return any(one.weight > 0 and one.kind not in NO_EVIDENCE for one in evidence)


def _shows_the_goal(evidence: Sequence[Evidence]) -> bool:
    """Something about the end, or all that was asked for done and nothing against it."""
    kinds = {one.kind for one in evidence if one.weight > 0}
    all_done = kinds & ASKED_DONE and all(one.weight >= 0 for one in evidence)
    return bool(kinds & GOAL_STATE or all_done)
