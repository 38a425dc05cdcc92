"""Ends runs that are idle, and those whose source is gone."""

from __future__ import annotations

import asyncio
import logging
import sqlite3

from courtside_store.records import now_ms

from .ingest import Sources
from .pipeline import Pipeline

log = logging.getLogger(__name__)
LOOK_EVERY_S = 1.0
GONE_S = 60.0
"""A source that lost its connection has this long to come back."""


async def end_idle_runs(pipeline: Pipeline, sources: Sources) -> None:
    """Looks at the open runs every second."""
    while True:
        await asyncio.sleep(LOOK_EVERY_S)
        try:
            await end_abandoned(pipeline, sources)
        except (sqlite3.OperationalError, OSError) as error:
            log.error(
                "idle runs could not be ended, the disk refused to write: %s; trying again",
                error,
            )


async def end_abandoned(pipeline: Pipeline, sources: Sources) -> None:
    """Ends runs without a message for `idle_s`, or whose source did not come back."""
    open_runs = await pipeline.read(pipeline.reader.open_runs)
    sources.forget_others({one.run.session for one in open_runs})
    for run, source, last_at_ms in open_runs:
        quiet_s = (now_ms() - last_at_ms) / 1000
        connects = source != "http"  # which posts, and is never connected
        if quiet_s > pipeline.config.idle_s:
            await pipeline.presume_ended(run.id, "idle")
        elif connects and min(quiet_s, sources.gone_s(run.session)) > GONE_S:
            await pipeline.presume_ended(run.id, "session-gone")
