"""In a plain task what a run shows counts more than in a long one."""

from __future__ import annotations

import pytest
from builders import RUN, a_screen, a_step, an_action, an_element
from msgspec.structs import replace

from courtside_judge.evidence.extraction import end_findings
from courtside_judge.evidence.features import features
from courtside_judge.evidence.goals import read_goal
from courtside_judge.evidence.judge import EvidenceJudge
from courtside_judge.evidence.linear import load_weights
from courtside_judge.evidence.plainness import emphasis, language_share
from courtside_judge.evidence.session import EvidenceSession
from courtside_judge.evidence.weights_for_run import run_model
from courtside_judge.protocol import Case, Ending
from courtside_store.records import Observation

PLAIN = 'Type "Ada" and press Save.'
LONG = 'Type "Ada" where her old name stands on the first page of the form, and press Save there.'
ENDING = Ending(ended_by="finish", claims_success=True)
EMPTY = a_screen(an_element(1, "Name", tag="input", role="textbox"), an_element(2, "Save"))


@pytest.mark.parametrize(
    ("words", "times", "share"),
    [(1, 2, 0), (6, 2, 0), (9, 1.5, 3 / 14), (12, 1, 3 / 7), (99, 1, 1)],
)
def test_a_task_is_plain_by_the_number_of_its_words(words: int, share: float, times: float) -> None:
    goal = read_goal(" ".join(["word"] * words))
    assert (emphasis(goal), language_share(goal)) == pytest.approx((times, share))


def test_each_ideograph_counts_as_a_word() -> None:
    goal = read_goal(20 * "\u6587")
    assert (emphasis(goal), language_share(goal)) == (1, 1)


def a_run(task: str, screen: Observation = EMPTY) -> EvidenceSession:
    session = EvidenceJudge().start(Case(run=RUN, task=task), lambda _: None)
    session.follow(a_step(1, an_action("type", "Name", "Ada"), before=screen, after=screen))
    return session


@pytest.mark.parametrize(("task", "times"), [(PLAIN, 2.0), (LONG, 1.0)])
def test_each_finding_counts_so_many_times_as_its_weight_says(task: str, times: float) -> None:
    shipped = load_weights().run
    session = a_run(task)
    model = run_model(load_weights(), session.tracker)
    assert model.bias == shipped.bias
    assert model.weights == pytest.approx({n: times * x for n, x in shipped.weights.items()})


@pytest.mark.parametrize("task", [PLAIN, LONG])
def test_learning_from_labels_weighs_a_run_as_the_judge_does(task: str) -> None:
    session = a_run(task)
    weighed = session.weighed_end(ENDING)
    judged = run_model(load_weights(), session.tracker)
    amounts = features(end_findings(session.tracker, ENDING))
    assert weighed.model == load_weights().run
    assert weighed.model.odds(weighed.amounts) == pytest.approx(judged.odds(amounts))


def test_screens_that_were_only_read_count_as_they_were_fitted() -> None:
    letters = replace(a_screen(an_element(1, "Name", tag="", role="text", source="ocr")), text="")
    session = a_run(PLAIN, letters)
    assert session.tracker.screens.only_read
    assert run_model(load_weights(), session.tracker) == load_weights().read
