"""The real apps as worlds: a plan from half-way succeeds, a flaw does not."""

from __future__ import annotations

from shutil import which
from typing import Any

import pytest
from benchmarks.training.fossil import fossil_served
from benchmarks.training.fossil_tasks import FOSSIL_KINDS

from courtside.demo.agent import make

pytestmark = [
    pytest.mark.chrome,
    pytest.mark.skipif(not which("fossil"), reason="no fossil; see docs/evidence.md"),
]


async def test_a_plan_made_half_way_ends_in_success_and_a_flawed_one_does_not(
    chromium: Any,
) -> None:
    with fossil_served(FOSSIL_KINDS) as world:
        page = await chromium.new_page(viewport=world.viewport)
        for flawed in (False, True):
            task = await world.begin(page, "set-ticket-status", 0)
            moves = await world.plan(page, "set-ticket-status", task, 0)
            for move in moves[:3]:
                await make(page, move)
            for move in await world.plan(page, "set-ticket-status", task, 0):
                await make(page, move.wrong if flawed and move.wrong else move)
            success, _ = await world.verdict(page, "set-ticket-status", 0)
            assert success is not flawed, world.changes()
