"""The museum's boards as a world: what is drawn, its reset, what else comes of closing a card."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from courtside.demo.agent import make
from courtside_training.collecting.agents import BEHAVIOURS, prepare
from courtside_training.worlds.app_world import AppWorld
from courtside_training.worlds.kanboard.board.cards import cards
from courtside_training.worlds.kanboard.impossible import IMPOSSIBLE
from courtside_training.worlds.kanboard.tasks import KANBOARD_KINDS
from courtside_training.worlds.kanboard.world import BASE, Kanboard, kanboard_served

set_up = pytest.mark.skipif(
    not BASE.is_file(), reason="no boards; run training/courtside_training/setup_apps.sh"
)
chrome = pytest.mark.chrome


def test_each_kind_of_task_draws_several_tasks_and_the_same_one_for_a_seed() -> None:
    assert len(KANBOARD_KINDS) - len(IMPOSSIBLE) >= 45
    assert set(IMPOSSIBLE) == Kanboard.impossible
    for name, kind in KANBOARD_KINDS.items():
        drawn = [kind(Random(f"{name} {seed}")) for seed in range(40)]
        assert len({errand.text for errand in drawn}) > 1, name
        assert kind(Random("1")) == kind(Random("1")), name


def test_no_near_miss_is_the_answer_and_no_wrong_twin_the_right_move() -> None:
    for name, kind in KANBOARD_KINDS.items():
        for seed in range(20):
            errand = kind(Random(f"{name} {seed}"))
            assert not errand.answer or errand.answer.right != errand.answer.near_miss, name
            stops = [stop for leg in errand.legs for stop in leg.stops]
            for move in [move for stop in stops for move in stop.moves if move.wrong]:
                assert move.wrong
                wrong = (move.wrong.act, move.wrong.where, move.wrong.value, move.wrong.at)
                assert wrong != (move.act, move.where, move.value, move.at), name


def test_no_two_cards_have_one_name_or_are_due_on_one_day() -> None:
    assert len({card.title for card in cards()}) == len({card.about for card in cards()})
    days = [card.due for card in cards() if card.due]
    assert len(days) == len(set(days))


@set_up
@chrome
async def test_a_card_that_is_closed_and_opened_again_keeps_its_steps_ticked_until_the_reset(
    chromium: Any,
) -> None:
    """Kanboard ticks all steps off: a task to close a card wants that, no other task does."""
    with kanboard_served(KANBOARD_KINDS) as world:
        page = await chromium.new_page(viewport=world.viewport)
        seed = next(n for n in range(99) if _steps_to_tick(n))
        task = await world.begin(page, "close", seed)
        (part,) = await world.parts(page, "close", task, seed)
        await _make(page, world, part.moves)
        assert (await world.verdict(page, "close", seed)).success, world.changes()
        assert any(fact[0] == "subtask" for fact in world.changes())
        world.reset()
        assert world.changes() == {}
        await page.close()


def _steps_to_tick(seed: int) -> bool:
    (leg,) = KANBOARD_KINDS["close"](Random(f"close {seed}")).legs
    return len(leg.gives) > 1


@set_up
@chrome
async def test_another_way_succeeds_and_what_is_undone_does_not(chromium: Any) -> None:
    with kanboard_served(KANBOARD_KINDS) as world:
        page = await chromium.new_page(viewport=world.viewport)
        for behaviour, success in (("other-route", True), ("undone", False)):
            assert behaviour in BEHAVIOURS
            task = await world.begin(page, "rank", 1)
            attempt = await prepare(world, page, "rank", task, 1, behaviour)
            assert attempt.behaviour == behaviour
            await _make(page, world, attempt.moves)
            assert (await world.verdict(page, "rank", 1)).success is success
            assert bool(world.changes()) is success
        await page.close()


async def _make(page: Any, world: AppWorld, moves: Any) -> None:
    for move in moves:
        await make(page, move)
        await world.settle(page)
