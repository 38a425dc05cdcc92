"""Shows of each kind whether its plans hold: from the start, from half-way, after a flaw.

    python -m courtside_training.check_miniwob [--kinds KIND ...] [--seeds 0 5] [--json]

Prints a row a kind, with `--json` one list as the last line. Ends with 1 where a plan of some kind
does not hold.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
from playwright.async_api import Error, async_playwright

from courtside.demo.agent import make, twist
from courtside.demo.miniwob import served
from courtside.demo.moves import Move
from courtside_bridges.web.browsers import find_browser
from courtside_training.worlds.miniwob.world import MiniWob

from .world import World

LANES = 2
"""Pages at once."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """What one kind did. Each count is of its seeds."""

    kind: str
    seeds: int
    solved: int
    from_half: int
    """Solved with a new plan after the first half of the moves, and the new one no longer."""
    mended: int
    """Solved, or said to be lost, with a new plan after the flawed move."""
    missed: int
    """Failed, as it should, where the flawed move is made and then the rest."""
    flaws: int
    """Seeds whose plan has a move with a wrong variant."""
    moves: float
    ms: float
    """For one episode from the start: begin, plan, every move."""
    complaints: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        return self.seeds == self.solved == self.from_half == self.mended == self.missed


async def _go(world: World, page: Any, kind: str, task: str, seed: int) -> bool:
    """Plans from where the page is and goes to the end. Raises ValueError where all is lost."""
    for move in await world.plan(page, kind, task, seed):
        await make(page, move)
    return (await world.verdict(page, kind, seed)).success


async def _solved(world: World, page: Any, kind: str, seed: int) -> tuple[list[Move], bool]:
    task = await world.begin(page, kind, seed)
    moves = await world.plan(page, kind, task, seed)
    for move in moves:
        await make(page, move)
    found = await world.verdict(page, kind, seed)
    ended = found.success and found.is_over
    return moves, ended and not await world.plan(page, kind, task, seed)


async def _from_half(world: World, page: Any, kind: str, seed: int) -> tuple[list[Move], bool]:
    task = await world.begin(page, kind, seed)
    moves = await world.plan(page, kind, task, seed)
    first = moves[: len(moves) // 2]
    for move in first:
        await make(page, move)
    rest = await world.plan(page, kind, task, seed)
    shorter = len(rest) <= len(moves) - len(first)
    return moves, await _go(world, page, kind, task, seed) and shorter


async def _mended(world: World, page: Any, kind: str, seed: int) -> tuple[list[Move], bool]:
    task = await world.begin(page, kind, seed)
    moves = await world.plan(page, kind, task, seed)
    flawed = _flawed(moves)
    if flawed is None:
        return moves, True
    for move in moves[:flawed]:
        await make(page, move)
    wrong = moves[flawed].wrong
    assert wrong
    await make(page, wrong)
    try:
        return moves, await _go(world, page, kind, task, seed)
    except ValueError:
        return moves, not (await world.verdict(page, kind, seed)).success


async def _missed(world: World, page: Any, kind: str, seed: int) -> tuple[list[Move], bool]:
    task = await world.begin(page, kind, seed)
    moves = await world.plan(page, kind, task, seed)
    for move in twist(moves, "near-miss"):
        await make(page, move)
    return moves, _flawed(moves) is None or not (await world.verdict(page, kind, seed)).success


def _flawed(moves: Sequence[Move]) -> int | None:
    """The last move that can be got wrong, as a near miss takes it."""
    return next((n for n in reversed(range(len(moves))) if moves[n].wrong), None)


Way = Callable[[World, Any, str, int], Awaitable[tuple[list[Move], bool]]]
WAYS: dict[str, Way] = {
    "solved": _solved,
    "from_half": _from_half,
    "mended": _mended,
    "missed": _missed,
}
"""The checks of a plan by name: each returns the fresh plan and whether it held."""


def _line(error: Exception) -> str:
    """The first lines of an error that matter; Playwright's go on and on."""
    return f"{type(error).__name__} {' '.join(str(error).split())}"[:200]


async def check(world: World, page: Any, kind: str, seeds: range) -> Row:
    """Checks one kind of task with each of its seeds."""
    complaints: list[str] = []
    counts = dict.fromkeys(WAYS, 0)
    plans: list[list[Move]] = []
    ms = 0.0
    for seed in seeds:
        for name, way in WAYS.items():
            began = time.perf_counter()
            try:
                fresh, held = await way(world, page, kind, seed)
            except (Error, LookupError, ValueError) as error:
                fresh, held = [], False
                complaints.append(f"{seed} {name}: {_line(error)}")
            else:
                counts[name] += held
                complaints += [] if held else [f"{seed} {name}: the plan did not hold"]
            if name == "solved":
                plans.append(fresh)
                ms += (time.perf_counter() - began) * 1000
    return Row(
        kind=kind,
        seeds=len(seeds),
        **counts,
        flaws=sum(_flawed(plan) is not None for plan in plans),
        moves=sum(map(len, plans)) / len(plans),
        ms=ms / len(plans),
        complaints=tuple(complaints),
    )


async def run(kinds: Sequence[str], seeds: range) -> list[Row]:
    """Every kind, two pages at once. Rows come in the order of their kinds."""
    browser = find_browser()
    if browser is None:
        raise SystemExit("no Chromium found; install one, or name it in COURTSIDE_BROWSER")
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(
            executable_path=browser.path, args=browser.flags
        )
        rows: list[Row] = []
        with served() as address:
            world = MiniWob(address)
            unknown = sorted(set(kinds) - set(world.kinds()))
            if unknown:
                raise SystemExit(f"--kinds names {', '.join(unknown)}, which no plan is known for")
            todo = list(kinds or world.kinds())[::-1]
            print(f"{'kind':30} solved  half  mended  missed  flaws  moves    ms")

            async def lane() -> None:
                page = await chromium.new_page(viewport=world.viewport)  # type: ignore[arg-type]
                while todo:
                    rows.append(await check(world, page, todo.pop(), seeds))
                    print(_shown(rows[-1]), *rows[-1].complaints, sep="\n    ", flush=True)

            async with asyncio.TaskGroup() as group:
                for _ in range(LANES):
                    group.create_task(lane())
        await chromium.close()
    return sorted(rows, key=lambda row: row.kind)


def _shown(row: Row) -> str:
    counts = f"{row.solved:2}/{row.seeds:<3} {row.from_half:4} {row.mended:7}"
    counts += f" {row.missed:7} {row.flaws:6}"
    return f"{row.kind:30} {counts} {row.moves:6.1f} {row.ms:5.0f}{'' if row.holds else '  <--'}"


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kinds", nargs="+", default=())
    parser.add_argument("--seeds", type=int, nargs=2, default=(0, 5), metavar=("FROM", "TO"))
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.seeds[0] >= options.seeds[1]:
        raise SystemExit(f"--seeds is {options.seeds}; the first must be below the second")
    rows = asyncio.run(run(options.kinds, range(*options.seeds)))
    held = sum(row.holds for row in rows)
    print(f"{held} of {len(rows)} kinds hold, {sum(row.flaws > 0 for row in rows)} can go wrong")
    if options.json:
        print(msgspec.json.encode(rows).decode())
    raise SystemExit(held < len(rows))


if __name__ == "__main__":
    main()
