"""Runs agents in a world, watched; keeps their steps, the oracle's word and each step's true label.

    python -m courtside_training.collect --world miniwob --out episodes.jsonl --seeds 0 10

One JSON line an episode; frames are not kept. Begun again with the same file, it goes on where it
stopped. Seeds from 900 on belong to the demo and are refused.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from playwright.async_api import Error, async_playwright

from courtside.demo.agent import make
from courtside.demo.plan import DEMO_SEED
from courtside.demo.solvers import Move
from courtside_bridges.web.browsers import find_browser
from courtside_bridges.web.playwright_runs import AsyncWatched
from courtside_store import wire
from courtside_store.records import Record, Step, StepLabel

from .agents import BEHAVIOURS, PLANLESS, prepare
from .replay import distances, labels
from .world import World
from .worlds.infinity.apps import APPS

PAUSE_S = 0.15
WORLDS = ("miniwob", "fossil", "oscar", "roundup", *APPS)


class Episode(Record, frozen=True, kw_only=True):
    """One attempt, and all that is known of it."""

    world: str
    kind: str
    seed: int
    behaviour: str
    task: str
    steps: tuple[Step, ...]
    answer: str
    claims_success: bool | None
    oracle: bool
    labels: tuple[StepLabel, ...] = ()
    """Of each step, by counterfactual replay; empty where moves and steps are not one to one."""


class _Keeping:
    """A link to nowhere: keeps the steps that are sent, and no frames."""

    trouble = ""

    def __init__(self) -> None:
        self.steps: list[Step] = []

    def frame(self, data: bytes) -> str:
        return hashlib.sha256(data).hexdigest()

    def send(self, make: Callable[[int], wire.Sequenced]) -> None:
        message = make(1)
        if isinstance(message, wire.StepSeen):
            self.steps.append(message.step)


async def collect_one(
    world: World, context: Any, kind: str, seed: int, behaviour: str
) -> Episode | None:
    """One watched episode, then its replays; None where the world has no plan for it."""
    page = await context.new_page()
    try:
        task = await world.begin(page, kind, seed)
        attempt = await prepare(world, page, kind, task, seed, behaviour)
        kept = _Keeping()
        watched = AsyncWatched(page, task, link=kept)
        made: list[Move] = []
        async with watched:
            with contextlib.suppress(Error):
                await _make_all(world, page, attempt.moves, made)
            await watched.settled()
        success, _ = await world.verdict(page, kind, seed)
        found: list[StepLabel] = []
        if len(made) == len(kept.steps) and kind not in world.unsolved:
            found = labels(await distances(world, page, kind, seed, made))
        return Episode(
            world=world.name,
            kind=kind,
            seed=seed,
            behaviour=attempt.behaviour,
            task=task,
            steps=tuple(kept.steps),
            answer=attempt.told.answer,
            claims_success=attempt.told.claims_success,
            oracle=success and attempt.right_answer,
            labels=tuple(found),
        )
    except (Error, ValueError) as error:
        print(f"{kind} {seed} {behaviour}: {error}".splitlines()[0])
        return None
    finally:
        await page.close()


async def _make_all(world: World, page: Any, moves: Sequence[Move], made: list[Move]) -> None:
    for move in moves:
        await asyncio.sleep(PAUSE_S)
        await make(page, move)
        await world.settle(page)
        made.append(move)


async def collect(world: World, out: Path, seeds: range, lanes: int, only: list[str]) -> None:
    """Every kind with every seed, the behaviours in turn, several pages at once."""
    browser = find_browser()
    if browser is None:
        raise SystemExit("no Chromium found; install one, or name it in COURTSIDE_BROWSER")
    there = {(row.kind, row.seed) for row in read(out)}
    kinds = only or [*world.kinds(), *world.unsolved]
    todo = [(kind, seed, n) for seed in seeds for n, kind in enumerate(kinds)]
    todo = [one for one in todo if one[:2] not in there][::-1]
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(
            executable_path=browser.path, args=browser.flags
        )
        with out.open("ab") as file:

            async def lane() -> None:
                context = await chromium.new_context(viewport=world.viewport)  # type: ignore[arg-type]
                context.set_default_timeout(3000)
                while todo:
                    kind, seed, n = todo.pop()
                    turns = PLANLESS if kind in world.unsolved else BEHAVIOURS
                    behaviour = turns[(seed * 7 + n) % len(turns)]
                    row = await collect_one(world, context, kind, seed, behaviour)
                    if row is not None:
                        file.write(msgspec.json.encode(row) + b"\n")
                        file.flush()
                    print(f"{len(todo)} left", flush=True)

            async with asyncio.TaskGroup() as group:
                for _ in range(lanes):
                    group.create_task(lane())
        await chromium.close()


def read(path: Path) -> list[Episode]:
    """The episodes of a file; a last line that was cut off is left out."""
    path.touch()
    rows: list[Episode] = []
    for line in path.read_bytes().splitlines():
        with contextlib.suppress(msgspec.DecodeError):
            rows.append(msgspec.json.decode(line, type=Episode))
    return rows


@contextmanager
def opened(name: str) -> Iterator[World]:
    """A world, with whatever serves it. What it needs is imported with it."""
    match name:
        case "miniwob":
            from courtside.demo.miniwob import served

            from .worlds.miniwob.world import MiniWob

            with served() as address:
                yield MiniWob(address)
        case "fossil":
            from .worlds.fossil.tasks import FOSSIL_KINDS
            from .worlds.fossil.world import fossil_served

            with fossil_served(FOSSIL_KINDS) as fossil:
                yield fossil
        case "oscar":
            from .worlds.oscar.tasks import OSCAR_KINDS
            from .worlds.oscar.world import oscar_served

            with oscar_served(OSCAR_KINDS) as oscar:
                yield oscar
        case "roundup":
            from .worlds.roundup.tasks import ROUNDUP_KINDS
            from .worlds.roundup.world import roundup_served

            with roundup_served(ROUNDUP_KINDS) as desk:
                yield desk
        case _ if name in APPS:
            from .worlds.infinity.world import infinity_served

            with infinity_served(name) as app:
                yield app
        case _:
            raise ValueError(f"world is {name!r}; expected one of {WORLDS}")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--world", choices=WORLDS, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seeds", type=int, nargs=2, default=(0, 10))
    parser.add_argument("--lanes", type=int, default=2)
    parser.add_argument("--kinds", nargs="*", default=[])
    options = parser.parse_args()
    if options.seeds[1] > DEMO_SEED:
        raise SystemExit(f"seeds from {DEMO_SEED} on belong to the demo")
    with opened(options.world) as world:
        asyncio.run(
            collect(world, options.out, range(*options.seeds), options.lanes, options.kinds)
        )


if __name__ == "__main__":
    main()
