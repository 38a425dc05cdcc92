"""Runs agents in a world, watched; keeps their steps, the oracle's word and each step's true label.

    python -m courtside_training.collect --world miniwob --out episodes.jsonl --seeds 0 10 --hours 2

One JSON line an episode; frames are not kept. Begun again with the same file, it goes on where it
stopped, also after a kill. Replays take two thirds of the time: `--label-every 3` makes them for
every third episode. Seeds from 900 on belong to the demo and are refused. `--explorer` lets the
shipped explorer try, which follows no plan; its steps have no labels, its seeds count from 500.
`--sources extension` watches by the extension alone, in place of all ways in turn, `--behaviours`
has agents of these ways alone, where a plan has a place for them. `--again` makes
those again that a table has and no file here: the screens are new, the labels are kept;
`--labelled-since` only those of which `label_steps` found labels that the table has not.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace
from playwright.async_api import Error, async_playwright

from courtside.demo.agent import make
from courtside.demo.moves import Move
from courtside.demo.plan import DEMO_SEED
from courtside_store.records import StepLabel
from courtside_training.collecting.again import prepare_again
from courtside_training.collecting.agents import BEHAVIOURS, PLANLESS, PlannedAttempt, prepare
from courtside_training.collecting.episodes import EXPLORED, OUT, Episode, append, done_in
from courtside_training.collecting.explorer_attempts import EXPLORER_SEED, explore, measured_tasks
from courtside_training.collecting.extension_watcher import extension_watchable
from courtside_training.collecting.later_labels import labelled_since, labels_of, load_labels
from courtside_training.collecting.replay import distances, labels
from courtside_training.collecting.watchers import SOURCES, Source, Watchable, watchable
from courtside_training.fitting.rows import Row

from .tables import ENDING, TABLES, read_tables
from .world import World
from .worlds.catalogue import NAMES, opened
from .worlds.sealed import speaks_of

PAUSE_S = 0.15
JOBS_A_BROWSER = 40


EpisodeJob = tuple[str, int, str, Source]
"""Kind, seed, behaviour, and how to watch."""
MakeMove = Callable[[Any, Move], Awaitable[None]]
"""Makes a move in a page."""


async def collect_one(
    world: World,
    browser: Watchable,
    job: EpisodeJob,
    *,
    labelled: bool = True,
    make: MakeMove = make,
    known: PlannedAttempt | None = None,
    only: bool = False,
) -> Episode | None:
    """One watched episode, then its replays where its steps are to be labelled; None where the
    world has no plan for it. `make`: how the agent makes a move. `known`: the attempt, where it
    need not be decided. `only`: None too where the plan has no place for the behaviour."""
    kind, seed, behaviour, source = job
    try:
        async with browser.page(world.viewport) as page:
            task = await world.begin(page, kind, seed)
            made: list[Move] = []
            if behaviour == EXPLORED:
                async with browser.watching(page, task, source) as kept:
                    attempt = await explore(world, page, kind, task, seed)
            else:
                attempt = known or await prepare(world, page, kind, task, seed, behaviour)
                if only and attempt.behaviour != behaviour:
                    return None
                async with browser.watching(page, task, source) as kept:
                    with contextlib.suppress(Error):
                        await _make_all(world, page, attempt.moves, made, make)
            outcome = await world.outcome(page, kind, seed)
            found: list[StepLabel] = []
            planned = behaviour != EXPLORED and kind not in world.unsolved
            whole = planned and len(made) == len(kept.steps)
            if labelled and whole:
                found = labels(await distances(world, page, kind, seed, made))
    except (Error, ValueError, TimeoutError, ConnectionError) as error:
        what = next(iter(str(error).splitlines()), error)
        print(speaks_of(world.name, f"{kind} {seed} {behaviour}: {what}"))
        return None
    return Episode(
        world=world.name,
        kind=kind,
        seed=seed,
        behaviour=attempt.behaviour,
        task=task,
        steps=tuple(kept.steps),
        answer=attempt.claim.answer,
        claims_success=attempt.claim.claims_success,
        oracle=outcome.success and attempt.right_answer,
        labels=tuple(found),
        source=source,
        reached=outcome.reached,
        amiss=outcome.amiss,
    )


async def collect_again(world: World, browser: Watchable, row: Row) -> Episode | None:
    """An episode of a table, watched once more; None where its agent does something else today,
    or the oracle says something else."""
    old = row.episode
    try:
        async with browser.page(world.viewport) as page:
            attempt = await prepare_again(world, page, row)
    except (Error, ValueError, TimeoutError, ConnectionError) as error:
        print(f"{row.group} {old.seed}: {next(iter(str(error).splitlines()), error)}")
        return None
    if attempt is None:
        return None
    job = (old.kind, old.seed, old.behaviour, old.source)
    new = await collect_one(world, browser, job, labelled=False, known=attempt)
    if new is None or (new.oracle, len(new.steps)) != (old.oracle, len(row.story.lines)):
        return None
    return replace(new, labels=old.labels)


async def _make_all(
    world: World, page: Any, moves: Sequence[Move], made: list[Move], make: MakeMove
) -> None:
    for move in moves:
        await asyncio.sleep(PAUSE_S)
        await make(page, move)
        await world.settle(page)
        made.append(move)


async def collect(
    world: World,
    out: Path,
    todo: Sequence[EpisodeJob],
    until_s: float,
    label_every: int = 1,
    again: Mapping[tuple[str, int], Row] = MappingProxyType({}),
    only: bool = False,
) -> None:
    """One job after the other until a time by the monotonic clock. A browser lives for some.
    `again` has rows of a table, of which those of the jobs are made once more. `only`: no job
    whose plan has no place for its behaviour."""
    async with async_playwright() as driver:
        for jobs, left in _batches(todo):
            async with browser_for(driver, jobs[0][3]) as browser:
                for n, job in enumerate(jobs):
                    if time.monotonic() > until_s:
                        return
                    if job[:2] in again:
                        row = await collect_again(world, browser, again[job[:2]])
                    else:
                        labelled = n % label_every == 0
                        row = await collect_one(world, browser, job, labelled=labelled, only=only)
                    if row is not None:
                        append(out, row)
            print(f"{world.name}: {left} were left", flush=True)


def browser_for(driver: Any, source: Source) -> AbstractAsyncContextManager[Watchable]:
    """A fresh browser that can be watched this way."""
    return extension_watchable(driver) if source == "extension" else watchable(driver)


def _batches(todo: Sequence[EpisodeJob]) -> Iterator[tuple[Sequence[EpisodeJob], int]]:
    """Jobs that share a browser, and how many were left before them: the extension wants another
    browser than the rest."""
    rest = [job for job in todo if job[3] != "extension"]
    extension = [job for job in todo if job[3] == "extension"]
    firsts = range(0, max(len(rest), len(extension)), JOBS_A_BROWSER)
    batches = [part[n : n + JOBS_A_BROWSER] for n in firsts for part in (rest, extension)]
    left = len(todo)
    for batch in filter(None, batches):
        yield batch, left
        left -= len(batch)


def plan_jobs(
    world: World,
    seeds: range,
    only: Sequence[str],
    done: set[tuple[str, int]],
    sources: Sequence[Source] = SOURCES,
    behaviours: Sequence[str] = BEHAVIOURS,
) -> list[EpisodeJob]:
    """Every kind with every seed; the behaviours in turn, and the ways to be watched."""
    kinds = only or [*world.kinds(), *world.unsolved]
    jobs: list[EpisodeJob] = []
    for seed in seeds:
        for n, kind in enumerate(kinds):
            turns = PLANLESS if kind in world.unsolved else behaviours
            behaviour = turns[(seed * 7 + n) % len(turns)]
            jobs.append((kind, seed, behaviour, sources[(seed + n // 3) % len(sources)]))
    return [job for job in jobs if job[:2] not in done]


def explorer_jobs(
    world: World,
    seeds: range,
    only: Sequence[str],
    done: set[tuple[str, int]],
    sources: Sequence[Source] = SOURCES,
) -> list[EpisodeJob]:
    """Every kind with every seed for the explorer, without the tasks that it is measured on."""
    left_out = measured_tasks(world.name)
    kinds = [one for one in only or [*world.kinds(), *world.unsolved] if one not in left_out]
    jobs = [
        (kind, EXPLORER_SEED + seed, EXPLORED, sources[(seed + n) % len(sources)])
        for seed in seeds
        for n, kind in enumerate(kinds)
    ]
    return [job for job in jobs if job[:2] not in done]


def jobs_again(rows: Iterable[Row], done: set[tuple[str, int]]) -> list[EpisodeJob]:
    """The episodes of a table that no file has."""
    episodes = [row.episode for row in rows]
    jobs = [(one.kind, one.seed, one.behaviour, one.source) for one in episodes]
    return [job for job in jobs if job[:2] not in done]


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--world", choices=NAMES, required=True)
    parser.add_argument("--out", type=Path, help=".training/episodes/WORLD.jsonl unless given")
    parser.add_argument("--seeds", type=int, nargs=2, default=(0, 10))
    parser.add_argument("--lanes", type=int, default=1, help="processes, each with its own server")
    parser.add_argument("--lane", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--hours", type=float, default=24.0, help="begin nothing after that")
    parser.add_argument("--kinds", nargs="*", default=[])
    parser.add_argument(
        "--sources", nargs="+", choices=SOURCES, default=SOURCES, help="ways to watch, in turn"
    )
    parser.add_argument(
        "--behaviours",
        nargs="+",
        choices=sorted({*BEHAVIOURS}),
        help="these alone, in turn, and only where a plan has a place for them",
    )
    parser.add_argument("--again", action="store_true", help="the episodes of the world's table")
    parser.add_argument(
        "--labelled-since", action="store_true", help="of --again those with newly found labels"
    )
    parser.add_argument("--explorer", action="store_true", help="an agent that follows no plan")
    parser.add_argument(
        "--label-every", type=int, default=1, help="label the steps of every Nth episode alone"
    )
    options = parser.parse_args()
    if options.seeds[1] + EXPLORER_SEED * options.explorer > DEMO_SEED:
        raise SystemExit(f"seeds from {DEMO_SEED} on belong to the demo")
    if options.labelled_since and not options.again:
        parser.error("--labelled-since chooses among the episodes of --again")
    if options.lanes > 1 and options.lane is None:
        sys.exit(_run_lanes(options.lanes))
    out = options.out or OUT / f"{options.world}.jsonl"
    out.parent.mkdir(parents=True, exist_ok=True)
    with opened(options.world) as world:
        rows = read_tables([TABLES / f"{options.world}{ENDING}"]) if options.again else []
        if options.labelled_since:
            rows = labelled_since(rows, load_labels(labels_of(options.world)))
        seeds = range(*options.seeds)
        if options.again:
            todo = jobs_again(rows, done_in(out))
        elif options.explorer:
            todo = explorer_jobs(world, seeds, options.kinds, done_in(out), options.sources)
        else:
            turns = options.behaviours or BEHAVIOURS
            todo = plan_jobs(world, seeds, options.kinds, done_in(out), options.sources, turns)
        own = todo[options.lane or 0 :: options.lanes]
        until_s = time.monotonic() + options.hours * 3600
        again = {(row.episode.kind, row.episode.seed): row for row in rows}
        asyncio.run(
            collect(
                world, out, own, until_s, options.label_every, again, only=bool(options.behaviours)
            )
        )


def _run_lanes(lanes: int) -> int:
    """Runs this command in several processes; how many of them failed."""
    command = [sys.executable, "-m", "courtside_training.collect", *sys.argv[1:]]
    children = [subprocess.Popen([*command, "--lane", str(n)]) for n in range(lanes)]
    return sum(bool(child.wait()) for child in children)


if __name__ == "__main__":
    main()
