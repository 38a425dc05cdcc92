"""Runs many episodes and keeps their steps with the oracle's word, to fit and check judges on.

`python -m courtside.demo.collect --out FILE --seeds 0 20` writes a JSON line an episode. Frames are
not kept. Seeds from 900 on belong to the demo and are refused.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import hashlib
from pathlib import Path
from typing import Any

import msgspec
from playwright.async_api import Error, async_playwright

from courtside_bridges.browsers import find_browser
from courtside_bridges.playwright_pages import AsyncWatched
from courtside_store.records import Record, Step

from .agent import Behaviour, Told, attempt
from .miniwob import VIEWPORT, begin, result, served
from .plan import DEMO_SEED
from .solvers import SOLVERS

BEHAVIOURS: tuple[Behaviour, ...] = (
    "good",
    "near-miss",
    "roundabout",
    "near-miss",
    "good",
    "stops-early",
    "good",
    "wrong-target",
    "roundabout",
    "near-miss",
    "dead-clicks",
    "made-up-answer",
    "good",
    "near-miss",
    "wanders-off",
)


class Collected(Record, frozen=True, kw_only=True):
    """One episode."""

    kind: str
    seed: int
    behaviour: str
    task: str
    steps: tuple[Step, ...]
    answer: str
    claims_success: bool | None
    oracle: bool


class _NoLink:
    """Takes frames and messages and keeps none."""

    def frame(self, data: bytes) -> str:
        return hashlib.sha256(data).hexdigest()

    def send(self, make: Any, frames: Any = ()) -> None:
        make(1)


class _Collecting(AsyncWatched):
    """Keeps its steps for itself."""

    def __init__(self, page: Any, task: str) -> None:
        super().__init__(page, task, link=_NoLink())
        self.steps: list[Step] = []

    def _on_step(self, step: Step) -> None:
        self.steps.append(step)


async def collect_one(
    page: Any, address: str, kind: str, seed: int, behaviour: Behaviour
) -> Collected:
    """One watched episode."""
    task = await begin(page, address, kind, seed)
    watched = _Collecting(page, task)
    told = Told()
    async with watched:
        with contextlib.suppress(Error):
            told = await attempt(page, kind, task, behaviour, pause_s=0.3)
        await watched.settled()
    success, _ = await result(page)
    return Collected(
        kind=kind,
        seed=seed,
        behaviour=behaviour,
        task=task,
        steps=tuple(watched.steps),
        answer=told.answer,
        claims_success=told.claims_success,
        oracle=success,
    )


async def collect(out: Path, seeds: range, lanes: int) -> None:
    """Every kind with every seed, the behaviours in turn, several pages at once."""
    browser = find_browser()
    if browser is None:
        raise SystemExit("no Chromium found; install one, or name it in COURTSIDE_BROWSER")
    todo = [(kind, seed, n) for seed in seeds for n, kind in enumerate(SOLVERS)]
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(
            executable_path=browser.path, args=browser.flags
        )
        with served() as address, out.open("ab") as file:

            async def lane() -> None:
                context = await chromium.new_context(viewport=VIEWPORT)  # type: ignore[arg-type]
                while todo:
                    kind, seed, n = todo.pop()
                    behaviour = BEHAVIOURS[(seed * 7 + n) % len(BEHAVIOURS)]
                    page = await context.new_page()
                    row = await collect_one(page, address, kind, seed, behaviour)
                    await page.close()
                    file.write(msgspec.json.encode(row) + b"\n")
                    print(f"{len(todo)} left", end="\r", flush=True)

            async with asyncio.TaskGroup() as group:
                for _ in range(lanes):
                    group.create_task(lane())
        await chromium.close()


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seeds", type=int, nargs=2, default=(0, 10))
    parser.add_argument("--lanes", type=int, default=3)
    options = parser.parse_args()
    if options.seeds[1] > DEMO_SEED:
        raise SystemExit(f"seeds from {DEMO_SEED} on belong to the demo")
    asyncio.run(collect(options.out, range(*options.seeds), options.lanes))


if __name__ == "__main__":
    main()
