"""Ends runs that are idle, and those whose source is gone."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time

from courtside_store.records import now_ms
from courtside_store.summaries import OpenRun

from .ingest import Sources
from .pipeline import Pipeline

log = logging.getLogger(__name__)
LOOK_EVERY_S = 1.0
GONE_S = 60.0
"""A source that lost its connection has this long to come back."""


class QuietRuns:
    """How long each open run has had no step, by a clock that nobody sets. The computer's own clock
    counts only for the time before a run was seen here first.
    """

    def __init__(self) -> None:
        self._since: dict[str, tuple[int, float]] = {}
        """By run: when its last step came, or it began, and the steady clock then."""

    def quiet_s(self, open_runs: list[OpenRun]) -> dict[str, float]:
        """Of these runs, by id; the others are forgotten."""
        now_s = steady_s()
        self._since = {one.run.id: self._seen(one, now_s) for one in open_runs}
        return {run: now_s - since_s for run, (_, since_s) in self._since.items()}

    def _seen(self, one: OpenRun, now_s: float) -> tuple[int, float]:
        before = self._since.get(one.run.id)
        if before is None:
            age_s = max(0.0, (now_ms() - one.last_at_ms) / 1000)
            return one.last_at_ms, now_s - age_s
        return before if before[0] == one.last_at_ms else (one.last_at_ms, now_s)


def steady_s() -> float:
    """A clock that nobody sets."""
    return time.monotonic()


async def end_idle_runs(pipeline: Pipeline, sources: Sources) -> None:
    """Looks at the open runs every second."""
    quiet = QuietRuns()
    while True:
        await asyncio.sleep(LOOK_EVERY_S)
        try:
            await end_abandoned(pipeline, sources, quiet)
        except (sqlite3.OperationalError, OSError) as error:
            log.error("idle runs could not be ended: %s; trying again", error)


async def end_abandoned(pipeline: Pipeline, sources: Sources, quiet: QuietRuns) -> None:
    """Ends runs without a step for `idle_s`, or whose source did not come back."""
    open_runs = await pipeline.read(pipeline.reader.open_runs)
    sources.forget_others({one.run.session for one in open_runs})
    quiet_s = quiet.quiet_s(open_runs)
    for run, source, _ in open_runs:
        connects = source != "http"  # which posts, and is never connected
        if quiet_s[run.id] > pipeline.config.idle_s:
            await pipeline.presume_ended(run.id, "idle")
        elif connects and min(quiet_s[run.id], sources.gone_s(run.session)) > GONE_S:
            await pipeline.presume_ended(run.id, "session-gone")
