"""Labels, pins and tasks that people give to runs."""

from __future__ import annotations

from aiohttp import web

from courtside_daemon.access_guard import refusal
from courtside_daemon.credentials import Credential
from courtside_daemon.pipeline import Pipeline
from courtside_store.login_name import login_name
from courtside_store.records import (
    Number,
    Override,
    PersonLabel,
    RunId,
    Short,
    StepLabel,
    Text,
    now_ms,
)

from .json_http import ControlBody, answer, found_or_404, read_body, read_store

_STEP_LABELS = ("goal-reached", "towards-the-goal", "not-sure", "away-from-the-goal")
_RUN_LABELS = ("success", "failure", "unsure", "environment-error", "unknown")


class NewTask(ControlBody, frozen=True):
    """POST /v1/runs/{run}/task"""

    task: Text


class Pin(ControlBody, frozen=True):
    """POST /v1/runs/{run}/pin"""

    pinned: bool


class OverrideBody(ControlBody, frozen=True):
    """POST /v1/overrides"""

    run: RunId
    step: Number | None = None
    label: StepLabel | PersonLabel | None = None
    note: Text = ""
    who: Short = ""
    """Empty: the user who runs the daemon."""


class PeopleRoutes:
    """Answers the requests by which people label, pin and name runs."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline
        self._reader = pipeline.reader

    async def override(self, request: web.Request, caller: Credential | None) -> web.Response:
        """A person's label of a run or a step."""
        body = await read_body(request, OverrideBody)
        allowed = _RUN_LABELS if body.step is None else _STEP_LABELS
        if body.label is not None and body.label not in allowed:
            raise refusal(web.HTTPBadRequest, f"label is {body.label!r}; expected one of {allowed}")
        made = Override(
            run=body.run,
            step=body.step,
            label=body.label,
            note=body.note,
            who=body.who or login_name(),
            at_ms=now_ms(),
        )
        try:
            await self._pipeline.write(self._pipeline.store.add_override, made)
        except ValueError as error:
            raise refusal(web.HTTPNotFound, str(error)) from error
        await self._pipeline.show(body.run, body.step)
        return answer(made)

    async def pin(self, request: web.Request, caller: Credential | None) -> web.Response:
        """A pinned run is not deleted to keep the disk budget."""
        run = request.match_info["run"]
        pin = await read_body(request, Pin)
        await self._pipeline.write(self._pipeline.store.pin, run, pin.pinned)
        await self._pipeline.show(run)
        return found_or_404(await read_store(self._pipeline, self._reader.summary, run), request)

    async def change_task(self, request: web.Request, caller: Credential | None) -> web.Response:
        """The task as a person gives it; every verdict is asked for again."""
        run = request.match_info["run"]
        task = (await read_body(request, NewTask)).task.strip()
        if not task:
            raise refusal(web.HTTPBadRequest, "task is empty; write what the agent is to do")
        try:
            await self._pipeline.change_task(run, task)
        except ValueError as error:
            raise refusal(web.HTTPNotFound, str(error)) from error
        return found_or_404(await read_store(self._pipeline, self._reader.summary, run), request)
