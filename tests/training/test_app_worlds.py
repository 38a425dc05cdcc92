"""The real apps as worlds: a plan from half-way succeeds, one with a flaw does not."""

from __future__ import annotations

from shutil import which
from typing import Any

import pytest

from courtside.demo.agent import make
from courtside_training.worlds.app_world import AppWorld
from courtside_training.worlds.fossil.tasks import FOSSIL_KINDS
from courtside_training.worlds.fossil.world import fossil_served
from courtside_training.worlds.oscar.tasks import OSCAR_KINDS
from courtside_training.worlds.oscar.world import HOME, oscar_served

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


async def _good_and_flawed(chromium: Any, world: AppWorld, kind: str) -> None:
    page = await chromium.new_page(viewport=world.viewport)
    for flawed in (False, True):
        task = await world.begin(page, kind, 0)
        for move in (await world.plan(page, kind, task, 0))[:3]:
            await make(page, move)
        for move in await world.plan(page, kind, task, 0):
            await make(page, move.wrong if flawed and move.wrong else move)
        success, _ = await world.verdict(page, kind, 0)
        assert success is not flawed, world.changes()
    await page.close()
