"""The cloning experiment has numbers of tasks that were trained on, and can leave places out."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="torch is missing: sh packaging/setup.sh models")

from courtside_store.config import Config
from courtside_training.experiments import cloning
from courtside_training.experiments.cloning_figures import ROWS, figures, table
from courtside_training.experiments.cloning_tasks import FAMILIES, TRAINED_APPS, split_of
from courtside_training.experiments.places import MINIWOB, ExperimentJob


def succeeded(*arms: str) -> dict[str, bool]:
    return {arm: arm in arms for arm in ROWS}


UNSEEN = {0: [("miniwob a", succeeded("filtered"))]}
KNOWN = {
    0: [("miniwob b", succeeded("oracle_filtered", "filtered"))],
    1: [("miniwob b", succeeded("oracle_filtered")), ("miniwob c", succeeded("baseline"))],
}


def test_tasks_that_were_trained_on_are_counted_by_themselves() -> None:
    found = figures(UNSEEN, {}, KNOWN)
    assert (found.test_tasks, found.filtered, found.oracle_filtered) == (1, 1.0, 0.0)
    known = found.known_tasks
    assert known is not None and (known.tasks, known.attempts) == (2, 3)
    assert known.success["oracle_filtered"] == 0.5 and known.success["filtered"] == 0.25
    assert known.by_seed["oracle_filtered"] == [1.0, 0.5]
    assert known.gains["filtered by the oracle over the baseline"][1] == 0.0


def test_the_judge_s_word_on_the_same_attempts_stands_beside_the_oracle_s() -> None:
    def says(word: float | None) -> dict[str, float | None]:
        return {**dict.fromkeys(ROWS, 0.0), "filtered": word}

    judged = {0: [("miniwob a", says(1.0))], 1: [("miniwob a", says(None)), ("b", says(0.0))]}
    found = figures(UNSEEN, {}, KNOWN, judged=judged, judged_known={0: [("c", says(1.0))]})
    without = figures(UNSEEN, {}, KNOWN)
    assert (found.filtered, found.filtered_minus_self) == (1.0, without.filtered_minus_self)
    assert found.judged is not None and found.known_tasks is not None
    assert found.judged.success["filtered"] == found.judged.undecided["filtered"] == 0.25
    assert found.judged.success["baseline"] == found.judged.undecided["baseline"] == 0.0
    assert found.known_tasks.judged is not None
    assert found.known_tasks.judged.success["filtered"] == 1.0
    assert table(found).count("Called a success by the judge") == 2
    assert "| 0.250 (" in table(found) and "judge |" not in table(without).splitlines()[0]


def test_the_table_has_them_where_there_are_some() -> None:
    without, whole = table(figures(UNSEEN, {}, {0: []})), table(figures(UNSEEN, {}, KNOWN))
    assert whole.startswith(without) and "trained on" in whole.removeprefix(without)


def test_tasks_of_an_app_have_one_content_and_are_not_tested_where_they_were_trained_on() -> None:
    jobs = [ExperimentJob(place=place, task="a", seed=0) for place in (MINIWOB, TRAINED_APPS[0])]
    assert cloning.of_many_contents(jobs) == jobs[:1]


def test_one_place_alone_has_all_its_families() -> None:
    split = split_of(0, tasks=3, kinds=1, places=(MINIWOB,))
    assert len(split.train) == len(split.test) == len(FAMILIES) / 2
    assert {job.place for job in (*split.train, *split.test)} == {MINIWOB}


def test_a_place_that_it_does_not_know_is_refused_in_one_line(
    config: Config, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match="'jira' is no place; expected one of"):
        cloning.run(config, places=("jira",), out=tmp_path / "out")
    assert not (tmp_path / "out").exists()
