"""A judge of outcomes that writes one method: the base does the rest."""

from __future__ import annotations

from builders import RUN, a_step

from courtside_judge.end_judge import EndedRun, EndJudge, EndLabel
from courtside_judge.process.guard import GuardedJudge
from courtside_judge.process.judge_messages import JudgeEnd, JudgeStep, Recall, Start
from courtside_judge.protocol import Case, Ending, Judge
from courtside_store.records import RunVerdict


class Counting(EndJudge):
    """A run of two steps is a success."""

    name = "counting"
    version = "7"

    def label(self, run: EndedRun) -> EndLabel:
        if run.ending.answer == "break":
            raise RuntimeError("no")
        numbers = [step.index for step in run.steps]
        return EndLabel(label="success", explanation=f"{run.case.task}: {numbers}", score=0.8)


def ended(task: str, answer: str = "") -> RunVerdict:
    judge: Judge = Counting()
    guard = GuardedJudge(judge, lambda _: None, lambda error: None)
    guard.answer(Start(case=Case(run=RUN, task=task)))
    guard.answer(Recall(step=a_step(1)))
    guard.answer(JudgeStep(step=a_step(2)))
    verdict = guard.answer(JudgeEnd(run=RUN, ending=Ending(ended_by="finish", answer=answer)))
    assert isinstance(verdict, RunVerdict)
    return verdict


def test_it_gets_every_step_and_its_answer_becomes_a_stamped_verdict() -> None:
    verdict = ended("Buy it")
    assert (verdict.label, verdict.score, verdict.status) == ("success", 0.8, "ok")
    assert verdict.explanation == "Buy it: [1, 2]"
    assert (verdict.judge.name, verdict.judge.version) == ("counting", "7")


def test_without_a_task_it_is_not_asked_and_the_label_is_unknown() -> None:
    verdict = ended("", answer="break")
    assert (verdict.label, verdict.status) == ("unknown", "ok")
    assert "no task" in verdict.explanation


def test_what_it_raises_is_an_error_verdict() -> None:
    assert ended("Buy it", answer="break").status == "error"
