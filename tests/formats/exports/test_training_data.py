"""Which runs and steps become training data, and at which reward."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from builders import a_jpeg, a_run_verdict, a_screen, a_step, a_step_verdict
from labels import store_run

from courtside_formats.exports.judged import Selection, judged_runs
from courtside_formats.exports.rewards import Rewards
from courtside_formats.exports.training_data import Exported, export_runs
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.reading import Reader
from courtside_store.records import EndedBy, JudgeStamp, Override, RunLabel, StepVerdict

OTHER = JudgeStamp(name="other", version="2")


@pytest.fixture
def store(config: Config) -> Iterator[Store]:
    with Store.open(config) as store:
        yield store


@pytest.fixture
def run(store: Store) -> str:
    """Five steps: reached, towards, not sure, an error and one that nobody judged."""
    look = a_screen(frame=store.add_blob(a_jpeg()))
    run = store_run(store, [a_step(n, before=look, after=look) for n in range(1, 6)])
    store.add_verdicts(
        [
            a_step_verdict(1, run, label="goal-reached", score=0.95),
            a_step_verdict(2, run, label="towards-the-goal", score=0.7),
            a_step_verdict(3, run, label="not-sure", score=None),
            a_step_verdict(4, run, status="error"),
            a_run_verdict(run),
        ]
    )
    return run


def by(stamp: JudgeStamp, verdict: StepVerdict) -> StepVerdict:
    """The same verdict by another judge."""
    return msgspec.structs.replace(verdict, judge=stamp)


def export(
    config: Config, store: Store, out: Path, selection: Selection | None = None
) -> tuple[Exported, dict[int, float]]:
    """What was counted, and the reward of each step that has a row."""
    with Reader(config) as reader:
        done = export_runs(reader, store.blobs, out, selection)
    rows = map(msgspec.json.decode, (out / "steps.jsonl").read_bytes().splitlines())
    return done, {row["step"]: row["reward"] for row in rows}


@pytest.mark.parametrize(
    ("selection", "rewards", "left_out"),
    [
        ({}, {1: 1.0, 2: 0.5}, {"below_reward": 1, "without_verdict": 2}),
        ({"min_reward": "goal"}, {1: 1.0}, {"below_reward": 2, "without_verdict": 2}),
        ({"min_reward": "any"}, {1: 1.0, 2: 0.5, 3: -0.1}, {"without_verdict": 2}),
        (
            {"min_reward": "any", "rewards": Rewards(towards=0.2, other=-1)},
            {1: 1.0, 2: 0.2, 3: -1},
            {"without_verdict": 2},
        ),
        ({"min_score": 0.8}, {1: 1.0}, {"below_score": 2, "without_verdict": 2}),
        ({"labels": "people"}, {}, {"without_label": 5}),
        ({"min_agreement": 0.5}, {}, {"below_agreement": 3, "without_verdict": 2}),
        ({"filter": "verdict:failure"}, {}, {}),
    ],
)
def test_a_row_is_a_step_whose_verdict_counts_and_is_good_enough(
    config: Config,
    store: Store,
    run: str,
    tmp_path: Path,
    selection: Any,
    rewards: dict[int, float],
    left_out: dict[str, int],
) -> None:
    done, kept = export(config, store, tmp_path / "out", Selection(**selection))
    assert kept == rewards
    assert done == Exported(
        rows=len(rewards), runs=int(bool(rewards)), images=int(bool(rewards)), **left_out
    )


def test_a_person_s_label_counts_whatever_the_judge_s_score(
    config: Config, store: Store, run: str, tmp_path: Path
) -> None:
    store.add_override(Override(run=run, step=1, label="away-from-the-goal", at_ms=1))
    store.add_override(Override(run=run, step=5, label="goal-reached", at_ms=1))
    both = Selection(min_score=0.5)
    assert export(config, store, tmp_path / "both", both)[1] == {2: 0.5, 5: 1.0}
    people = Selection(labels="people", min_reward="any")
    assert export(config, store, tmp_path / "people", people)[1] == {1: -0.1, 5: 1.0}
    judge = Selection(labels="judge")
    assert export(config, store, tmp_path / "judge", judge)[1] == {1: 1.0, 2: 0.5}


@pytest.mark.parametrize("outcome", ["failure", "unknown", "success"])
def test_no_judge_reaches_the_goal_in_a_run_that_failed(
    config: Config, store: Store, run: str, tmp_path: Path, outcome: RunLabel
) -> None:
    store.add_verdicts([a_run_verdict(run, label=outcome)])
    every = Selection(min_reward="any")
    reward = -0.1 if outcome == "failure" else 1.0
    assert export(config, store, tmp_path / "any", every)[1] == {1: reward, 2: 0.5, 3: -0.1}
    kept = {2: 0.5} if outcome == "failure" else {1: 1.0, 2: 0.5}
    assert export(config, store, tmp_path / "kept")[1] == kept


@pytest.mark.parametrize("ended_by", ["agent-crashed", "page-crashed", "session-gone"])
def test_a_run_that_a_crash_cut_short_has_not_failed_unless_a_person_says_so(
    config: Config, store: Store, ended_by: EndedBy
) -> None:
    run = store_run(store, [a_step()], ended_by=ended_by)
    store.add_verdicts([a_run_verdict(run, label="failure")])

    def rewards(**selected: Any) -> list[int | None]:
        with Reader(config) as reader:
            return [one.reward for one in judged_runs(reader, Selection(**selected))]

    assert rewards() == [None]
    store.add_override(Override(run=run, label="failure", at_ms=1))
    assert rewards() == [0] and rewards(labels="judge") == [None]
    finished = store_run(store, [a_step()])
    store.add_verdicts([a_run_verdict(finished, label="failure")])
    assert sorted(rewards(labels="judge"), key=str) == [0, None]


def test_a_row_tells_a_run_that_is_unknown_from_one_that_nobody_judged(
    config: Config, store: Store, tmp_path: Path
) -> None:
    labels: dict[str, str | None] = {}
    given: tuple[RunLabel | None, ...] = ("success", "unknown", None, "failure")
    for label in given:
        ended: EndedBy = "agent-crashed" if label == "failure" else "finish"
        run = store_run(store, [a_step()], ended_by=ended)
        verdicts = [a_run_verdict(run, label=label)] if label else []
        store.add_verdicts([a_step_verdict(1, run), *verdicts])
        labels[run] = "unknown" if label == "failure" else label
    export(config, store, tmp_path / "out", Selection(min_reward="any"))
    lines = (tmp_path / "out" / "steps.jsonl").read_bytes().splitlines()
    rows = [msgspec.json.decode(line) for line in lines]
    assert {row["run"]: row["run_label"] for row in rows} == labels
    assert sorted(row["run_reward"] or 0 for row in rows) == [0, 0, 0, 1]


def test_a_person_s_word_on_the_run_or_the_step_is_the_last(
    config: Config, store: Store, run: str, tmp_path: Path
) -> None:
    store.add_override(Override(run=run, label="failure", at_ms=1))
    store.add_override(Override(run=run, step=2, label="goal-reached", at_ms=1))
    assert export(config, store, tmp_path / "out")[1] == {2: 1.0}


def test_one_judge_s_verdicts_may_count_alone(
    config: Config, store: Store, run: str, tmp_path: Path
) -> None:
    store.add_verdicts([by(OTHER, a_step_verdict(3, run, label="goal-reached"))])
    assert export(config, store, tmp_path / "other", Selection(judge="other"))[1] == {3: 1.0}
    assert export(config, store, tmp_path / "test", Selection(judge="test"))[1] == {1: 1.0, 2: 0.5}
    with pytest.raises(ValueError, match="judge 'nobody'; there are verdicts of other, test"):
        export(config, store, tmp_path / "nobody", Selection(judge="nobody"))
    assert not (tmp_path / "nobody").exists()


def test_pictures_are_named_as_what_they_are(
    config: Config, store: Store, run: str, tmp_path: Path
) -> None:
    export(config, store, tmp_path / "out")
    (picture,) = (tmp_path / "out" / "images").iterdir()
    row = json.loads((tmp_path / "out" / "steps.jsonl").read_text().splitlines()[0])
    assert picture.suffix == ".jpeg" and row["observation"]["image"] == f"images/{picture.name}"


def test_a_bad_filter_writes_nothing(config: Config, store: Store, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is not understood"):
        export(config, store, tmp_path / "out", Selection(filter="verdit:x"))
    assert not (tmp_path / "out").exists()
