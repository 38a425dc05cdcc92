"""Labels the steps of episodes that were collected without: makes their moves again and replays.

    python -m courtside_training.label_steps --world gmail --hours 2

An agent's moves are decided by world, kind, seed and behaviour, so an episode whose screens are
gone can be labelled too. It is labelled only where its agent, asked again, makes as many moves of
the same words and says the same at the end. What was found goes to
`.training/labels/WORLD.jsonl`, from which a command begun again goes on; `tables --only-labels`
puts it into the tables.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Iterable, Sequence
from typing import Any

from playwright.async_api import Error, async_playwright

from courtside_refine.kept_rows import KeptRows
from courtside_store.records import StepLabel
from courtside_training.collecting.again import prepare_again
from courtside_training.collecting.episodes import Episode
from courtside_training.collecting.later_labels import LaterLabels, labels_of
from courtside_training.collecting.replay import distances, labels
from courtside_training.collecting.watchers import watchable
from courtside_training.fitting.rows import Row

from .tables import ENDING, TABLES, read_tables
from .world import World
from .worlds.catalogue import NAMES, opened

ROWS_A_BROWSER = 40


def unlabelled(rows: Iterable[Row], world: World) -> list[Row]:
    """Rows with steps and without labels, of kinds that have a plan."""
    return [
        row
        for row in rows
        if row.story.lines and not row.episode.labels and row.episode.kind not in world.unsolved
    ]


async def find_labels(world: World, page: Any, row: Row) -> tuple[StepLabel, ...]:
    """The true label of each step; none where the episode's moves cannot be made again."""
    episode = row.episode
    if (attempt := await prepare_again(world, page, row)) is None:
        return ()
    found = await distances(world, page, episode.kind, episode.seed, attempt.moves)
    return tuple(labels(found)) if _is_possible(found, episode) else ()


def _is_possible(found: Sequence[int | None], episode: Episode) -> bool:
    """Whether replay ends where the oracle was when the episode was collected."""
    return found[-1] == 0 if episode.oracle else True


async def label(
    world: World, rows: Sequence[Row], out: KeptRows[LaterLabels], until_s: float
) -> None:
    """One row after the other until a time by the monotonic clock."""
    async with async_playwright() as driver:
        for start in range(0, len(rows), ROWS_A_BROWSER):
            async with watchable(driver) as browser:
                for row in rows[start : start + ROWS_A_BROWSER]:
                    if time.monotonic() > until_s:
                        return
                    async with browser.page(world.viewport) as page:
                        try:
                            found = await find_labels(world, page, row)
                        except (Error, ValueError, TimeoutError, ConnectionError) as error:
                            print(f"{row.group} {row.episode.seed}: {error}")
                            found = ()
                    kind, seed = row.episode.kind, row.episode.seed
                    out.add(LaterLabels(kind=kind, seed=seed, labels=found))
            print(
                f"{world.name}: {max(0, len(rows) - start - ROWS_A_BROWSER)} are left", flush=True
            )


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--world", choices=NAMES, required=True)
    parser.add_argument("--hours", type=float, default=24.0, help="begin nothing after that")
    options = parser.parse_args()
    out = KeptRows(labels_of(options.world), LaterLabels)
    rows = read_tables([TABLES / f"{options.world}{ENDING}"])
    known = {(one.kind, one.seed) for one in out}
    with opened(options.world) as world:
        todo = [
            row
            for row in unlabelled(rows, world)
            if (row.episode.kind, row.episode.seed) not in known
        ]
        asyncio.run(label(world, todo, out, time.monotonic() + options.hours * 3600))


if __name__ == "__main__":
    main()
