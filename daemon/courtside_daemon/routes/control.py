"""Routes for the owner of the daemon only: purge, add verdicts, stop."""

from __future__ import annotations

import asyncio

from aiohttp import web

from courtside_daemon.access_guard import refusal
from courtside_daemon.credentials import Credential
from courtside_daemon.pipeline import Pipeline
from courtside_store.records import RunId, Verdict
from courtside_store.wire.http_answers import DaemonStopping, Purged, VerdictsAdded

from .json_http import ControlBody, answer, read_body, read_store


class Purge(ControlBody, frozen=True):
    """POST /v1/purge: exactly one of the three."""

    runs: tuple[RunId, ...] | None = None
    filter: str | None = None
    all: bool = False


class NewVerdicts(ControlBody, frozen=True):
    """POST /v1/verdicts: `courtside judge` on runs that are stored."""

    verdicts: tuple[Verdict, ...]


class ControlRoutes:
    """Answers the requests that only the daemon's owner may make."""

    def __init__(self, pipeline: Pipeline, stop: asyncio.Event) -> None:
        self._pipeline = pipeline
        self._reader = pipeline.reader
        self._stop = stop

    async def purge(self, request: web.Request, caller: Credential | None) -> web.Response:
        """Deletes runs: one of `runs`, `filter`, `all`."""
        what = await read_body(request, Purge)
        if (what.runs is not None) + (what.filter is not None) + what.all != 1:
            raise refusal(web.HTTPBadRequest, "give exactly one of runs, filter, all")
        if what.filter is not None and not what.filter.strip():
            raise refusal(web.HTTPBadRequest, 'the filter is empty; {"all": true} deletes all')
        runs = what.runs
        if what.filter is not None:
            matching = await read_store(self._pipeline, self._reader.runs, what.filter, 1_000_000)
            runs = tuple(row.run.id for row in matching)
        try:
            gone, freed = await self._pipeline.purge(runs)
        except OSError as error:
            raise refusal(web.HTTPServiceUnavailable, str(error)) from error
        return answer(Purged(runs=len(gone), bytes=freed))

    async def add_verdicts(self, request: web.Request, caller: Credential | None) -> web.Response:
        """Appends what another judge says of stored steps and runs."""
        body = await read_body(request, NewVerdicts)
        await self._pipeline.add_verdicts(body.verdicts)
        return answer(VerdictsAdded(verdicts=len(body.verdicts)))

    async def stop(self, request: web.Request, caller: Credential | None) -> web.Response:
        """Ends the daemon."""
        self._stop.set()
        return answer(DaemonStopping(stopping=True))
