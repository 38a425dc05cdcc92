"""Nothing is claimed of what nobody saw, and no success without evidence: whichever the judge."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from builders import RUN, a_run_verdict, a_screen, a_step, an_action, an_element
from msgspec.structs import replace
from screens import a_button, a_click, a_run
from screens import a_screen as a_page

from courtside_judge.backends.chosen import Chosen, ModelChoice
from courtside_judge.claims import (
    EARLY,
    effective_verdict,
    without_unseen_success,
    without_unsupported_success,
)
from courtside_judge.context import JudgeContext
from courtside_judge.evidence.catalogue import GOAL_STATE
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.evidence.linear import LogisticModel, RunModel, load_weights
from courtside_judge.llm.model_pool import ModelPool
from courtside_judge.process.guard import GuardedJudge
from courtside_judge.process.judge_messages import JudgeEnd, JudgeStep, Recall, Start
from courtside_judge.protocol import Case, Ending, Judge
from courtside_judge.registry import OURS, load_judge
from courtside_store.geometry import Point
from courtside_store.lifecycle import CUT_SHORT, owes_lesson
from courtside_store.records import (
    Action,
    Effects,
    EndedBy,
    Evidence,
    JudgeStamp,
    Observation,
    Request,
    RunVerdict,
    Step,
    StepVerdict,
)
from courtside_store.rendering import ENDINGS
from courtside_store.thresholds import Thresholds

ENDS: tuple[EndedBy, ...] = get_args(EndedBy)
CUT_OFF = [by for by in ENDS if by != "finish"]


class Unasked(ModelPool):
    """Models that must not be opened."""

    def __init__(self) -> None:
        seeing = ModelChoice(backend="llama_cpp", model="a", projector="b", name="seeing")
        super().__init__(Chosen(reasoner=seeing, captioner=seeing))

    def open(self, choice: ModelChoice) -> Any:
        raise AssertionError(f"{choice.name} was asked about nothing")


def ended(judge: Judge, steps: list[Step], task: str, **ending: Any) -> RunVerdict:
    """What the judge's process answers at the end."""
    guard = GuardedJudge(judge, lambda _: None, lambda error: None)
    guard.answer(Start(case=Case(run=RUN, task=task)))
    for step in steps:
        guard.answer(Recall(step=step))
    verdict = guard.answer(JudgeEnd(run=RUN, ending=Ending(**{"ended_by": "finish", **ending})))
    assert isinstance(verdict, RunVerdict)
    return verdict


@pytest.mark.parametrize("by", ENDS)
@pytest.mark.parametrize("name", sorted(OURS))
def test_of_a_run_without_an_observed_step_every_judge_says_that_nothing_was_observed(
    name: str, by: EndedBy
) -> None:
    sentence = 'I pressed "Save" and it was saved.'
    thought = Step(run=RUN, index=1, thought=sentence)
    with_text = Step(run=RUN, index=2, actions=(Action(kind="other", at_ms=1, text=sentence),))
    nothing = "no screen and no action was recorded"
    words = "only the agent's own words were recorded, without a screen"
    told: tuple[tuple[list[Step], str], ...] = (
        ([], nothing),
        ([thought], words),
        ([with_text], words),
        ([thought, with_text], words),
    )
    for steps, what in told:
        verdict = ended(
            load_judge(name, JudgeContext(Unasked())),
            steps,
            'Press "Save".',
            ended_by=by,
            answer="saved",
            claims_success=True,
        )
        assert (verdict.label, verdict.score, verdict.status) == ("unknown", None, "ok")
        assert verdict.explanation == f"nothing was observed: {what}; {ENDINGS[by]}"
        assert verdict.failure_kind == ("environment" if by in CUT_SHORT else None)
        assert not verdict.evidence and not verdict.flags and verdict.judge.name == name


