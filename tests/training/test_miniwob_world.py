"""A place to train in plans from wherever the page is."""

from __future__ import annotations

from typing import Any

import pytest

from courtside.demo.agent import make

pytest.importorskip("miniwob", reason="miniwob is not installed")
from courtside.demo.miniwob import served
from courtside_training.world import WorldVerdict
from courtside_training.worlds.miniwob.world import MiniWob

pytestmark = pytest.mark.chrome


@pytest.mark.parametrize(
    "kind", ["click-checkboxes-large", "click-scroll-list", "click-tab-2-hard", "search-engine"]
)
async def test_a_plan_from_half_way_is_shorter_and_ends_well(chromium: Any, kind: str) -> None:
    with served() as address:
        world, page = MiniWob(address), await chromium.new_page()
        task = await world.begin(page, kind, seed=1)
        moves = await world.plan(page, kind, task, seed=1)
        for move in moves[: len(moves) // 2]:
            await make(page, move)

        rest = await world.plan(page, kind, task, seed=1)
        for move in rest:
            await make(page, move)

        assert len(rest) == len(moves) - len(moves) // 2
        assert await world.verdict(page, kind, seed=1) == WorldVerdict(True, is_over=True)


async def test_what_was_ticked_by_mistake_is_unticked(chromium: Any) -> None:
    with served() as address:
        world, page = MiniWob(address), await chromium.new_page()
        task = await world.begin(page, "click-checkboxes-large", seed=1)
        moves = await world.plan(page, "click-checkboxes-large", task, seed=1)
        wrong = next(move.wrong for move in moves if move.wrong)
        await make(page, wrong)

        rest = await world.plan(page, "click-checkboxes-large", task, seed=1)

        assert len(rest) == len(moves) + 1


async def test_no_plan_leads_out_of_an_episode_that_failed(chromium: Any) -> None:
    with served() as address:
        world, page = MiniWob(address), await chromium.new_page()
        task = await world.begin(page, "click-button", seed=1)
        (move,) = await world.plan(page, "click-button", task, seed=1)
        assert move.wrong
        await make(page, move.wrong)

        with pytest.raises(ValueError, match="click-button with seed 1 is over and failed"):
            await world.plan(page, "click-button", task, seed=1)
