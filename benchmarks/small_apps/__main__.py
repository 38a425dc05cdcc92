"""How good the shipped judge is on small apps of kinds that no weight was fitted on.

    python -m benchmarks.small_apps [--kept | --open] [--runs FILE] [--quick] [--json]

Eight apps of a hundred lines each, every task with right ways and wrong ones, played in a browser
and watched by the observer that ships; the app's state says what is right. The *open* half may be
looked at while the judge is mended, the *kept* half is run at the start and at the end only.
`--runs` keeps the runs in a file; where it is there already, they are judged again without a
browser. `--quick`: one app of each half. All of it is made by the hand that makes the judge, so it
flatters.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.retellings import verdict
from playwright.async_api import async_playwright

from courtside_judge.evidence.judge import EvidenceJudge
from courtside_training.episodes import Episode, append, read
from courtside_training.watchers import watchable

from .app import App
from .kept import KEPT
from .numbers import Judged, numbers
from .opened import OPEN
from .runs import play
from .site import served

HALVES = {"open": OPEN, "kept": KEPT}


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    half = parser.add_mutually_exclusive_group()
    half.add_argument("--kept", action="store_const", const="kept", dest="half")
    half.add_argument("--open", action="store_const", const="open", dest="half")
    parser.add_argument("--runs", type=Path, help="where the runs are kept, or are already")
    parser.add_argument("--quick", action="store_true", help="one app of each half")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    halves = [options.half] if options.half else [*HALVES]
    apps = [app for half in halves for app in HALVES[half][: 1 if options.quick else None]]
    with tempfile.TemporaryDirectory() as folder:
        path = options.runs or Path(folder) / "runs.jsonl"
        asyncio.run(play_missing(apps, path))
        metrics = report(read(path), halves)
    print(json.dumps(metrics) if options.json else json.dumps(metrics, indent=1))


async def play_missing(apps: Sequence[App], path: Path) -> None:
    """All ways that are not in the file, each app in a browser of its own."""
    done = {(one.world, one.kind, one.behaviour) for one in read(path)}
    async with async_playwright() as driver:
        for app in apps:
            left = [
                (task, way)
                for task in app.tasks
                for way in task.ways
                if (app.name, task.text, way.name) not in done
            ]
            if left:
                async with watchable(driver) as browser:
                    with served(app) as site:
                        for task, way in left:
                            append(path, await play(site, browser, task, way))


def report(runs: Sequence[Episode], halves: Sequence[str]) -> dict[str, Any]:
    """For each half, all its runs, each app, and each way to do or to miss a task."""
    judge = EvidenceJudge()
    metrics: dict[str, Any] = {}
    for half in halves:
        names = {app.name for app in HALVES[half]}
        judged = [Judged(one, verdict(judge, one)) for one in runs if one.world in names]
        apps, ways = defaultdict(list), defaultdict(list)
        for one in judged:
            apps[one.run.world].append(one)
            ways[one.run.behaviour].append(one)
        metrics[half] = {
            "all": numbers(judged),
            "apps": {name: numbers(some) for name, some in apps.items()},
            "ways": {name: numbers(some) for name, some in ways.items()},
        }
    return metrics


if __name__ == "__main__":
    main()
