"""Steps, frames, ends and oracles by plain HTTP, for curl."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial

from aiohttp import web

from courtside_daemon.access_guard import refusal
from courtside_daemon.credentials import Credential
from courtside_daemon.ingest import Sources
from courtside_daemon.pipeline import Pipeline
from courtside_store import wire
from courtside_store.database import Rejected
from courtside_store.hit_elements import with_target
from courtside_store.images import check_image
from courtside_store.lifecycle import check_end
from courtside_store.records import (
    Action,
    EndedBy,
    Oracle,
    Run,
    Session,
    Step,
    Surface,
    Text,
    new_id,
    now_ms,
)
from courtside_store.summaries import RunSummary
from courtside_store.wire.http_answers import EndAdded, FrameStored, PostedTo

from .json_http import ControlBody, answer, read_body, read_bytes, read_store

MakeMessage = Callable[[int], wire.Sequenced]
"""Makes a message with its sequence number."""


_SURFACES: Mapping[str, Surface] = {"android.": "android", "XCUIElementType": "ios"}
"""By how the tags of a phone's elements begin."""


class EndBody(ControlBody, frozen=True):
    """POST /v1/runs/{run}/end"""

    answer: Text = ""
    ended_by: EndedBy = "finish"
    claims_success: bool | None = None


