"""Plays the apps of both halves, and says how good the shipped judge is on their runs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.async_api import async_playwright

from courtside_judge.evidence.judge import EvidenceJudge
from courtside_training.collecting.episodes import Episode, append, read
from courtside_training.collecting.watchers import watchable
from courtside_training.measures.retold_verdicts import verdict

from .app import App
from .development import DEVELOPMENT
from .held_out import HELD_OUT
from .numbers import Judged, numbers
from .playing import play
from .site import served

HALVES = {"development": DEVELOPMENT, "held_out": HELD_OUT}


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
