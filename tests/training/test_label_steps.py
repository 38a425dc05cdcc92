"""Labels found long after an episode are those that would have been found at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from courtside_judge.evidence.story_line import StoryLine
from courtside_refine.kept_rows import KeptRows
from courtside_store.records import StepLabel
from courtside_training.collecting.again import behaviours_like
from courtside_training.collecting.episodes import Episode
from courtside_training.collecting.later_labels import (
    LaterLabels,
    labelled_since,
    load_labels,
    with_labels,
)
from courtside_training.datasets import datasets_folder
from courtside_training.fitting.rows import Row
from courtside_training.fitting.stored_story import StoredStory
from courtside_training.label_steps import find_labels, unlabelled
from courtside_training.tables import ENDING, TABLES, read_tables
from courtside_training.worlds.infinity.world import infinity_served

LABELS: tuple[StepLabel, ...] = ("towards-the-goal", "goal-reached")


def a_row(*, labels: tuple[StepLabel, ...] = (), steps: int = 2, seed: int = 1) -> Row:
    episode = Episode(
        world="gmail",
        kind="real/task_e1",
        seed=seed,
        behaviour="good",
        task="Star it.",
        steps=(),
        answer="Done.",
        claims_success=True,
        oracle=True,
        labels=labels,
    )
    story = StoredStory(lines=tuple(StoryLine(actions=()) for _ in range(steps)))
    return Row(episode=episode, views={}, story=story)


def test_only_rows_without_labels_get_some_and_only_as_many_as_they_have_steps() -> None:
    found = {
        ("real/task_e1", n): LaterLabels(kind="real/task_e1", seed=n, labels=LABELS)
        for n in (1, 2, 3)
    }
    rows = [
        a_row(seed=1),
        a_row(seed=2, steps=3),
        a_row(seed=3, labels=("not-sure", "not-sure")),
        a_row(seed=4),
    ]
    labelled = [row.episode.labels for row in with_labels(rows, found)]
    assert labelled == [LABELS, (), ("not-sure", "not-sure"), ()]
    assert labelled_since(rows, found) == rows[:1]


def test_a_line_that_a_kill_cut_off_is_found_again(tmp_path: Path) -> None:
    path = tmp_path / "labels" / "gmail.jsonl"
    KeptRows(path, LaterLabels).add(LaterLabels(kind="a", seed=1, labels=LABELS))
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:20])
    assert list(load_labels(path)) == [("a", 1)]
    KeptRows(path, LaterLabels).add(LaterLabels(kind="b", seed=2))
    assert list(load_labels(path)) == [("a", 1), ("b", 2)]


def test_a_behaviour_may_have_been_asked_for_by_every_name_of_its_sort() -> None:
    likes = behaviours_like("near-miss")
    assert likes[0] == "near-miss"
    assert {"swapped", "not-saved"} <= set(likes)
    assert not {"good", "loop", "random"} & set(likes)
    assert behaviours_like("random") == ["random"]


@pytest.mark.chrome
@pytest.mark.skipif(
    not (datasets_folder() / "webarena_infinity").is_dir(),
    reason="the data set webarena_infinity is not there: docs/lab/datasets.md",
)
async def test_an_episode_without_screens_gets_the_labels_that_it_had(chromium: Any) -> None:
    rows = [row for row in read_tables([TABLES / f"gmail{ENDING}"]) if len(row.episode.labels) == 2]
    known = min(rows, key=lambda row: (row.episode.kind, row.episode.seed))
    bare = replace(known, episode=replace(known.episode, labels=()))
    another = replace(bare, episode=replace(bare.episode, answer="Something that it never says."))
    with infinity_served("gmail") as world:
        assert unlabelled([known, bare], world) == [bare]
        page = await chromium.new_page(viewport=world.viewport)
        assert await find_labels(world, page, bare) == known.episode.labels
        assert await find_labels(world, page, another) == ()
        await page.close()
