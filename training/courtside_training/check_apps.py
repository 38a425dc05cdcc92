"""Checks each kind of task of the real apps: its plan, its oracle, its flaws.

    python -m courtside_training.check_apps --seeds 0 3 --json

For each kind and seed: the plan followed is a success, and nothing is left to do; planned again
half-way it is a success too; with one move nearly right it is a failure; and planned again after
that move it is a success, or the plan says that no way leads there any more. Another route that a
plan names is a success, and a wrong object, a wrong operation, what saves less and what is undone
are failures; those that have steps of their own can be made to the end. Where the task asks
something, the page where the plan ends shows the answer. Exits 1 where a kind fails.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from random import Random
from typing import Any

from playwright.async_api import Error, ViewportSize, async_playwright

from courtside.demo.agent import make
from courtside.demo.moves import Move
from courtside_bridges.web.browsers import find_browser
from courtside_training.collecting.agents import spoil
from courtside_training.collecting.behaviours import REACHING, Course

from .worlds.app_world import AppWorld
from .worlds.catalogue import WORLDS, open_app

_NAMED = {
    "other-route": "other",
    "wrong-object": "wrong_object",
    "wrong-operation": "wrong_operation",
    "saved-as-less": "",
    "undone": "undo",
}
"""Behaviours, and the field of a part that has their steps."""
APPS = tuple(entry.name for entry in WORLDS if entry.open is open_app)


async def check(page: Any, world: AppWorld, kind: str, seed: int) -> list[str]:
    """What is wrong with one task. Empty: nothing."""
    if kind in world.impossible:
        return await _tried(page, world, kind, seed)
    wrong = await _followed(page, world, kind, seed)
    wrong += await _half_way(page, world, kind, seed)
    wrong += await _ways(page, world, kind, seed)
    return wrong + await _flawed(page, world, kind, seed)


async def _followed(page: Any, world: AppWorld, kind: str, seed: int) -> list[str]:
    task, moves = await _begin(page, world, kind, seed)
    answer = world.answer(kind, seed)
    if not moves:
        return ["there is nothing to do"]
    if not answer and (await world.verdict(page, kind, seed)).success:
        return ["it is a success before the first move"]
    if wrong := await _idle(page, world):
        return wrong
    if stuck := await _follow(page, world, moves):
        return [f"the plan gets stuck: {stuck}"]
    if not (await world.verdict(page, kind, seed)).success:
        return [f"the plan is no success: {world.changes()} on {page.url}"]
    if left := await world.plan(page, kind, task, seed):
        return [f"the goal is reached and {len(left)} moves are left, on {page.url}"]
    if answer and answer.shown and answer.right not in await page.inner_text("body"):
        return [f"{page.url} does not show the answer {answer.right!r}"]
    return ["the near miss is the answer"] if answer and answer.right == answer.near_miss else []


async def _tried(page: Any, world: AppWorld, kind: str, seed: int) -> list[str]:
    """A task that cannot be done: its plan can be followed, and is no success."""
    _, moves = await _begin(page, world, kind, seed)
    stuck = await _follow(page, world, moves)
    if (await world.verdict(page, kind, seed)).success:
        return ["it is impossible, and a success"]
    return [f"the plan gets stuck: {stuck}"] if stuck else []


async def _idle(page: Any, world: AppWorld) -> list[str]:
    place = page.url
    await make(page, Move("click", world.idle))
    await world.settle(page)
    same = page.url == place and not world.changes()
    return [] if same else [f"a click at {world.idle} does something on {place}"]


async def _half_way(page: Any, world: AppWorld, kind: str, seed: int) -> list[str]:
    task, moves = await _begin(page, world, kind, seed)
    await _follow(page, world, moves[: len(moves) // 2])
    rest = await world.plan(page, kind, task, seed)
    stuck = await _follow(page, world, rest)
    if stuck or not (await world.verdict(page, kind, seed)).success:
        return [f"from half-way it is no success: {stuck or world.changes()}"]
    return []


async def _flawed(page: Any, world: AppWorld, kind: str, seed: int) -> list[str]:
    """Takes another of the flaws for each seed."""
    task, moves = await _begin(page, world, kind, seed)
    flaws = [number for number, move in enumerate(moves) if move.wrong]
    if not flaws:
        return []
    flaw = flaws[seed % len(flaws)]
    before, bad, after = moves[:flaw], moves[flaw].wrong, moves[flaw + 1 :]
    assert bad
    stuck = await _follow(page, world, [*before, bad])
    if stuck:
        return [f"the flawed move {flaw} cannot be made: {stuck}"]
    mended = await _mended(page, world, kind, task, seed)
    if world.answer(kind, seed):
        return mended
    task, _ = await _begin(page, world, kind, seed)
    await _follow(page, world, [*before, bad, *after], attempts=1)
    if (await world.verdict(page, kind, seed)).success:
        return [*mended, f"with the flawed move {flaw} it is a success"]
    return mended


async def _ways(page: Any, world: AppWorld, kind: str, seed: int) -> list[str]:
    """What is wrong with the ways to succeed and to fail that the plan names."""
    wrong = []
    for behaviour, field in _NAMED.items():
        task = await world.begin(page, kind, seed)
        course = Course(tuple(await world.parts(page, kind, task, seed)), Move("click", world.idle))
        made, moves = spoil(course, behaviour, Random(seed))
        if made != behaviour:
            continue
        own = any(getattr(part, field, ()) for part in course.parts)
        if behaviour == "undone" and not own:
            continue
        stuck = await _follow(page, world, moves, attempts=3 if own else 1)
        if stuck and own:
            wrong.append(f"{behaviour} gets stuck: {stuck}")
        success = (await world.verdict(page, kind, seed)).success
        if success is not (behaviour in REACHING) and not world.answer(kind, seed):
            wrong.append(f"{behaviour} is {'a' if success else 'no'} success: {world.changes()}")
    return wrong


async def _mended(page: Any, world: AppWorld, kind: str, task: str, seed: int) -> list[str]:
    try:
        rest = await world.plan(page, kind, task, seed)
    except ValueError:
        return []
    stuck = await _follow(page, world, rest)
    if stuck or not (await world.verdict(page, kind, seed)).success:
        return [f"planned again after the flaw it is no success: {stuck or world.changes()}"]
    return []


async def _begin(page: Any, world: AppWorld, kind: str, seed: int) -> tuple[str, Sequence[Move]]:
    task = await world.begin(page, kind, seed)
    return task, await world.plan(page, kind, task, seed)


async def _follow(page: Any, world: AppWorld, moves: Sequence[Move], attempts: int = 3) -> str:
    """What cannot be done, if anything. A busy machine may need a move's time thrice."""
    for move in moves:
        for left in reversed(range(attempts)):
            try:
                await make(page, move)
                await world.settle(page)
                break
            except Error as error:
                if not left:
                    return f"{move.act} {move.where} on {page.url}: {error.message[:80]}"
    return ""