class PostingRoutes:
    """Answers the requests that add steps, frames, ends and oracles to the store."""

    def __init__(self, pipeline: Pipeline, sources: Sources) -> None:
        self._pipeline = pipeline
        self._reader = pipeline.reader
        self._sources = sources

    async def add_blob(self, request: web.Request, caller: Credential | None) -> web.Response:
        """A frame, before the step that names it."""
        if request.content_type not in ("image/jpeg", "image/png", "image/webp"):
            raise refusal(
                web.HTTPUnsupportedMediaType,
                f"Content-Type is {request.content_type!r}; send a JPEG, PNG or WebP",
            )
        data = await read_bytes(request, wire.MAX_IMAGE_BYTES)
        try:
            with self._pipeline.disk.noted("frames"):
                sha = await asyncio.to_thread(self._keep_image, data)
        except ValueError as error:
            raise refusal(web.HTTPBadRequest, str(error)) from error
        return answer(FrameStored(sha256=sha))

    def _keep_image(self, data: bytes) -> str:
        check_image(data)
        return self._pipeline.store.add_blob(data)

    async def add_step(self, request: web.Request, caller: Credential | None) -> web.Response:
        """A step; without `run` it begins one."""
        assert caller is not None
        posted = await read_body(request, wire.PostedStep)
        session, run = await self._posted_run(posted, caller)
        async with self._sources.named_locks.of(session):
            return answer(await self._append(session, run, posted))

    async def _append(self, session: str, run: str, posted: wire.PostedStep) -> PostedTo:
        summary = await read_store(self._pipeline, self._reader.summary, run)
        if summary is None:
            raise refusal(
                web.HTTPNotFound,
                f"run {run} was deleted meanwhile; send the step without `run` to begin another",
            )
        if posted.finish:
            _check_finish(summary.run)
        step = Step(
            run=run,
            index=summary.steps + 1,
            before=posted.before,
            after=posted.after,
            actions=_actions(posted),
            thought=posted.thought,
        )
        await self._send(session, lambda seq: wire.StepSeen(seq=seq, step=step))
        if posted.finish:
            await self._finish_posted(session, step, posted)
        return PostedTo(session=session, run=run, step=step.index)

    async def _finish_posted(self, session: str, step: Step, posted: wire.PostedStep) -> None:
        """Raises 503 that says what is stored: sending both again would add the step twice."""
        end = partial(
            wire.RunEnd,
            run=step.run,
            at_ms=now_ms(),
            answer=posted.answer,
            claims_success=posted.claims_success,
        )
        rejected = await self._try_send(session, lambda seq: end(seq=seq))
        if rejected is not None and rejected.retry:
            why = (
                f"step {step.index} is stored, the end of its run is not: {rejected.reason}; "
                f"send only the end again: POST /v1/runs/{step.run}/end"
            )
            raise refusal(web.HTTPServiceUnavailable, why)
        _check(rejected)

    async def _posted_run(self, posted: wire.PostedStep, caller: Credential) -> tuple[str, str]:
        if posted.run is not None:
            summary = await self._own_run(posted.run, caller)
            return summary.run.session, posted.run
        await self._check_frames(posted)
        session = Session(
            id=new_id("ses"),
            source="http",
            surface=posted.surface or _surface_of(posted),
            name="curl",
            started_at_ms=now_ms(),
        )
        await self._pipeline.write(self._pipeline.store.begin_session, session, caller.id)
        run = new_id("run")
        begin = partial(
            wire.RunBegin,
            run=run,
            at_ms=now_ms(),
            task=posted.task,
            agent=posted.agent,
        )
        await self._send(session.id, lambda seq: begin(seq=seq))
        return session.id, run

    async def _check_frames(self, posted: wire.PostedStep) -> None:
        """Raises 503 before a run begins: the step that is sent again would begin another."""
        check = self._pipeline.store.check_frames
        try:
            await self._pipeline.write(check, 1, posted.before, posted.after)
        except Rejected as rejected:
            _check(rejected)

    async def end_run(self, request: web.Request, caller: Credential | None) -> web.Response:
        """Ends a run without a step."""
        assert caller is not None
        end = await read_body(request, EndBody)
        summary = await self._own_run(request.match_info["run"], caller)
        async with self._sources.named_locks.of(summary.run.session):
            ended = partial(
                wire.RunEnd,
                run=summary.run.id,
                at_ms=now_ms(),
                ended_by=end.ended_by,
                answer=end.answer,
                claims_success=end.claims_success,
            )
            await self._send(summary.run.session, lambda seq: ended(seq=seq))
        return answer(EndAdded(run=summary.run.id))

    async def add_oracle(self, request: web.Request, caller: Credential | None) -> web.Response:
        """A benchmark's own result of a run."""
        assert caller is not None
        oracle = await read_body(request, Oracle)
        summary = await self._own_run(oracle.run, caller)
        async with self._sources.named_locks.of(summary.run.session):
            await self._send(
                summary.run.session, lambda seq: wire.OracleResult(seq=seq, oracle=oracle)
            )
        return answer(oracle)

    async def _own_run(self, run: str, caller: Credential) -> RunSummary:
        owner = await self._pipeline.write(self._pipeline.store.owner_of, run)
        summary = await read_store(self._pipeline, self._reader.summary, run)
        if summary is None or owner != caller.id:
            raise refusal(
                web.HTTPNotFound, f"this token has no run {run}; send the token that began it"
            )
        return summary

    async def _send(self, session: str, make: MakeMessage) -> None:
        """Adds a message to the session, as its next one. The caller holds the session's lock."""
        _check(await self._try_send(session, make))

    async def _try_send(self, session: str, make: MakeMessage) -> Rejected | None:
        if session in self._sources.connected:
            raise refusal(
                web.HTTPConflict,
                f"session {session} has a connected source, which alone may add to it",
            )
        acked = await self._pipeline.write(self._pipeline.store.acked, session)
        return await self._pipeline.accept_and_wait((session, acked + 1, make(acked + 1)))


def _surface_of(posted: wire.PostedStep) -> Surface:
    """By the elements of its screens, where it does not say."""
    looks = (look for look in (posted.before, posted.after) if look)
    tags = [element.tag for look in looks for element in look.elements]
    found = (kind for start, kind in _SURFACES.items() if any(t.startswith(start) for t in tags))
    return next(found, "web")


def _actions(posted: wire.PostedStep) -> tuple[Action, ...]:
    """What a posted step did; words alone have no kind."""
    action = posted.action
    if isinstance(action, Action):
        return (with_target(action, posted.before),)
    return (Action(kind="other", at_ms=now_ms(), text=action),) if action else ()


def _check(rejected: Rejected | None) -> None:
    """Raises 503 where the same message may be sent again, 409 where it may not."""
    if rejected is not None:
        kind = web.HTTPServiceUnavailable if rejected.retry else web.HTTPConflict
        raise refusal(kind, rejected.reason)


def _check_finish(run: Run) -> None:
    """Raises 409 where the run has an end that a finish does not replace."""
    try:
        check_end(run, "finish")
    except ValueError as error:
        raise refusal(web.HTTPConflict, str(error)) from error
