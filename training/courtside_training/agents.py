"""Agents to learn from: each follows a world's plan, or spoils it as agents do.

They know the plan, never the oracle. Everything is drawn from the seed that is handed in.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from courtside.demo.agent import Told
from courtside.demo.solvers import Move

from .world import World

BEHAVIOURS = (
    "good",
    "near-miss",
    "good",
    "roundabout",
    "near-miss",
    "stops-early",
    "good",
    "near-miss",
    "wrong-target",
    "roundabout",
    "near-miss",
    "made-up-answer",
    "good",
    "random",
    "dead-clicks",
)
"""In turn: about two fifths should succeed; of those that should not, half are near misses."""
PLANLESS = ("random", "dead-clicks")
CLICKABLE = "a, button, input, select, textarea, label, [role=button], [onclick], li, td"
RANDOM_MOVES = 4
WORDS = ("7", "Anna", "blue", "12/24/2020", "hello", "100")


@dataclass(frozen=True)
class Attempt:
    """What an agent will do, and what it will say."""

    moves: tuple[Move, ...]
    told: Told


async def prepare(
    world: World, page: Any, kind: str, task: str, seed: int, behaviour: str
) -> Attempt:
    """The moves of one attempt, all decided at its beginning."""
    dice = random.Random(f"{world.name} {kind} {seed} {behaviour}")
    plan = [] if behaviour in PLANLESS else await world.plan(page, kind, task, seed)
    known = world.answer(kind, seed)
    wrong_answer = known.near_miss if known else ""
    done = Told(answer=known.right if known else "Done.", claims_success=True)
    amiss = Told(answer=wrong_answer or "Done.", claims_success=True)
    idle = Move("click", world.idle)
    match behaviour:
        case "good":
            return Attempt(tuple(plan), done)
        case "roundabout":
            return Attempt(tuple(_detour(plan, idle, dice)), done)
        case "near-miss":
            moves = plan if known and dice.random() < 0.5 else _spoil(plan, dice)
            return Attempt(tuple(moves), amiss)
        case "stops-early":
            return Attempt(
                tuple(plan[: dice.randrange(len(plan))] if plan else ()) or (idle,), amiss
            )
        case "wrong-target":
            flawed = [move for move in plan if move.wrong]
            slips = [replace(flawed[-1].wrong)] if flawed and flawed[-1].wrong else []
            return Attempt((idle, *slips), amiss)
        case "made-up-answer":
            said = (
                wrong_answer or f'It is done; the page says "Order {dice.randrange(1000, 9999)}".'
            )
            return Attempt((idle,), Told(answer=said, claims_success=True))
        case "dead-clicks":
            return Attempt((idle,) * 4, Told(answer="I could not do it.", claims_success=False))
        case "random":
            tried = await _random_moves(page, dice)
            return Attempt(tried, replace(amiss, claims_success=dice.random() < 0.5))
    raise ValueError(f"behaviour is {behaviour!r}; expected one of {sorted(set(BEHAVIOURS))}")


def _spoil(plan: Sequence[Move], dice: random.Random) -> list[Move]:
    """One move is its wrong twin; nobody notices."""
    flawed = [number for number, move in enumerate(plan) if move.wrong]
    if not flawed:
        return list(plan[:-1])
    chosen = dice.choice(flawed)
    wrong = plan[chosen].wrong
    assert wrong
    return [*plan[:chosen], replace(wrong, note=plan[chosen].note), *plan[chosen + 1 :]]


def _detour(plan: Sequence[Move], idle: Move, dice: random.Random) -> list[Move]:
    """Something idle on the way, and where a field is filled a first typing that is put right."""
    fills = [number for number, move in enumerate(plan) if move.act == "fill" and move.wrong]
    moves = list(plan)
    if fills:
        wrong = plan[fills[0]].wrong
        assert wrong
        moves.insert(fills[0], wrong)
    moves.insert(dice.randrange(max(1, len(moves))), idle)
    return moves


async def _random_moves(page: Any, dice: random.Random) -> tuple[Move, ...]:
    count = min(await page.locator(CLICKABLE).count(), 60)
    moves = []
    for _ in range(RANDOM_MOVES if count else 0):
        where = f":nth-match({CLICKABLE}, {dice.randrange(count) + 1})"
        tag = await page.locator(where).evaluate("e => e.tagName + (e.type || '')")
        fills = tag in ("INPUTtext", "TEXTAREAtextarea", "INPUTsearch")
        moves.append(Move("fill", where, dice.choice(WORDS)) if fills else Move("click", where))
    return tuple(moves)
