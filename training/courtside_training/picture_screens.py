"""How well runs are judged whose screens are only pictures, beside the same runs with trees.

    python -m courtside_training.picture_screens WORLD... [--each N] [--seed N] [--out FILE]

Plays N new runs of each world, with their frames, and sees each in three ways: with its trees; as
ideal OCR would have it; and as the screen reader reads its frames, with each press only a point.
Models of the other families judge them, made as those that ship of the tables in training/tables:
that of screens with trees, and that of screens that were only read. A run that is in FILE is not
played again.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator, Callable, Container, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace
from playwright.async_api import Error, async_playwright

from courtside.demo.agent import make
from courtside.demo.moves import Move
from courtside_judge.agreement.ocr_runs import RecordedFrames
from courtside_judge.perception.protocol import OcrReader
from courtside_judge.perception.registry import load_reader, stamp_of
from courtside_judge.perception.screen_parts import change_step
from courtside_judge.perception.screen_reading import ScreenReader
from courtside_store.records import Observation, Record
from courtside_training.collecting.episodes import Episode
from courtside_training.collecting.watchers import watchable
from courtside_training.fitting.calibration import calibrated, family_of, is_of, score
from courtside_training.fitting.features import only_read, see
from courtside_training.fitting.read_screens_model import fit_read_screens
from courtside_training.fitting.rows import READ, Row, RunRow, Seen, run_row, run_rows
from courtside_training.measures.families import LeftOut, numbers

from .collect import collect_one, plan_jobs
from .tables import read_tables
from .worlds.catalogue import opened

OUT = Path(__file__).parents[2] / ".training/pictures.jsonl"
SEED = 800
"""No table was made of this and the following ones."""
SEEDS_EACH = 3
AIMED = ("click", "force-click", "fill", "type", "select", "press", "hover")
FOUND_MS = 1000
SEEN_S = 0.6
"""Until a page has been seen, also after it was scrolled."""
IS_IN_SIGHT = """element => {
  const { x, y, width, height } = element.getBoundingClientRect();
  const there = document.elementFromPoint(x + width / 2, y + height / 2);
  return element.contains(there);
}"""
VIEWS = ("trees", "ideal", "pictures")


class Pictured(Record, frozen=True, kw_only=True):
    """One run, in the three ways that its screens may come."""

    episode: Episode
    """Without its steps."""
    views: dict[str, Seen]
    frames: int
    reader: str


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("worlds", nargs="*", help="none: only judge FILE")
    parser.add_argument("--each", type=int, default=8)
    parser.add_argument("--seed", type=int, default=SEED, help="the first of three")
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    for world in options.worlds:
        asyncio.run(play(world, options.each, options.seed, options.out))
    metrics = report(list(read(options.out)), read_tables())
    print(json.dumps(metrics) if options.json else json.dumps(metrics, indent=1))


def read(path: Path) -> Iterator[Pictured]:
    """The runs of a file, if there is one."""
    lines = path.read_bytes().splitlines() if path.is_file() else []
    return (msgspec.json.decode(line, type=Pictured) for line in lines)


async def play(name: str, each: int, seed: int, out: Path) -> None:
    """So many runs of a world, of kinds drawn at random, added to the file one by one."""
    known = {(one.episode.world, one.episode.kind) for one in read(out)}
    reader = load_reader("rapidocr", Path())
    async for episode, frames in new_runs(name, each, seed, known):
        with out.open("ab") as file:
            file.write(msgspec.json.encode(pictured(episode, frames, reader)) + b"\n")


async def new_runs(
    name: str, each: int, seed: int, known: Container[tuple[str, str]]
) -> AsyncIterator[tuple[Episode, dict[str, bytes]]]:
    """So many runs of a world, of kinds drawn at random, with their frames by hash; without those
    whose world and kind are known. The frames are good until the next run.

    `seed`: the first of the seeds of the runs.
    """
    frames: dict[str, bytes] = {}
    with opened(name) as world:
        jobs = [
            job
            for job in plan_jobs(world, range(seed, seed + SEEDS_EACH), (), set())
            if job[3] == "inside"
        ]
        chosen = random.Random(seed).sample(jobs, min(each, len(jobs)))
        async with async_playwright() as driver, watchable(driver, frames) as browser:
            for job in chosen:
                if (name, job[0]) in known:
                    continue
                frames.clear()
                episode = await collect_one(world, browser, job, labelled=False, make=make_in_sight)
                if episode is not None and any(step.after for step in episode.steps):
                    yield episode, frames


async def make_in_sight(page: Any, move: Move) -> None:
    """One move, as an agent makes it that has nothing but the picture: it sees that before each;
    what lies outside the window, or of a list in it, is scrolled to and seen first, and the mouse
    stands on it, so that a row shows what it hides until then."""
    await asyncio.sleep(SEEN_S)
    if move.act in AIMED:
        with contextlib.suppress(Error):
            await _reach(page, page.locator(move.where).first)
    await make(page, move)


async def _reach(page: Any, target: Any) -> None:
    await _scroll_to(page, target)
    if not await target.evaluate(IS_IN_SIGHT, timeout=FOUND_MS):
        await target.evaluate("e => e.scrollIntoView({block: 'center'})")
    box = await target.bounding_box(timeout=FOUND_MS)
    if box is not None:
        await page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        await asyncio.sleep(SEEN_S)


async def _scroll_to(page: Any, target: Any) -> None:
    box = await target.bounding_box(timeout=FOUND_MS)
    width, height = page.viewport_size["width"], page.viewport_size["height"]
    if box is None or 0 <= box["y"] + box["height"] / 2 <= height:
        return
    middle = min(max(1.0, box["x"] + box["width"] / 2), width - 1.0)
    await page.mouse.move(middle, height / 2)
    await page.mouse.wheel(0, box["y"] + box["height"] / 2 - height / 2)
    await asyncio.sleep(SEEN_S)


def pictured(episode: Episode, frames: dict[str, bytes], reader: OcrReader) -> Pictured:
    """A run in all three ways."""
    return Pictured(
        episode=replace(episode, steps=()),
        views={
            "trees": see(episode),
            "ideal": see(_each_look(only_read(episode, "pressed"), _pageless)),
            "pictures": see(as_pictures(episode, frames, reader)),
        },
        frames=len(frames),
        reader=stamp_of("rapidocr"),
    )


def as_pictures(episode: Episode, frames: dict[str, bytes], reader: OcrReader) -> Episode:
    """The run as a source of pictures alone would have sent it, with its frames read."""
    screens = ScreenReader(reader, "pictures", RecordedFrames(frames.get, {}))
    bare = _each_look(episode, lambda look: replace(_pageless(look), elements=(), text=""))
    steps = (
        replace(step, actions=tuple(replace(action, target=None) for action in step.actions))
        for step in bare.steps
    )
    return replace(episode, steps=tuple(screens.read_step(step) for step in steps))


def _pageless(look: Observation) -> Observation:
    """What a page says of itself, no picture shows by name."""
    return replace(look, page=None)


def _each_look(episode: Episode, change: Callable[[Observation], Observation]) -> Episode:
    return replace(episode, steps=tuple(change_step(step, change) for step in episode.steps))


def report(found: Sequence[Pictured], table: Sequence[Row]) -> dict[str, Any]:
    """What is said of the runs, by the view that they were judged in and the model."""
    metrics: dict[str, Any] = {"runs": len(found), "frames": sum(one.frames for one in found)}
    whole, read = run_rows(table), run_rows(table, READ)
    judged: dict[tuple[str, str], list[LeftOut]] = {}
    for family in sorted({family_of(one.episode.world) for one in found}):
        trees = calibrated([row for row in whole if not is_of(row, family)])
        texts = fit_read_screens([row for row in read if not is_of(row, family)], trees.model)
        mine = [one for one in found if family_of(one.episode.world) == family]
        for (model, fit), view in product({"trees": trees, "read": texts}.items(), VIEWS):
            runs = tuple(score(fit.model, _row(one, view)) for one in mine)
            of_family = LeftOut(family=family, runs=runs, limits=fit.limits)
            judged.setdefault((model, view), []).append(of_family)
    for (model, view), families in judged.items():
        metrics[f"{view} by the model of {model}"] = {
            **numbers(families)["all"],
            "full_coverage": numbers(families)["full_coverage"],
        }
    return metrics


def _row(one: Pictured, view: str) -> RunRow:
    row = Row(episode=one.episode, views={})
    return run_row(row, "elements" if view == "trees" else "pressed", one.views[view].run)


if __name__ == "__main__":
    main()
