"""What a collection has to do, and what of it is done, also after it was killed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, NoReturn

import msgspec
import pytest
from msgspec.structs import replace
from playwright.async_api import async_playwright

from courtside_judge.evidence.story_line import StoryLine
from courtside_training.collect import collect_again, explorer_jobs, jobs_again, plan_jobs
from courtside_training.collecting.episodes import Episode, done_in, read
from courtside_training.collecting.watchers import watchable
from courtside_training.datasets import datasets_folder
from courtside_training.experiments.places import tasks_of
from courtside_training.fitting.rows import Row
from courtside_training.fitting.stored_story import StoredStory
from courtside_training.tables import ENDING, TABLES, read_tables
from courtside_training.world import World
from courtside_training.worlds.infinity.world import infinity_served


class _Some(World):
    name = "some"
    idle = "h1"
    viewport = {"width": 10, "height": 10}  # noqa: RUF012
    unsolved = ("hard",)

    def kinds(self) -> list[str]:
        return [f"kind-{n}" for n in range(30)]

    async def begin(self, *_: Any) -> NoReturn:
        raise NotImplementedError

    async def plan(self, *_: Any) -> NoReturn:
        raise NotImplementedError

    async def verdict(self, *_: Any) -> NoReturn:
        raise NotImplementedError


def _line(kind: str, seed: int) -> bytes:
    row = Episode(
        world="some",
        kind=kind,
        seed=seed,
        behaviour="good",
        task="t",
        steps=(),
        answer="",
        claims_success=None,
        oracle=True,
    )
    return msgspec.json.encode(row)


def test_what_was_cut_off_by_a_kill_is_done_again_and_harms_no_neighbour(tmp_path: Path) -> None:
    out = tmp_path / "some.jsonl"
    out.write_bytes(_line("kind-1", 0) + b"\n" + _line("kind-2", 0)[:50])
    done = done_in(out)
    assert done == {("kind-1", 0)}
    with out.open("ab") as file:
        file.write(_line("kind-2", 0) + b"\n")
    assert [row.kind for row in read(out)] == ["kind-1", "kind-2"]
    assert ("kind-1", 0) not in [job[:2] for job in plan_jobs(_Some(), range(2), (), done)]


def test_each_kind_is_tried_in_many_ways_and_watched_in_all() -> None:
    jobs = plan_jobs(_Some(), range(12), (), set())
    assert len({job[2] for job in jobs if job[0] == "kind-4"}) >= 6
    assert len({job[3] for job in jobs if job[0] == "kind-4"}) > 1
    assert {job[2] for job in jobs if job[0] == "hard"} == {"random", "dead-clicks"}
    assert max(Counter(job[3] for job in jobs).values()) < 0.6 * len(jobs)


def test_all_episodes_may_be_watched_in_one_way() -> None:
    for plan in (plan_jobs, explorer_jobs):
        jobs = plan(_Some(), range(2), (), set(), ["extension"])
        assert {job[3] for job in jobs} == {"extension"}


def test_a_collection_may_be_of_some_behaviours_alone() -> None:
    turns = ("undone", "wrong-object")
    jobs = plan_jobs(_Some(), range(2), (), set(), behaviours=turns)
    assert {job[2] for job in jobs if job[0] != "hard"} == set(turns)


def test_the_explorer_has_seeds_of_its_own() -> None:
    jobs = explorer_jobs(_Some(), range(2), (), {("kind-1", 500)})
    assert {job[1] for job in jobs} == {500, 501} and len(jobs) == 61
    assert {job[2] for job in jobs} == {"explored"} and len({job[3] for job in jobs}) == 3


@pytest.mark.skipif(
    not (datasets_folder() / "webarena_infinity").is_dir(),
    reason="the data set webarena_infinity is not there: docs/lab/datasets.md",
)
def test_the_explorer_has_not_the_tasks_that_it_is_measured_on() -> None:
    world = _Some()
    world.name = "gmail"
    measured = tasks_of("gmail", 5)
    assert [job[0] for job in explorer_jobs(world, range(1), ["mine", *measured], set())] == [
        "mine"
    ]


def _a_row(kind: str, *, steps: int, answer: str = "Done.") -> Row:
    episode = Episode(
        world="some",
        kind=kind,
        seed=3,
        behaviour="good",
        task="t",
        steps=(),
        answer=answer,
        claims_success=True,
        oracle=True,
        source="beside",
    )
    story = StoredStory(lines=tuple(StoryLine(actions=()) for _ in range(steps)))
    return Row(episode=episode, views={}, story=story)


def test_of_a_table_only_those_without_a_file_are_made_again_as_they_were() -> None:
    rows = [_a_row("kind-1", steps=2), _a_row("kind-2", steps=2)]
    assert jobs_again(rows, {("kind-2", 3)}) == [("kind-1", 3, "good", "beside")]


@pytest.mark.chrome
@pytest.mark.skipif(
    not (datasets_folder() / "webarena_infinity").is_dir(),
    reason="the data set webarena_infinity is not there: docs/lab/datasets.md",
)
async def test_an_episode_without_screens_gets_them_and_keeps_its_labels() -> None:
    rows = [row for row in read_tables([TABLES / f"gmail{ENDING}"]) if len(row.episode.labels) == 2]
    known = min(rows, key=lambda row: (row.episode.kind, row.episode.seed))
    another = replace(known, episode=replace(known.episode, answer="What it never says."))
    with infinity_served("gmail") as world:
        async with async_playwright() as driver, watchable(driver) as browser:
            again = await collect_again(world, browser, known)
            assert again and replace(again, steps=()) == known.episode
            assert len(again.steps) == 2 and all(step.after for step in again.steps)
            assert await collect_again(world, browser, another) is None
