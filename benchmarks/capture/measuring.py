"""One cell of the table: every way takes its turn in each round. Knows no command line."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, TextIO

from benchmarks.capture.agents import BENCHMARK_VERDICT_S, Agent, Done, Job
from benchmarks.capture.comparing import Counts, compare
from benchmarks.capture.script import script_of

from courtside_bridges.web.watching import watch
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.reading import Reader
from courtside_store.records import Step

BASES = {"extension": "none-extension"}
"""The unwatched way that a way is compared with, where it is not "none"."""
SHORT = 8
"""Actions where they take long."""
ENDED_S = 20.0
TURNS = {"playwright": ("playwright", "playwright-sync")}
"""The APIs that a way's rounds go through in turn."""


@dataclass(frozen=True)
class Cell:
    """One site, pause and load."""

    site: str
    pause_ms: int
    load: str
    rounds: int
    most: int | None = None
    """Actions of the script that are played; None for all."""


class Bench:
    """The daemon, the sites and the agents' processes."""

    def __init__(self, config: Config, address: str, workers: dict[str, Agent]) -> None:
        self._config = config
        self._address = address
        self._workers = workers
        self._blobs = Blobs(config.blobs)

    def rows(self, cell: Cell, ways: Sequence[str], notes: TextIO | None) -> list[dict[str, Any]]:
        """A row for each way."""
        bases = tuple(dict.fromkeys(BASES.get(way, "none") for way in ways))
        times_s: dict[str, list[float]] = {way: [] for way in (*bases, *ways)}
        counts = {way: Counts() for way in ways}
        for turn in range(cell.rounds):
            for way in _rotated(tuple(times_s), turn):
                for api in _apis(way, cell, turn):
                    took_s, found = self._once(cell, api)
                    times_s[way] += [took_s] if took_s else []
                    if way in counts:
                        counts[way].add(found)
        if notes:
            for way, found in counts.items():
                for note in found.notes:
                    print(f"{way} {cell.site} {cell.pause_ms} {cell.load}: {note}", file=notes)
            notes.flush()
        return [_row(cell, way, counts[way], times_s) for way in ways]

    def warm(self, ways: Sequence[str]) -> None:
        """A pass of each way that nobody counts: the first one is slower."""
        for way in ways:
            for api in TURNS.get(way, (way,)):
                self._once(Cell("plain", 0, "idle", 1, SHORT), api)

    def _once(self, cell: Cell, way: str) -> tuple[float, Counts]:
        """One pass: the agent's seconds, and what was recorded of it."""
        script = script_of(cell.site, cell.most)
        job = Job(way, script, self._address, cell.pause_ms / 1000)
        agent, done, run = self._workers[way], Done(), ""
        if way == "port":
            with watch(
                cdp=f"http://127.0.0.1:{agent.port}", agent="capture", config=self._config
            ) as watched:
                agent.start(job)
                done = agent.wait()
                watched.finish(timeout_s=BENCHMARK_VERDICT_S)
            run = watched.run
        else:
            agent.start(job)
            done = agent.wait()
            run = done.run
        if way.startswith("none"):
            return done.wall_s, Counts()
        found = compare(script, self._steps(run), self._blobs)
        if done.error:
            found.notes.append(f"the agent failed: {done.error}")
        return done.wall_s, found

    def _steps(self, run: str) -> list[Step]:
        """The steps of a run, once it has ended."""
        end = time.monotonic() + ENDED_S
        while time.monotonic() < end:
            with Reader(self._config) as reader:
                summary = reader.summary(run)
                if summary and summary.run.ended_at_ms is not None:
                    return list(reader.steps(run))
            time.sleep(0.05)
        return []


def _apis(way: str, cell: Cell, turn: int) -> tuple[str, ...]:
    """Every API in a single round; one after the other where there are more."""
    apis = TURNS.get(way, (way,))
    return apis if cell.rounds == 1 else (apis[turn % len(apis)],)


def _rotated(ways: tuple[str, ...], turn: int) -> tuple[str, ...]:
    at = turn % len(ways)
    return ways[at:] + ways[:at]


def _row(cell: Cell, way: str, found: Counts, times_s: dict[str, list[float]]) -> dict[str, Any]:
    own, base = times_s[way], times_s[BASES.get(way, "none")]
    slower = statistics.median(own) / statistics.median(base) if own and base else 0.0
    return {
        "way": way,
        "site": cell.site,
        "pause_ms": cell.pause_ms,
        "load": cell.load,
        "actions": found.actions,
        "steps": found.steps,
        "lost": found.lost,
        "wrong_after": found.wrong_after,
        "stale": found.stale,
        "withheld": round(found.withheld / found.pausing, 3) if found.pausing else 0.0,
        "slowdown": round(slower, 3),
    }


@contextmanager
def load(kind: str) -> Iterator[None]:
    """Other work on every core, where the load is "busy"."""
    context = get_context("spawn")
    count = os.cpu_count() or 1 if kind == "busy" else 0
    loops = [context.Process(target=_spin, daemon=True) for _ in range(count)]
    for loop in loops:
        loop.start()
    try:
        yield
    finally:
        for loop in loops:
            loop.terminate()
            loop.join()


def _spin() -> None:
    while True:
        pass
