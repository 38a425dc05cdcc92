"""Routes for retries: lessons on request, runs whose agent was stopped, asking for a retry."""

from __future__ import annotations

from aiohttp import web

from courtside_daemon.access_guard import refusal
from courtside_daemon.credentials import Credential
from courtside_daemon.pipeline import Pipeline
from courtside_daemon.retry_requests import MAX_WAIT_S, RetryRequests
from courtside_store.records import Text
from courtside_store.wire.http_answers import LessonMade, RetryAsked, RetryWanted

from .json_http import ControlBody, answer, found_or_404, number, read_body, read_store


class CrashedBody(ControlBody, frozen=True):
    """POST /v1/runs/{run}/crashed"""

    reason: Text = ""


class RetryRoutes:
    """Answers the requests for lessons and retries."""

    def __init__(self, pipeline: Pipeline, retries: RetryRequests) -> None:
        self._pipeline = pipeline
        self._retries = retries

    async def lesson(self, request: web.Request, caller: Credential | None) -> web.Response:
        """The lesson of a run that is retried though its judge does not call it a failure."""
        await read_body(request, ControlBody)
        try:
            made = await self._pipeline.lesson(request.match_info["run"])
        except LookupError as error:
            raise refusal(web.HTTPNotFound, str(error)) from error
        except ValueError as error:
            raise refusal(web.HTTPConflict, str(error)) from error
        return answer(LessonMade(reflection=made))

    async def crashed(self, request: web.Request, caller: Credential | None) -> web.Response:
        """Ends a run whose agent was stopped before it could say so, and keeps the reason."""
        body = await read_body(request, CrashedBody)
        run = request.match_info["run"]
        await self._pipeline.presume_ended(run, "agent-crashed", body.reason)
        return found_or_404(
            await read_store(self._pipeline, self._pipeline.reader.summary, run), request
        )

    async def wait(self, request: web.Request, caller: Credential | None) -> web.Response:
        """A loop that would stop asks whether a person wants the run retried nevertheless."""
        seconds = number(request, "seconds", int(MAX_WAIT_S), int(MAX_WAIT_S))
        wanted = await self._retries.wait(
            request.match_info["run"], seconds, lambda: request.transport is not None
        )
        return answer(RetryWanted(wanted=wanted))

    async def want(self, request: web.Request, caller: Credential | None) -> web.Response:
        """A person's request: it reaches a loop that waits, and starts nothing where none does."""
        await read_body(request, ControlBody)
        return answer(RetryAsked(waiting=await self._retries.want(request.match_info["run"])))
