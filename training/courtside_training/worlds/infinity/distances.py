"""How far the goal is after each move, by what of the plan still reaches it from there.

An app of this world keeps its state in the browser: what was saved is put back in milliseconds,
so that ways to the goal are simply tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

from playwright.async_api import Error

from courtside.demo.agent import make
from courtside.demo.moves import Move
from courtside_training.world import WorldVerdict

from .plan import Part, Plan

_MAX_SKIPPED_MOVES = 5
"""How many moves of a plan one other move stands for: the address of a page deep inside."""
_SUGGESTED_MS = 1000
"""Suggestions come after a pause in typing."""
Moves = tuple[Move, ...]


class Resettable(Protocol):
    """A world whose state can be put back."""

    url: str

    def planned(self, kind: str) -> Plan: ...
    async def reset(self, page: Any) -> None: ...
    async def reset_to(self, page: Any, kept: str) -> None: ...
    async def kept_by(self, page: Any) -> str: ...
    async def settle(self, page: Any) -> None: ...
    async def verdict(self, page: Any, kind: str, seed: int) -> WorldVerdict: ...


async def distances(
    world: Resettable, page: Any, kind: str, moves: Sequence[Move]
) -> list[int | None]:
    """The fewest moves left before the first move and after each; None where none lead there."""
    plan = world.planned(kind)
    if plan.impossible:
        return [None] * (len(moves) + 1)
    needed = await _needed(world, page, kind)
    left: Moves | None = needed
    found: list[int | None] = [len(needed)]
    there = [] if plan.answer else await _reached_after(world, page, kind, moves)
    for number in range(1, len(moves) + 1):
        if there[number - 1 : number] == [True]:
            left = ()
        elif left is not None:
            left = await _left(world, page, kind, tuple(moves[:number]), left)
        found.append(None if left is None else len(left))
    return found


async def _needed(world: Resettable, page: Any, kind: str) -> Moves:
    """The plan without first moves that lead where the app begins."""
    moves = world.planned(kind).moves
    while len(moves) > 1 and not world.planned(kind).answer:
        await world.reset(page)
        if not await _reaches(world, page, kind, moves[1:]):
            break
        moves = moves[1:]
    return moves


async def _reached_after(
    world: Resettable, page: Any, kind: str, moves: Sequence[Move]
) -> list[bool]:
    """After each move, whether the goal is reached. A move that cannot be made ends it."""
    await world.reset(page)
    found = []
    for move in moves:
        if not await _make_all(world, page, (move,)):
            break
        found.append((await world.verdict(page, kind, 0)).success)
    return found


async def mending(world: Resettable, page: Any, kind: str) -> Moves | None:
    """The parts that reach the goal once the app is opened again; the page is left there."""
    kept = await world.kept_by(page)
    again = Move("goto", "", f"{world.url}/")
    for way in sorted(_whole_parts(world.planned(kind).parts), key=len):
        await world.reset_to(page, kept)
        if await _reaches(world, page, kind, way):
            await world.reset_to(page, kept)
            return (again, *way)
    await world.reset_to(page, kept)
    return None


async def _left(
    world: Resettable, page: Any, kind: str, made: Moves, before: Moves
) -> Moves | None:
    """The moves left after those made, where `before` were left before the last of them."""
    if before and _same(made[-1], before[0]):
        return before[1:]
    if world.planned(kind).answer:
        return await _left_to_read(world, page, kind, made, before)
    for way in _continuing(made[-1], before):
        if await _follow(world, page, made) and await _reaches(world, page, kind, way):
            return way
    await _follow(world, page, made)
    return await mending(world, page, kind)


async def _left_to_read(
    world: Resettable, page: Any, kind: str, made: Moves, before: Moves
) -> Moves | None:
    """As before where that is still on the page; else the whole way. Nothing may be changed."""
    await _follow(world, page, made)
    success = (await world.verdict(page, kind, 0)).success
    if not success:
        return None
    there = not before or await page.locator(before[0].where).first.is_visible()
    return before if there else world.planned(kind).moves


def _continuing(last: Move, before: Moves) -> Iterable[Moves]:
    """Ways on from where one stands, the likelier first: the move stood for one of the plan, it
    changed nothing, it has to be made again to take it back, it stood for many."""
    ways = [before[1:], before, (last, *before)]
    ways += [before[skipped:] for skipped in range(2, _MAX_SKIPPED_MOVES)]
    return dict.fromkeys(ways)


def _whole_parts(parts: Sequence[Part]) -> Iterator[Moves]:
    """All parts from some one on, and each alone."""
    runs = [parts[n:] for n in range(len(parts))] + [(part,) for part in parts]
    yield from dict.fromkeys(tuple(move for part in run for move in part.moves) for run in runs)


async def _follow(world: Resettable, page: Any, moves: Moves) -> bool:
    """Begins again and makes the moves; whether all could be made."""
    await world.reset(page)
    return await _make_all(world, page, moves)


async def _reaches(world: Resettable, page: Any, kind: str, moves: Moves) -> bool:
    if not await _make_all(world, page, moves):
        return False
    return (await world.verdict(page, kind, 0)).success


async def _make_all(world: Resettable, page: Any, moves: Moves) -> bool:
    """Whether all could be made. The pages answer at once: what is not there does not come.

    Only what is suggested for a text that was typed comes later.
    """
    typed = False
    try:
        for move in moves:
            if move.act != "goto" and not await _is_there(page, move.where, typed):
                return False
            await make(page, move)
            await world.settle(page)
            typed = move.act in ("fill", "type")
    except Error:
        return False
    return True


async def _is_there(page: Any, where: str, typed: bool) -> bool:
    element = page.locator(where).first
    if typed and not await element.is_visible():
        await element.wait_for(timeout=_SUGGESTED_MS)
    return bool(await element.is_visible())


def _same(one: Move, other: Move) -> bool:
    return (one.act, one.where, one.value) == (other.act, other.where, other.value)