async def check_world(world: AppWorld, kinds: Sequence[str], seeds: range) -> dict[str, Any]:
    """A row a kind, printed as it is known."""
    browser = find_browser()
    if browser is None:
        raise FileNotFoundError("no Chromium found; set COURTSIDE_BROWSER to its path")
    failed: dict[str, list[str]] = {}
    flawed = 0
    async with async_playwright() as driver:
        chromium = await driver.chromium.launch(executable_path=browser.path, args=browser.flags)
        page = await chromium.new_page(
            viewport=ViewportSize(width=world.viewport["width"], height=world.viewport["height"])
        )
        for kind in kinds:
            found = [
                f"seed {seed}: {what}"
                for seed in seeds
                for what in await check(page, world, kind, seed)
            ]
            task, moves = await _begin(page, world, kind, seeds[0])
            flawed += any(move.wrong for move in moves)
            print(f"{world.name:7} {kind:28} {'; '.join(found) or 'good':6} {task}", flush=True)
            if found:
                failed[kind] = found
        await chromium.close()
    row = {"kinds": len(kinds), "good": len(kinds) - len(failed), "with_flaws": flawed}
    return {**row, "reset_ms": _reset_ms(world), "failed": failed}


def _reset_ms(world: AppWorld) -> float:
    """The slowest of ten."""
    took = []
    for _ in range(10):
        begun = time.perf_counter()
        world.reset()
        took.append(time.perf_counter() - begun)
    return round(max(took) * 1000, 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worlds", nargs="*", default=APPS, choices=APPS)
    parser.add_argument("--kinds", nargs="*", help="only these")
    parser.add_argument("--seeds", nargs=2, type=int, default=(0, 3), metavar=("FROM", "TO"))
    parser.add_argument("--json", action="store_true", help="the last line is one object")
    options = parser.parse_args()
    rows = {}
    with ExitStack() as open_worlds:
        for name in options.worlds:
            world = open_worlds.enter_context(open_app(name))
            kinds = [kind for kind in world.kinds() if not options.kinds or kind in options.kinds]
            rows[name] = asyncio.run(check_world(world, kinds, range(*options.seeds)))
    print(json.dumps(rows) if options.json else "", end="\n")
    sys.exit(any(row["failed"] for row in rows.values()))


if __name__ == "__main__":
    main()
