"""Agents to learn from: each follows a world's plan, or spoils it as agents do.

They know the plan, never the oracle. Everything is drawn from the seed that is handed in.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from playwright.async_api import Error

from courtside.demo.agent import Claim, make
from courtside.demo.moves import Move
from courtside_training.collecting.behaviours import BEFORE, MISSING, REACHING, STUCK, Course
from courtside_training.collecting.final_messages import say_answer, say_done, say_failed
from courtside_training.world import Answer, Part, World

BEHAVIOURS = (
    *("good", "wrong-value", "partial", "gave-up", "by-keyboard", "near-miss", "too-much"),
    *("roundabout", "wrong-object", "not-saved", "good", "saved-as-less", "loop", "other-route"),
    *("wrong-operation", "undone", "stale-answer", "good", "swapped", "wrong-control", "mended"),
    *("stops-early", "made-up-answer", "dead-clicks", "good", "near-miss", "answer-of-wrong-item"),
    *(
        "by-address",
        "error-unnoticed",
        "wandered-off",
        "repaired",
        "wrong-target",
        "good",
        "random",
    ),
    *("partial", "good", "near-miss", "by-address", "mended", "good"),
)
"""The behaviours, taken in turn: about two fifths should succeed; most others do not notice."""
PLANLESS = ("random", "dead-clicks")
REHEARSED = ("by-keyboard", "by-address")
"""The behaviours that have to have seen what the plan's moves lead to."""
CLICKABLE = "a, button, input, select, textarea, label, [role=button], [onclick], li, td"
RANDOM_MOVES = 4
WORDS = ("7", "Anna", "blue", "12/24/2020", "hello", "100")
CLAIMING: Mapping[str, float] = {"reaching": 0.92, "missing": 0.8, "stuck": 0.25}
"""The share of agents that claim success, by how they fare; a third of the rest says nothing."""
_KEYABLE = "e => e.matches('a[href], button, summary, input[type=submit], [role=button][tabindex]')"


@dataclass(frozen=True)
class PlannedAttempt:
    """What an agent will do, and what it will say."""

    moves: tuple[Move, ...]
    claim: Claim
    right_answer: bool = True
    """Whether it says what is right, where the task asks something."""
    behaviour: str = ""
    """What it is: another than asked for where the plan has no place for that."""


async def prepare(
    world: World, page: Any, kind: str, task: str, seed: int, behaviour: str, made: str = ""
) -> PlannedAttempt:
    """The moves of one attempt, all decided at its beginning. Leaves the page as it was begun.
    `made`: what became of the behaviour when plans had no place for it, for an old episode."""
    dice = random.Random(f"{world.name} {kind} {seed} {behaviour}")
    if behaviour == "random":
        moves: Sequence[Move] = await _random_moves(page, dice)
        return _speaking(behaviour, moves, (), world.answer(kind, seed), task, dice)
    parts = () if behaviour in PLANLESS else await world.parts(page, kind, task, seed)
    course = await _course(world, page, kind, seed, parts, behaviour)
    if made:
        behaviour, moves = made, BEFORE[made](course, dice) or ()
    else:
        behaviour, moves = spoil(course, behaviour, dice)
    if behaviour == "mended":
        moves = [*moves, *await _mending(world, page, kind, task, seed, moves)]
    return _speaking(behaviour, moves, course.moves, world.answer(kind, seed), task, dice)


def spoil(course: Course, behaviour: str, dice: random.Random) -> tuple[str, Sequence[Move]]:
    """The moves of a behaviour, or of the next like it that the plan has a place for."""
    names: tuple[str, ...]
    if behaviour in REACHING:
        names, behaviours = (behaviour, "good"), REACHING
    elif behaviour in MISSING:
        names, behaviours = (behaviour, "near-miss", "partial", "stops-early"), MISSING
    elif behaviour in STUCK:
        names, behaviours = (behaviour, "gave-up"), STUCK
    else:
        known = sorted({*BEHAVIOURS, *PLANLESS})
        raise ValueError(f"behaviour is {behaviour!r}; expected one of {known}")
    for name in names:
        moves = behaviours[name](course, dice)
        if moves is not None:
            return name, moves
    raise AssertionError(f"{names[-1]} has a place in every plan")


