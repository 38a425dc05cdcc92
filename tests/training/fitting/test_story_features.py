"""The fit finds in a run's story what the judge finds while it watches."""

from __future__ import annotations

import pytest
from builders import a_screen, an_action, an_element, steps_of
from msgspec.structs import replace

pytest.importorskip("sklearn", reason="scikit-learn is missing: sh packaging/setup.sh test")

from courtside_judge.evidence.linear import LogisticModel, RunModel
from courtside_training.collecting.episodes import Episode
from courtside_training.fitting.features import row_of, see
from courtside_training.fitting.rows import run_rows, step_rows
from courtside_training.fitting.story_features import STORY_KINDS, without_story


def an_episode(task: str, answer: str = "Done.") -> Episode:
    users = a_screen(an_element(1, "Users", tag="a", role="link"))
    both = [an_element(2, "Aiko", tag="a", role="link"), an_element(3, "Odile")]
    page = a_screen(an_element(4, "Edit User Aiko"), an_element(5, "Cancel"))
    presses = [an_action("click", "Users"), an_action("click", "Aiko")]
    return Episode(
        world="fossil",
        kind="open-person",
        seed=1,
        behaviour="near-miss",
        task=task,
        steps=tuple(steps_of([users, a_screen(*both), page], presses)),
        answer=answer,
        claims_success=True,
        oracle=False,
    )


def test_the_same_findings_live_and_from_a_table() -> None:
    for task in ("Show the rights of the user Odile.", "How many does Odile have? Say it."):
        episode = an_episode(task, "It is 2.")
        (row,) = run_rows([row_of(episode)])
        assert row.amounts == pytest.approx(see(episode).run) and 0 < row.length < 1
        assert {"named-passed", "names-undone"} & row.amounts.keys() & STORY_KINDS


def test_the_same_of_each_step_live_and_from_a_table() -> None:
    row = row_of(replace(an_episode("Show the user Aiko."), labels=("towards-the-goal",) * 2))
    none = RunModel.alike(LogisticModel(bias=0.0, weights={}))
    told = [one.amounts for one in step_rows([row], none)]
    assert told == [one.amounts for one in row.views["elements"].steps]
    assert any("presses-best-match" in one or "texts-new" in one for one in told)


def test_a_run_whose_screens_came_in_another_way_has_none_of_it() -> None:
    (blind,) = run_rows([row_of(an_episode("Show the rights of the user Odile."))], ("blind",))
    assert not blind.amounts.keys() & STORY_KINDS


def test_an_older_table_calls_no_task_that_wants_to_see_something_a_wish() -> None:
    older = {"change-unsent": 1.0, "confirmed": 1.0}
    assert without_story(older, "Let me see the history.") == {"confirmed": 1.0}
    assert without_story(older, "Change the colour.") == older