@pytest.mark.parametrize("seen_before", [True, False])
def test_of_a_step_that_stands_in_words_alone_nothing_is_claimed(seen_before: bool) -> None:
    guard = GuardedJudge(EvidenceJudge(), lambda _: None, lambda error: None)
    guard.answer(Start(case=Case(run=RUN, task='Press "Cancel".')))
    if seen_before:
        guard.answer(JudgeStep(step=a_step(1)))
    for index in (2, 3, 4):
        in_words = Action(kind="other", at_ms=1, text='I pressed "Cancel".')
        verdict = guard.answer(JudgeStep(step=Step(run=RUN, index=index, actions=(in_words,))))
        assert isinstance(verdict, StepVerdict)
        assert (verdict.label, verdict.score, verdict.status) == ("not-sure", None, "ok")
        assert verdict.explanation.startswith("nothing was observed of this step: ")
        assert not verdict.evidence and not verdict.flags and verdict.judge.name == "evidence"


@pytest.mark.parametrize(
    "step",
    [
        a_step(1),
        a_step(1, Action(kind="other", at_ms=1, text="drew", point=Point(1, 2))),
        Step(run=RUN, index=1, before=a_screen(an_element())),
        Step(run=RUN, index=1, after=Observation(at_ms=1, withheld="the page was gone")),
    ],
)
def test_an_action_or_a_look_is_something_observed(step: Step) -> None:
    verdict = ended(EvidenceJudge(), [step], 'Press "Cancel".')
    assert "nothing was observed" not in verdict.explanation


def test_what_was_observed_since_the_judge_began_counts() -> None:
    guard = GuardedJudge(EvidenceJudge(), lambda _: None, lambda error: None)
    guard.answer(Start(case=Case(run=RUN, task='Press "Cancel".')))
    guard.answer(JudgeStep(step=a_step(1)))
    verdict = guard.answer(JudgeEnd(run=RUN, ending=Ending(ended_by="finish")))
    assert isinstance(verdict, RunVerdict) and verdict.label == "failure"


WANDERS = a_run(
    (a_click("Menu"), a_page(a_button("Offers"), a_button("Help"))),
    (a_click("Help"), a_page(a_button("Contact"), a_button("Menu"))),
    start=a_page(a_button("Menu"), a_button("Help")),
)
GULLIBLE = replace(
    load_weights(),
    run=RunModel.alike(LogisticModel(bias=2.0, weights={"claims-success": 0.5})),
)
"""Weights that call a success whatever nothing speaks against."""
SAVES = a_run(
    (a_click("Save"), a_page(a_button("Print"), text="Your file was saved")),
    start=a_page(a_button("Save"), a_button("Print")),
)


@pytest.mark.parametrize("by", CUT_OFF)
def test_an_agent_that_was_cut_off_is_no_success_by_default(by: EndedBy) -> None:
    task = "Look around the shop until you are bored"
    alone = EvidenceJudge(GULLIBLE).start(Case(run=RUN, task=task), lambda _: None)
    for step in WANDERS:
        alone.recall(step)
    own = alone.finish(Ending(ended_by=by))
    assert own.label == "success"
    verdict = ended(EvidenceJudge(GULLIBLE), WANDERS, task, ended_by=by)
    assert verdict.label == "unknown"
    assert verdict.explanation == f"{ENDINGS[by]}, and nothing shows that the goal was reached"
    assert verdict.judge.settings == {"own_label": "success"}


@pytest.mark.parametrize("by", CUT_OFF)
@pytest.mark.parametrize("name", ["evidence", "pae"])
def test_to_be_cut_off_is_no_failure_by_itself(name: str, by: EndedBy) -> None:
    ours = {"evidence": EvidenceJudge(GULLIBLE)}
    judge = ours.get(name) or load_judge(name, JudgeContext(Unasked()))
    verdict = ended(judge, WANDERS, "Look around the shop until you are bored", ended_by=by)
    assert verdict.label == "unknown" and ENDINGS[by] in verdict.explanation


def test_every_end_is_told_first_but_a_finish_a_closed_page_and_silence() -> None:
    assert {*ENDINGS} - EARLY == {"finish", "tab-closed", "idle"}


