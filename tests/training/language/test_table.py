"""What a model adds is counted on the runs and steps that it scored, by families left out."""

from __future__ import annotations

import pytest
from story_lines import a_line

pytest.importorskip("sklearn", reason="scikit-learn is missing: sh packaging/setup.sh test")

from courtside_training.collecting.episodes import Episode
from courtside_training.fitting.rows import Row, RunRow, Seen, SeenStep
from courtside_training.fitting.stored_story import StoredStory
from courtside_training.language.folds import Scores
from courtside_training.language.table import table

WORLDS = ("fossil", "oscar", "roundup", "miniwob")


def a_run(world: str, seed: int) -> RunRow:
    """Half of them succeed; what is found tells it of three in four."""
    right, announced = seed % 2 == 0, seed % 4 != 0
    found = {"announced-good": 1.0} if right == announced else {"looping": 1.0}
    episode = Episode(
        world=world,
        kind=f"kind {seed}",
        seed=seed,
        behaviour="good",
        task="Save it.",
        steps=(),
        answer="",
        claims_success=True,
        oracle=right,
        labels=("goal-reached" if right else "away-from-the-goal",),
    )
    step = SeenStep(amounts={}, so_far=found, handed_in=False)
    seen = Seen(run=found, steps=(step,))
    story = StoredStory(lines=(a_line("click button | new: a"),))
    row = Row(episode=episode, views={"elements": seen}, story=story)
    return RunRow(row, found)


ROWS = [a_run(world, seed) for world in WORLDS for seed in range(40)]


def test_a_model_that_knows_adds_and_one_that_saw_half_is_counted_on_that_half() -> None:
    knows = {n: 4.0 if row.episode.oracle else -4.0 for n, row in enumerate(ROWS)}
    steps = {f"{n}/1": odds for n, odds in knows.items()}
    half = {n: odds for n, odds in knows.items() if n % 3}
    arms = {
        "all": Scores(runs=knows, steps=steps, seconds=1),
        "half": Scores(runs=half, steps={}, seconds=1),
    }
    metrics = table(ROWS, arms)
    assert metrics["findings, runs"]["n"] == 120 == metrics["findings, steps"]["n"]
    assert metrics["all, runs"]["model"]["auroc"] == metrics["all, steps"]["model"]["auroc"] == 1.0
    assert metrics["all, runs"]["gain"]["auroc"][0] > 0
    assert metrics["half, runs"]["n"] == 80 and "half, steps" not in metrics


def test_the_findings_are_without_the_word_of_the_model_that_ships() -> None:
    read = [
        RunRow(row.row, row.amounts | {"reads-done" if row.episode.oracle else "reads-undone": 2.0})
        for row in ROWS
    ]
    assert table(read, {}) == table(ROWS, {})


def test_parts_make_one_whole() -> None:
    one = Scores(runs={1: 0.5}, steps={"1/1": 1.0}, seconds=2)
    both = one.with_part(Scores(runs={2: 1.5}, steps={}, seconds=3))
    assert (both.runs, both.steps, both.seconds) == ({1: 0.5, 2: 1.5}, {"1/1": 1.0}, 5)
