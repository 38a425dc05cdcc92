"""What viewers read: runs, steps, frames, searches and the status. Writes nothing."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from aiohttp import web
from msgspec.structs import replace

from courtside_daemon.access_guard import HEADERS, refusal
from courtside_daemon.credentials import Credential
from courtside_daemon.ingest import Sources
from courtside_daemon.pipeline import Pipeline
from courtside_judge.false_success import false_success_basis
from courtside_judge.perception.numbering import numbered
from courtside_judge.perception.orders import ORDERS, ElementOrder
from courtside_judge.perception.screen_parts import change_step
from courtside_judge.process.judge_messages import UsageReport
from courtside_judge.readiness import not_ready
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.filters import known_values
from courtside_store.images import media_type
from courtside_store.login_name import login_name
from courtside_store.rendering import render_step
from courtside_store.summaries import Counts, StepHistory
from courtside_store.thresholds import thresholds_trouble
from courtside_store.wire.http_answers import KnownFilters

from .json_http import answer, found_or_404, number, read_store
from .paging import run_page, search_page, strip_page

MAX_LISTINGS = 8
"""Requests for an order by t-SNE that are answered or wait at a time; each takes seconds."""
RETRY_S = 10
"""When one that found no place is to ask again."""


class QueryRoutes:
    """Answers the requests that only read."""

    def __init__(self, config: Config, pipeline: Pipeline, sources: Sources, version: str) -> None:
        self._config = config
        self._pipeline = pipeline
        self._reader = pipeline.reader
        self._sources = sources
        self._version = version
        self._listing = asyncio.Lock()
        """One step's elements are listed by t-SNE at a time."""
        self._listings = 0

    async def status(self, request: web.Request, caller: Credential | None) -> web.Response:
        """How the daemon, its judge and its store are, and who is connected."""
        return answer(await self.read_status())

    async def read_status(self) -> wire.Status:
        """What the daemon says of itself."""
        pipeline = self._pipeline
        pipeline.judging.take_up_models()
        gone = await asyncio.to_thread(pipeline.store.file.trouble)
        counts = Counts() if gone else await pipeline.read(self._reader.counts)
        return wire.Status(
            protocol=wire.PROTOCOL,
            version=self._version,
            judge=pipeline.judging.judge,
            judge_state=pipeline.judging.state,
            judge_queue=pipeline.queued,
            judge_lag_ms=pipeline.lag_ms,
            judge_trouble=pipeline.judging.trouble or await self._not_ready(),
            store_trouble=gone or pipeline.disk.trouble,
            thresholds_trouble=await asyncio.to_thread(thresholds_trouble, self._config),
            false_success=await asyncio.to_thread(self._false_success),
            models=_model_use(pipeline.judging.usage),
            ocr=pipeline.judging.ocr,
            runs=counts.runs,
            steps=counts.steps,
            dropped_frames=counts.dropped_frames,
            dropped_steps=counts.dropped_steps,
            disk_bytes=counts.disk_bytes,
            budget_bytes=self._config.budget_bytes,
            agree=counts.agree,
            overrides=counts.overrides,
            person=login_name(),
            environment=sys.prefix,
            sources=tuple(
                wire.SourceStatus(
                    session=c.hello.session,
                    source=c.hello.source,
                    surface=c.hello.surface,
                    name=c.hello.name,
                )
                for c in self._sources.connected.values()
            ),
        )

    def _false_success(self) -> str:
        if (limit := self._config.max_false_success) is None:
            return ""
        with suppress(ValueError):  # `thresholds_trouble` names it
            return false_success_basis(self._config, limit, self._pipeline.judging.judge).text
        return ""

    async def _not_ready(self) -> str:
        """What the judge lacks; found out before the first step waits for it."""
        return await asyncio.to_thread(not_ready, self._config, self._pipeline.judging.judge)

    async def runs(self, request: web.Request, caller: Credential | None) -> web.Response:
        """Summaries of runs, the newest first: `filter`, `limit`, `before`."""
        limit = number(request, "limit", 100, 500)
        words = request.query.get("filter", "")
        before = request.query.get("before")
        return answer(
            await read_store(self._pipeline, run_page, self._reader, words, limit, before)
        )

    async def filters(self, request: web.Request, caller: Credential | None) -> web.Response:
        """The words that a filter knows, and their values."""
        return answer(KnownFilters(filters=known_values()))

    async def run(self, request: web.Request, caller: Credential | None) -> web.Response:
        """One run: its summary and its verdicts."""
        return found_or_404(
            await read_store(self._pipeline, self._reader.run, request.match_info["run"]), request
        )

    async def strip(self, request: web.Request, caller: Credential | None) -> web.Response:
        """Its steps in short: `start`, `limit`."""
        start = number(request, "start", 1, 1 << 40)
        limit = number(request, "limit", 1000, 2000)
        return answer(
            await read_store(
                self._pipeline, strip_page, self._reader, request.match_info["run"], start, limit
            )
        )

    async def step(self, request: web.Request, caller: Credential | None) -> web.Response:
        """One step with its screens, `order`: of their elements."""
        run, index = request.match_info["run"], int(request.match_info["step"])
        word = request.query.get("order", "")
        known = next((one for one in ORDERS if one == word), None)
        if word and known is None:
            why = f"order is {word!r}; expected one of {', '.join(ORDERS)}"
            raise refusal(web.HTTPBadRequest, why)
        history = await read_store(self._pipeline, self._step, run, index)
        if history is not None:
            order = known or self._pipeline.judging.element_order
            if order == "tsne" and self._listings >= MAX_LISTINGS:
                if known:
                    raise _busy()
                order = None  # the judge's, which nobody asked for: better the step without it
            async with self._turn(order):  # in none of the threads that read for everybody
                history = await asyncio.to_thread(_ordered, history, order, known is not None)
        return found_or_404(history, request)

    @asynccontextmanager
    async def _turn(self, order: ElementOrder | None) -> AsyncIterator[None]:
        """Waits for it where the order takes seconds."""
        if order != "tsne":
            yield
            return
        self._listings += 1
        try:
            async with self._listing:
                yield
        finally:
            self._listings -= 1

    def _step(self, run: str, number: int) -> StepHistory | None:
        """A step; its screens have what the judge's OCR read of them."""
        history = self._reader.step(run, number)
        if history is None:
            return None
        step = self._pipeline.judging.as_read(history.step, self._pipeline.store.blobs)
        return replace(history, step=step, action=render_step(step))

    async def search(self, request: web.Request, caller: Credential | None) -> web.Response:
        """Runs and steps in which the words of `q` are."""
        limit = number(request, "limit", 50, 200)
        return answer(
            await read_store(
                self._pipeline, search_page, self._reader, request.query.get("q", ""), limit
            )
        )

    async def blob(self, request: web.Request, caller: Credential | None) -> web.Response:
        """A frame, as an image."""
        data = await asyncio.to_thread(
            self._pipeline.store.blobs.read, request.match_info["sha256"]
        )
        if data is None:
            raise refusal(
                web.HTTPNotFound,
                "this frame was deleted, or evicted to keep the disk budget",
            )
        headers = HEADERS | {"Cache-Control": "private, max-age=31536000, immutable"}
        return web.Response(body=data, content_type=media_type(data), headers=headers)


