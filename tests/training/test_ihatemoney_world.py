"""The budget app as a world: what it works out, its reset, and what counts as success."""

from __future__ import annotations

import html
import re
from random import Random
from typing import Any
from urllib.request import Request, urlopen

import pytest

from courtside.demo.agent import make
from courtside_training.worlds.app_server import HOME
from courtside_training.worlds.app_world import AppWorld
from courtside_training.worlds.ihatemoney.impossible import IMPOSSIBLE
from courtside_training.worlds.ihatemoney.phrases import month
from courtside_training.worlds.ihatemoney.server.household import PROJECTS
from courtside_training.worlds.ihatemoney.sums import balances, money, months, transfers
from courtside_training.worlds.ihatemoney.tasks import IHATEMONEY_KINDS
from courtside_training.worlds.ihatemoney.world import ihatemoney_served

set_up = pytest.mark.skipif(
    not (HOME / "budget/base.sqlite3").is_file(),
    reason="no budget app; run training/courtside_training/setup_apps.sh",
)
chrome = pytest.mark.chrome


def test_each_kind_of_task_draws_many_tasks_and_the_same_one_for_a_seed() -> None:
    assert len(IHATEMONEY_KINDS) - len(IMPOSSIBLE) >= 25
    for name, kind in IHATEMONEY_KINDS.items():
        texts = {kind(Random(f"{name} {seed}")).text for seed in range(40)}
        assert len(texts) > 2, name
        assert kind(Random("1")) == kind(Random("1")), name


def test_no_near_miss_is_the_answer_and_no_wrong_twin_the_right_move() -> None:
    for name, kind in IHATEMONEY_KINDS.items():
        for seed in range(20):
            errand = kind(Random(f"{name} {seed}"))
            assert not errand.answer or errand.answer.right != errand.answer.near_miss, name
            stops = [stop for leg in errand.legs for stop in leg.stops]
            moves = [move for stop in stops for move in stop.moves if move.wrong]
            assert moves, name
            for move in moves:
                assert move.wrong
                assert (move.wrong.where, move.wrong.value) != (move.where, move.value), name


@set_up
def test_the_sums_that_tasks_expect_are_those_that_the_app_shows() -> None:
    with ihatemoney_served(IHATEMONEY_KINDS) as world:
        for project in PROJECTS:
            bills = _rows(world, f"/{project.id}/")
            for name, amount in balances(project.id).items():
                sign = "+" if round(amount, 2) > 0 else ""
                assert [f"{sign}{money(amount)}"] == [r[-1] for r in bills if _about(name, r)]
            settle = _rows(world, f"/{project.id}/settle_bills")
            wanted = [[who, to, money(float(sum_))] for who, to, sum_ in transfers(project.id)]
            assert [row[:3] for row in settle if len(row) == 4] == wanted
            spent = _rows(world, f"/{project.id}/statistics")
            for key, amount in months(project.id).items():
                assert [month(key), money(amount)] in spent


def _about(name: str, row: list[str]) -> bool:
    """Whether a row of the side bar is somebody's."""
    return len(row) == 3 and row[0].split("\xa0")[0].split(" (")[0] == name


def _rows(world: AppWorld, path: str) -> list[list[str]]:
    """The tables of a page, by rows of cells."""
    cookie = f"session={world.cookies('')['session']}"
    request = Request(world._url + path, headers={"Cookie": cookie, "Accept-Language": "en-US"})
    with urlopen(request, timeout=30) as reply:
        page = reply.read().decode()
    rows = re.findall(r"<tr.*?</tr>", page, re.S)
    return [[_text(cell) for cell in re.findall(r"<td.*?</td>", row, re.S)] for row in rows]


def _text(cell: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", cell)).split())


@chrome
@set_up
async def test_a_plan_made_half_way_succeeds_and_a_flawed_one_does_not(chromium: Any) -> None:
    with ihatemoney_served(IHATEMONEY_KINDS) as world:
        page = await chromium.new_page(viewport=world.viewport)
        for flawed in (False, True):
            task = await world.begin(page, "correct-sum", 0)
            for move in (await world.plan(page, "correct-sum", task, 0))[:3]:
                await make(page, move)
            for move in await world.plan(page, "correct-sum", task, 0):
                await make(page, move.wrong if flawed and move.wrong else move)
            success = (await world.verdict(page, "correct-sum", 0)).success
            assert success is not flawed, world.changes()
        await page.close()


@chrome
@set_up
async def test_no_way_leads_to_what_the_app_cannot_do(chromium: Any) -> None:
    with ihatemoney_served(IHATEMONEY_KINDS) as world:
        page = await chromium.new_page(viewport=world.viewport)
        task = await world.begin(page, "impossible-by-category", 0)
        for move in await world.plan(page, "impossible-by-category", task, 0):
            await make(page, move)
        assert not (await world.verdict(page, "impossible-by-category", 0)).success
        await page.close()