@pytest.mark.parametrize("by", sorted(EARLY))
@pytest.mark.parametrize("task", ['Press "Save".', 'Press "Cancel".'])
def test_a_crash_or_a_stop_is_told_first_and_once(by: EndedBy, task: str) -> None:
    verdict = ended(EvidenceJudge(), SAVES, task, ended_by=by)
    assert (
        verdict.explanation.startswith(ENDINGS[by]) and verdict.explanation.count(ENDINGS[by]) == 1
    )
    finished = ended(EvidenceJudge(), SAVES, task)
    as_finished = "unknown" if by in CUT_SHORT and finished.label == "failure" else finished.label
    assert verdict.label == as_finished


@pytest.mark.parametrize("by", sorted(CUT_SHORT))
def test_what_a_crash_cut_short_is_an_environment_error_and_no_failed_task(by: EndedBy) -> None:
    verdict = ended(EvidenceJudge(), SAVES, 'Press "Cancel".', ended_by=by)
    assert (verdict.label, verdict.failure_kind) == ("unknown", "environment")
    assert verdict.judge.settings is not None
    assert verdict.judge.settings["own_label"] == "failure" and owes_lesson(verdict)
    ending = Ending(ended_by=by)
    assert effective_verdict(verdict, ending, None, None) == verdict


@pytest.mark.parametrize("by", sorted(CUT_SHORT))
def test_a_verdict_that_was_stored_before_that_rule_is_none_either(by: EndedBy) -> None:
    before = a_run_verdict(label="failure", failure_kind="other", score=0.1)
    now = effective_verdict(before, Ending(ended_by=by), None, None)
    assert (now.label, now.failure_kind, now.score) == ("unknown", "environment", 0.1)
    assert effective_verdict(before, Ending(ended_by="finish"), None, None) == before


@pytest.mark.parametrize("by", ENDS)
def test_a_goal_that_the_end_shows_is_a_success_however_the_run_ended(by: EndedBy) -> None:
    assert ended(EvidenceJudge(), SAVES, 'Press "Save".', ended_by=by).label == "success"


def sent_unseen(*, seen: bool) -> list[Step]:
    """A form that was filled in and sent; its request was accepted."""
    taken = Effects(requests=(Request(method="POST", path="/users", at_ms=1, status=303),))
    field = an_element(1, "Name", tag="input", role="textbox")
    empty = a_screen(field, an_element(2, "Save"), title="New user")
    typed = a_screen(replace(field, value="Ada"), an_element(2, "Save"), title="New user")
    gone = Observation(at_ms=2, url="http://a/users", withheld="the page crashed")
    refused = a_screen(replace(field, value=""), an_element(2, "Save"), text="The name is taken")
    return [
        a_step(1, an_action("type", "Name", text="Ada"), before=empty, after=typed),
        a_step(
            2,
            an_action("click", "Save"),
            before=typed,
            after=refused if seen else gone,
            effects=taken,
        ),
    ]


@pytest.mark.parametrize("by", sorted(CUT_SHORT))
def test_a_crash_before_the_last_screen_was_seen_leaves_no_success(by: EndedBy) -> None:
    """That a request was accepted says nothing of a page that shows why it was not."""
    judge = EvidenceJudge(GULLIBLE)
    task = 'Create the user "Ada" and save.'
    alone = judge.start(Case(run=RUN, task=task), lambda _: None)
    for step in sent_unseen(seen=False):
        alone.recall(step)
    assert alone.finish(Ending(ended_by=by)).label == "success"
    verdict = ended(judge, sent_unseen(seen=False), task, ended_by=by)
    assert (verdict.label, verdict.score, verdict.failure_kind) == ("unknown", None, "environment")
    assert verdict.explanation == f"{ENDINGS[by]} before it was seen what the last action led to"
    assert effective_verdict(verdict, Ending(ended_by=by), None, DEAR) == verdict
    for steps, end in ((sent_unseen(seen=True), by), (sent_unseen(seen=False), "finish")):
        other = ended(judge, steps, task, ended_by=end)
        assert "before it was seen" not in other.explanation
    likely = a_run_verdict(label="unknown", score=0.7, least_false_success=0.2)
    for seen, end, least in ((False, by, None), (True, by, 0.2), (False, "finish", 0.2)):
        left = without_unseen_success(likely, Ending(ended_by=end), end_seen=seen)
        assert left.least_false_success == least


