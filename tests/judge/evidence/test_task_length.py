"""What a run shows is weighed by how long its task is."""

from __future__ import annotations

import pytest
from builders import RUN, a_screen, a_step, an_action, an_element
from msgspec.structs import replace

from courtside_judge.evidence.extraction import end_findings
from courtside_judge.evidence.features import features
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.evidence.linear import load_weights
from courtside_judge.evidence.session import EvidenceSession
from courtside_judge.evidence.task_length import length_of
from courtside_judge.evidence.weights_for_run import run_model
from courtside_judge.protocol import Case, Ending
from courtside_store.records import Observation

PLAIN = 'Type "Ada" and press Save.'
BETWEEN = 'Type "Ada" as the first name and then press Save.'
LONG = 'Type "Ada" where her old name stands on the first page of the form, and press Save there.'
ENDING = Ending(ended_by="finish", claims_success=True)
EMPTY = a_screen(an_element(1, "Name", tag="input", role="textbox"), an_element(2, "Save"))


@pytest.mark.parametrize(("words", "length"), [(1, 0), (6, 0), (10, 0.5), (14, 1), (99, 1)])
def test_a_task_is_plain_or_long_by_the_number_of_its_words(words: int, length: float) -> None:
    assert length_of(read_goal(" ".join(["word"] * words))) == length


def test_each_ideograph_counts_as_a_word() -> None:
    assert length_of(read_goal(14 * "\u6587")) == 1


def a_run(task: str, screen: Observation = EMPTY) -> EvidenceSession:
    session = EvidenceJudge().start(Case(run=RUN, task=task), lambda _: None)
    session.follow(a_step(1, an_action("type", "Name", "Ada"), before=screen, after=screen))
    return session


LETTERS = replace(a_screen(an_element(1, "Name", tag="", role="text", source="ocr")), text="")


@pytest.mark.parametrize("only_read", [False, True])
def test_plain_and_long_tasks_have_models_of_their_own_and_others_a_mean_of_both(
    only_read: bool,
) -> None:
    shipped = load_weights().read if only_read else load_weights().run
    runs = [a_run(task, LETTERS if only_read else EMPTY).tracker for task in (PLAIN, BETWEEN, LONG)]
    assert {run.screens.only_read for run in runs} == {only_read}
    weighing = [run_model(load_weights(), run) for run in runs]
    assert weighing == [shipped.plain, shipped.plain.blended(shipped.long, 0.5), shipped.long]
    amounts = dict.fromkeys(["asked-done", "submit-done"], 1.0)
    plain, between, long = (model.odds(amounts) for model in weighing)
    assert between == pytest.approx((plain + long) / 2, abs=0.01)


@pytest.mark.parametrize("task", [PLAIN, LONG])
def test_learning_from_labels_weighs_a_run_as_the_judge_does(task: str) -> None:
    session = a_run(task)
    weighed = session.weighed_end(ENDING)
    amounts = features(end_findings(session.tracker, ENDING))
    assert weighed.model == run_model(load_weights(), session.tracker)
    assert weighed.amounts == {name: x for name, x in amounts.items() if x}