async def _course(
    world: World, page: Any, kind: str, seed: int, parts: Sequence[Part], behaviour: str
) -> Course:
    beside = world.beside(kind, seed) if behaviour in ("too-much", "wandered-off") else None
    course = Course(tuple(parts), Move("click", world.idle), beside=beside.moves if beside else ())
    if behaviour not in REHEARSED:
        return course
    addresses, keyable = await _rehearse(world, page, course.moves)
    await world.begin(page, kind, seed)
    return replace(course, addresses=addresses, keyable=keyable)


async def _mending(
    world: World, page: Any, kind: str, task: str, seed: int, moves: Sequence[Move]
) -> Sequence[Move]:
    """What puts right what these moves do; nothing where no way leads there any more."""
    with suppress(Error):
        for move in moves:
            await make(page, move)
            await world.settle(page)
    try:
        return await world.plan(page, kind, task, seed)
    except ValueError:
        return ()
    finally:
        await world.begin(page, kind, seed)


async def _rehearse(
    world: World, page: Any, moves: Sequence[Move]
) -> tuple[tuple[str, ...], tuple[bool, ...]]:
    """The page's address after each move, and whether Enter on its element is a click."""
    addresses, keyable = [], []
    for move in moves:
        keyable.append(move.act == "click" and await _enter_clicks(world, page, move))
        if not keyable[-1]:
            await make(page, move)
            await world.settle(page)
        addresses.append(page.url)
    return tuple(addresses), tuple(keyable)


async def _enter_clicks(world: World, page: Any, move: Move) -> bool:
    """Presses Enter where that should be a click; whether it did something."""
    if not await page.locator(move.where).first.evaluate(_KEYABLE):
        return False
    before = await page.content()
    await make(page, replace(move, act="press", value="Enter"))
    await world.settle(page)
    return bool(await page.content() != before)


def _speaking(
    behaviour: str,
    moves: Sequence[Move],
    planned: Sequence[Move],
    known: Answer | None,
    task: str,
    dice: random.Random,
) -> PlannedAttempt:
    """What it says: of what it made or, as some do, of what it was to make."""
    sort = next(
        (name for name, behaviours in _SORTS.items() if behaviour in behaviours),
        "missing" if behaviour == "random" else "stuck",
    )
    claims = dice.random() < CLAIMING[sort]
    right = sort == "reaching" or behaviour == "too-much"
    mentioned = moves if sort != "missing" or dice.random() < 0.5 else planned
    if not claims:
        silent = dice.random() < 1 / 3
        words = "" if silent else say_failed(task, mentioned, dice)
        claim = Claim(words, claims_success=None if silent else False)
    elif known:
        answer = known.right if right else known.near_miss
        claim = Claim(say_answer(answer, task, mentioned, dice), claims_success=True)
    else:
        claim = Claim(say_done(task, mentioned, dice), claims_success=True)
    answered = known is None or (claims and right)
    return PlannedAttempt(tuple(moves), claim, answered, behaviour)


_SORTS = {"reaching": REACHING, "missing": MISSING, "stuck": STUCK}


async def _random_moves(page: Any, dice: random.Random) -> tuple[Move, ...]:
    count = min(await page.locator(CLICKABLE).count(), 60)
    moves = []
    for _ in range(RANDOM_MOVES if count else 0):
        where = f":nth-match({CLICKABLE}, {dice.randrange(count) + 1})"
        tag = await page.locator(where).evaluate("e => e.tagName + (e.type || '')")
        fills = tag in ("INPUTtext", "TEXTAREAtextarea", "INPUTsearch")
        moves.append(Move("fill", where, dice.choice(WORDS)) if fills else Move("click", where))
    return tuple(moves)
