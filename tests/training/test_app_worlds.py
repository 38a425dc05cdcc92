"""The real apps as worlds: a plan from half-way succeeds, one with a flaw does not."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from shutil import which
from typing import Any

import pytest

from courtside.demo.agent import make
from courtside_training.worlds.app_server import HOME
from courtside_training.worlds.app_world import AppWorld
from courtside_training.worlds.dokuwiki.tasks import DOKUWIKI_KINDS
from courtside_training.worlds.dokuwiki.world import PROGRAM, dokuwiki_served
from courtside_training.worlds.errand import Kind
from courtside_training.worlds.fossil.tasks import FOSSIL_KINDS
from courtside_training.worlds.fossil.world import fossil_served
from courtside_training.worlds.kanboard.tasks import KANBOARD_KINDS
from courtside_training.worlds.kanboard.world import BASE as BOARD
from courtside_training.worlds.kanboard.world import kanboard_served
from courtside_training.worlds.oscar.tasks import OSCAR_KINDS
from courtside_training.worlds.oscar.world import oscar_served
from courtside_training.worlds.roundup.tasks import ROUNDUP_KINDS
from courtside_training.worlds.roundup.world import roundup_served
from courtside_training.worlds.toolshed.tasks import TOOLSHED_KINDS
from courtside_training.worlds.toolshed.world import BASE, toolshed_served

pytestmark = pytest.mark.chrome


@pytest.mark.skipif(not which("fossil"), reason="no fossil; see docs/design/training.md")
async def test_a_plan_in_fossil_made_half_way_succeeds_and_a_flawed_one_does_not(
    chromium: Any,
) -> None:
    with fossil_served(FOSSIL_KINDS) as world:
        await _good_and_flawed(chromium, world, "set-ticket-status")


@pytest.mark.slow
@pytest.mark.skipif(not (HOME / "shop").is_dir(), reason="no shop; see docs/design/training.md")
async def test_a_plan_in_the_shop_made_half_way_succeeds_and_a_flawed_one_does_not(
    chromium: Any,
) -> None:
    with oscar_served(OSCAR_KINDS) as world:
        await _good_and_flawed(chromium, world, "change-name")


@pytest.mark.slow
@pytest.mark.skipif(not (HOME / "desk").is_dir(), reason="no desk; see docs/design/training.md")
async def test_a_plan_at_the_repairs_desk_made_half_way_succeeds_and_a_flawed_one_does_not(
    chromium: Any,
) -> None:
    with roundup_served(ROUNDUP_KINDS) as world:
        await _good_and_flawed(chromium, world, "finish-with-word")


@pytest.mark.slow
@pytest.mark.skipif(not PROGRAM.is_dir(), reason="no DokuWiki; see docs/design/training.md")
async def test_a_plan_in_the_wiki_made_half_way_succeeds_and_a_flawed_one_does_not(
    chromium: Any,
) -> None:
    with dokuwiki_served(DOKUWIKI_KINDS) as world:
        await _good_and_flawed(chromium, world, "with-reason")


@pytest.mark.slow
@pytest.mark.skipif(not BASE.is_file(), reason="no tool library; see docs/design/training.md")
async def test_a_plan_in_the_tool_library_made_half_way_succeeds_and_a_flawed_one_does_not(
    chromium: Any,
) -> None:
    with toolshed_served(TOOLSHED_KINDS) as world:
        await _good_and_flawed(chromium, world, "new-member")


@pytest.mark.slow
@pytest.mark.skipif(not BOARD.is_file(), reason="no boards; see docs/design/training.md")
async def test_a_plan_on_the_boards_made_half_way_succeeds_and_a_flawed_one_does_not(
    chromium: Any,
) -> None:
    with kanboard_served(KANBOARD_KINDS) as world:
        await _good_and_flawed(chromium, world, "allow-more")


@pytest.mark.skipif(not PROGRAM.is_dir(), reason="no DokuWiki; see docs/design/training.md")
def test_a_wiki_is_put_back_as_it_was_whatever_became_of_its_files() -> None:
    with dokuwiki_served(DOKUWIKI_KINDS) as world:
        recipes = world.live / "data" / "pages" / "recipes"
        (recipes / "fish_pie.txt").unlink()
        (recipes / "new.txt").write_text("Something else.")
        (recipes / "onion_tart.txt").write_text("Overwritten.")
        assert len(world.changes()) == 3
        world.reset()
        assert world.changes() == {}


@pytest.mark.parametrize(
    "kinds",
    [ROUNDUP_KINDS, DOKUWIKI_KINDS, TOOLSHED_KINDS, KANBOARD_KINDS],
    ids=["roundup", "dokuwiki", "toolshed", "kanboard"],
)
def test_an_app_has_tasks_of_twenty_five_kinds_and_more_than_a_hundred(
    kinds: Mapping[str, Kind],
) -> None:
    drawn = [kind(Random(f"{name} {seed}")) for name, kind in kinds.items() for seed in range(10)]
    assert len(kinds) >= 25 and len({errand.text for errand in drawn}) > 100
    answers = [errand.answer for errand in drawn if errand.answer]
    assert all(answer.right != answer.near_miss for answer in answers)
    assert all(errand.wants or errand.ends_at or errand.answer for errand in drawn)


async def _good_and_flawed(chromium: Any, world: AppWorld, kind: str) -> None:
    page = await chromium.new_page(viewport=world.viewport)
    for flawed in (False, True):
        task = await world.begin(page, kind, 0)
        for move in (await world.plan(page, kind, task, 0))[:3]:
            await make(page, move)
            await world.settle(page)
        for move in await world.plan(page, kind, task, 0):
            await make(page, move.wrong if flawed and move.wrong else move)
            await world.settle(page)
        success = (await world.verdict(page, kind, 0)).success
        assert success is not flawed, world.changes()
    await page.close()
