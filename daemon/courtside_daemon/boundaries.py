"""Ends the runs that nobody will end: idle ones, and those whose source is gone."""

from __future__ import annotations

import asyncio

from courtside_store.records import now_ms

from .ingest import Sources
from .pipeline import Pipeline

LOOK_EVERY_S = 1.0
GONE_S = 60.0
"""A source that lost its connection has this long to come back."""


async def run_boundaries(pipeline: Pipeline, sources: Sources) -> None:
    """Looks at the open runs every second."""
    while True:
        await asyncio.sleep(LOOK_EVERY_S)
        await end_abandoned(pipeline, sources)


async def end_abandoned(pipeline: Pipeline, sources: Sources) -> None:
    """Ends what has been quiet for `idle_s`, or whose source went away and stayed away."""
    now_s = asyncio.get_running_loop().time()
    for run, last_at_ms in await pipeline.read(pipeline.reader.open_runs):
        if now_ms() - last_at_ms > pipeline.config.idle_s * 1000:
            await pipeline.suppose_end(run.id, "idle")
        elif now_s - sources.gone_since.get(run.session, now_s) > GONE_S:
            await pipeline.suppose_end(run.id, "session-gone")