def test_the_agents_claim_alone_is_no_success() -> None:
    task = "Look around the shop until you are bored"
    claimed: dict[str, Any] = {"answer": "I looked around.", "claims_success": True}
    assert ended(EvidenceJudge(GULLIBLE), WANDERS, task, **claimed).label == "unknown"
    assert ended(EvidenceJudge(), WANDERS, task, **claimed).label != "success"


def a_success(*evidence: tuple[str, float], **more: Any) -> RunVerdict:
    items = tuple(Evidence(kind=kind, text=kind, weight=weight) for kind, weight in evidence)
    return a_run_verdict(evidence=items, **more)


@pytest.mark.parametrize(
    ("evidence", "by", "label"),
    [
        ([("unsighted", 1.2)], "finish", "unknown"),
        ([("unsighted", 1.2), ("asked-claimed", 0.6)], "finish", "unknown"),
        ([("words-titled", 0.3)], "finish", "success"),
        ([("words-titled", 0.3)], "stop", "unknown"),
        ([("asked-done", 0.6)], "finish", "success"),
        ([("asked-done", 0.6)], "stop", "success"),
        ([("asked-done", 0.6), ("words-untouched", -0.1)], "stop", "unknown"),
        ([("asked-done", 0.0)], "finish", "unknown"),
        *(([(kind, 0.4), ("words-untouched", -0.1)], "stop", "success") for kind in GOAL_STATE),
    ],
)
def test_what_counts_as_evidence_depends_on_who_ended_the_run(
    evidence: list[tuple[str, float]], by: EndedBy, label: str
) -> None:
    assert without_unsupported_success(a_success(*evidence), Ending(ended_by=by)).label == label


def test_a_failure_and_a_models_word_stand() -> None:
    cut_off = Ending(ended_by="agent-crashed")
    failure = a_success(("unsighted", 1.0), label="failure")
    assert without_unsupported_success(failure, cut_off) == failure
    read = replace(a_success(("unsighted", 1.0)), judge=JudgeStamp(name="cascade", model="a"))
    assert without_unsupported_success(read, cut_off) == read


DEAR = Thresholds(judge="test", version="", runs="some", n=9, at_ms=1, failure_below=0.3)
SHOWN = (("confirmed", 0.4), ("words-untouched", -0.1))


@pytest.mark.parametrize(
    ("evidence", "by", "model", "label"),
    [
        ((), "finish", "", "unknown"),
        ((("words-untouched", -0.1),), "finish", "", "unknown"),
        (SHOWN, "finish", "", "success"),
        (SHOWN, "agent-crashed", "", "success"),
        ((("words-titled", 0.3),), "agent-crashed", "", "unknown"),
        ((), "finish", "a", "success"),
        ((), "agent-crashed", "a", "unknown"),
    ],
)
def test_a_calibrated_score_makes_no_success_without_evidence(
    evidence: tuple[tuple[str, float], ...], by: EndedBy, model: str, label: str
) -> None:
    stamp = JudgeStamp(name="test", model=model)
    failure = replace(a_success(*evidence, label="failure", score=0.45), judge=stamp)
    ending = Ending(ended_by=by)
    verdict = effective_verdict(failure, ending, None, DEAR)
    assert verdict.label == label
    assert verdict.judge.settings == {"own_label": "failure"}
    assert effective_verdict(verdict, ending, None, DEAR) == verdict


@pytest.mark.parametrize(
    ("evidence", "by", "label"),
    [
        ((), "finish", "unknown"),
        (SHOWN, "finish", "success"),
        (SHOWN, "agent-crashed", "success"),
        ((("words-titled", 0.3),), "agent-crashed", "unknown"),
    ],
)
def test_neither_does_a_limit_for_a_larger_share_of_false_successes(
    evidence: tuple[tuple[str, float], ...], by: EndedBy, label: str
) -> None:
    likely = a_success(*evidence, label="unknown", score=0.7, least_false_success=0.2)
    ending = Ending(ended_by=by)
    verdict = effective_verdict(likely, ending, 0.2, None)
    assert verdict.label == label
    assert effective_verdict(verdict, ending, 0.2, None) == verdict
    assert effective_verdict(likely, ending, 0.15, None) == likely
