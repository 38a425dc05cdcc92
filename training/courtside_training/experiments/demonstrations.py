"""A script's moves as an actor would have made them: what it saw, and what it chose there."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

from playwright.async_api import Error

from courtside.demo.agent import make
from courtside.demo.moves import Move
from courtside_refine.actors.actor_actions import (
    ActorAction,
    ChosenAction,
    Click,
    Press,
    Stop,
    Type,
)
from courtside_refine.actors.playwright_driver import PlaywrightDriver
from courtside_refine.policy_training.actor_examples import ActorExamples
from courtside_refine.policy_training.example import Example

from .places import Place

QUIET_S = 0.03


async def follow(place: Place, page: Any, task: str, moves: Sequence[Move]) -> list[Example]:
    """Makes the moves until one cannot be made. Moves that are no choice teach nothing."""
    driver = PlaywrightDriver(page, QUIET_S)
    own = ActorExamples(task)
    try:
        with contextlib.suppress(Error):
            for move in moves:
                view = await driver.look()
                action = await _action(driver, page, move)
                await make(page, move)
                await place.settle(page)
                own.add(view, ChosenAction(action=action), "")
            own.add(await driver.look(), ChosenAction(action=Stop(answer="Done.")), "")
    finally:
        driver.leave()
    return own.examples


async def _action(driver: PlaywrightDriver, page: Any, move: Move) -> ActorAction:
    """What it comes to, in an actor's words; a key where it is none of them."""
    if move.act not in ("click", "force-click", "fill", "type", "select"):
        return Press(keys=move.value or move.act)
    element = await page.locator(move.where).first.element_handle(timeout=1000)
    number = await driver.id_of(element)
    if number is None:
        return Press(keys=move.act)
    return Click(id=number) if "click" in move.act else Type(id=number, text=move.value)