def _busy() -> web.HTTPException:
    why = f"{MAX_LISTINGS} steps are being listed by t-SNE; ask again in {RETRY_S} seconds"
    busy = refusal(web.HTTPServiceUnavailable, why)
    busy.headers["Retry-After"] = str(RETRY_S)
    return busy


def _ordered(history: StepHistory, order: ElementOrder | None, is_asked: bool) -> StepHistory:
    """The step, its elements in that order, with the numbers that judges and actors give them.

    Raises HTTPBadRequest where an order that is asked for cannot be had here.
    """
    try:
        return _listed(history, order)
    except RuntimeError as error:
        if not is_asked:  # it is the judge's, which says so itself
            return _listed(history, None)
        raise refusal(web.HTTPBadRequest, str(error)) from error


def _listed(history: StepHistory, order: ElementOrder | None) -> StepHistory:
    """The step with its elements listed as `numbered` does; None: as their source has it."""
    step = change_step(history.step, lambda look: replace(look, elements=numbered(look, order)))
    return replace(history, step=step)


def _model_use(usage: UsageReport) -> wire.ModelUse | None:
    """None while no model was asked."""
    if not usage.models:
        return None
    prompt = usage.computed_tokens + usage.cached_tokens
    worked = usage.computed_tokens + usage.completion_tokens
    return wire.ModelUse(
        names=usage.models,
        tokens_per_s=round(worked / usage.took_s, 1) if usage.took_s else 0.0,
        kept_share=round(usage.cached_tokens / prompt, 3) if prompt else 0.0,
        captions=usage.captions_asked + usage.captions_known,
        captions_known=usage.captions_known,
    )
