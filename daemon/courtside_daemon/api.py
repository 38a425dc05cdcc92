"""The HTTP API: reads for viewers, writes for people and scripts. See docs/protocol.md."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from typing import Any, TypeVar

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from courtside_judge.perception.screen_reading import as_read
from courtside_store import wire
from courtside_store.config import Config
from courtside_store.images import check_image, media_type
from courtside_store.lifecycle import with_end
from courtside_store.people import login_name
from courtside_store.records import (
    Action,
    EndedBy,
    Number,
    Oracle,
    Override,
    PersonLabel,
    Run,
    RunId,
    Session,
    Short,
    Source,
    Step,
    StepLabel,
    Text,
    Verdict,
    new_id,
    now_ms,
)

from .codes import Codes
from .credentials import Credential, Credentials
from .guard import HEADERS, Guard, refusal
from .ingest import Sources
from .pipeline import Pipeline
from .sockets import Sockets
from .supervisor import where

log = logging.getLogger(__name__)
SNAPSHOT_RUNS = 200
STATUS_EVERY_S = 0.5
OLD_TOKEN = "the token is wrong or old; run `courtside url`"
T = TypeVar("T")
_DIGITS = re.compile("[0-9]{1,12}")
_STEP_LABELS = ("goal-reached", "towards-the-goal", "not-sure", "away-from-the-goal")
_RUN_LABELS = ("success", "failure", "unsure", "environment-error", "unknown")


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a control message is: strict."""


class Login(Body, frozen=True):
    """POST /v1/login"""

    code: Short


class Claim(Body, frozen=True):
    """POST /v1/pair/claim"""

    code: Short
    name: Short = "extension"


class NewSource(Body, frozen=True):
    """POST /v1/sources"""

    name: Short
    source: Source = "client"


class Goal(Body, frozen=True):
    """POST /v1/runs/{run}/task"""

    task: Text


class Pin(Body, frozen=True):
    """POST /v1/runs/{run}/pin"""

    pinned: bool


class Said(Body, frozen=True):
    """POST /v1/overrides"""

    run: RunId
    step: Number | None = None
    label: StepLabel | PersonLabel | None = None
    note: Text = ""
    who: Short = ""
    """Empty: whoever runs the daemon."""


class End(Body, frozen=True):
    """POST /v1/runs/{run}/end"""

    answer: Text = ""
    ended_by: EndedBy = "finish"
    claims_success: bool | None = None


class Purge(Body, frozen=True):
    """POST /v1/purge: exactly one of the three."""

    runs: tuple[RunId, ...] | None = None
    filter: str | None = None
    all: bool = False


class Judged(Body, frozen=True):
    """POST /v1/verdicts: `courtside judge` on runs that are stored."""

    verdicts: tuple[Verdict, ...]


class Api:
    """The handlers. Each gets the request and whose it is."""

    def __init__(
        self,
        config: Config,
        pipeline: Pipeline,
        guard: Guard,
        credentials: Credentials,
        sources: Sources,
        sockets: Sockets,
        version: str,
        stop: asyncio.Event,
    ) -> None:
        self._config = config
        self._pipeline = pipeline
        self._reader = pipeline.reader
        self._guard = guard
        self._credentials = credentials
        self._sources = sources
        self._sockets = sockets
        self._version = version
        self._stop = stop
        self._logins = Codes(16, 300)
        self._pairings = Codes(8, 120)

    # --- reading

    async def status(self, request: web.Request, who: Credential | None) -> web.Response:
        return answer(await self.read_status())

    async def read_status(self) -> wire.Status:
        """What the daemon says of itself."""
        pipeline = self._pipeline
        counts = await pipeline.read(self._reader.counts)
        return wire.Status(
            protocol=wire.PROTOCOL,
            version=self._version,
            judge=self._config.judge,
            judge_state=pipeline.judging.state,
            judge_queue=pipeline.queued,
            judge_lag_ms=pipeline.lag_ms,
            judge_trouble=pipeline.judging.trouble,
            models=pipeline.judging.use,
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

    async def runs(self, request: web.Request, who: Credential | None) -> web.Response:
        limit = _number(request, "limit", 100, 500)
        words = request.query.get("filter", "")
        before = request.query.get("before")
        return answer(await self._ask(self._reader.runs, words, limit, before))

    async def run(self, request: web.Request, who: Credential | None) -> web.Response:
        return _found(await self._ask(self._reader.run, request.match_info["run"]), request)

    async def strip(self, request: web.Request, who: Credential | None) -> web.Response:
        start = _number(request, "start", 1, 1 << 40)
        limit = _number(request, "limit", 1000, 2000)
        return answer(await self._ask(self._reader.strip, request.match_info["run"], start, limit))

    async def step(self, request: web.Request, who: Credential | None) -> web.Response:
        run, number = request.match_info["run"], int(request.match_info["step"])
        return _found(await self._ask(self._step, run, number), request)

    def _step(self, run: str, number: int) -> wire.StepDetail | None:
        """A step; screens that came without elements have the text that the judge's OCR read."""
        found = self._reader.step(run, number)
        ocr = self._pipeline.judging.ocr
        if found is None or not ocr:
            return found
        step, blobs = found.step, self._pipeline.store.blobs
        before, after = (as_read(look, ocr, blobs) for look in (step.before, step.after))
        read = msgspec.structs.replace(step, before=before, after=after)
        return msgspec.structs.replace(found, step=read)

    async def search(self, request: web.Request, who: Credential | None) -> web.Response:
        limit = _number(request, "limit", 50, 200)
        return answer(await self._ask(self._reader.search, request.query.get("q", ""), limit))

    async def blob(self, request: web.Request, who: Credential | None) -> web.Response:
        data = await asyncio.to_thread(
            self._pipeline.store.blobs.read, request.match_info["sha256"]
        )
        if data is None:
            raise refusal(web.HTTPNotFound, "that file is gone; the budget may have evicted it")
        headers = HEADERS | {"Cache-Control": "private, max-age=31536000, immutable"}
        return web.Response(body=data, content_type=media_type(data), headers=headers)

    async def _ask(self, act: Any, *args: Any) -> Any:
        try:
            return await self._pipeline.read(act, *args)
        except ValueError as error:
            raise refusal(web.HTTPBadRequest, str(error)) from error

    # --- people

    async def override(self, request: web.Request, who: Credential | None) -> web.Response:
        said = await read_body(request, Said)
        allowed = _RUN_LABELS if said.step is None else _STEP_LABELS
        if said.label is not None and said.label not in allowed:
            raise refusal(web.HTTPBadRequest, f"label is {said.label!r}; expected one of {allowed}")
        made = Override(
            run=said.run,
            step=said.step,
            label=said.label,
            note=said.note,
            who=said.who or login_name(),
            at_ms=now_ms(),
        )
        try:
            await self._pipeline.write(self._pipeline.store.add_override, made)
        except ValueError as error:
            raise refusal(web.HTTPNotFound, str(error)) from error
        await self._pipeline.show(said.run, said.step)
        return answer(made)

    async def pin(self, request: web.Request, who: Credential | None) -> web.Response:
        run = request.match_info["run"]
        pin = await read_body(request, Pin)
        await self._pipeline.write(self._pipeline.store.pin, run, pin.pinned)
        await self._pipeline.show(run)
        return _found(await self._ask(self._reader.summary, run), request)

    async def change_task(self, request: web.Request, who: Credential | None) -> web.Response:
        """What a person says that the agent was to do; every verdict is asked for anew."""
        run = request.match_info["run"]
        task = (await read_body(request, Goal)).task.strip()
        if not task:
            raise refusal(web.HTTPBadRequest, "task is empty; say what the agent is to do")
        try:
            await self._pipeline.change_task(run, task)
        except ValueError as error:
            raise refusal(web.HTTPNotFound, str(error)) from error
        return _found(await self._ask(self._reader.summary, run), request)

    # --- doors

    async def login(self, request: web.Request, who: Credential | None) -> web.Response:
        if not self._logins.redeem((await read_body(request, Login)).code):
            raise refusal(
                web.HTTPUnauthorized, "the login code is used or old; run `courtside url`"
            )
        return answer({"token": self._credentials.issue("view", "page")[1]})

    async def viewer(self, request: web.Request, who: Credential | None) -> web.Response:
        return answer({"url": f"http://{request.headers['Host']}/#login={self._logins.issue()}"})

    async def pair(self, request: web.Request, who: Credential | None) -> web.Response:
        return answer({"code": self._pairings.issue(), "expires_s": self._pairings.lifetime_s})

    async def claim(self, request: web.Request, who: Credential | None) -> web.Response:
        claim = await read_body(request, Claim)
        if not self._pairings.redeem(claim.code):
            raise refusal(web.HTTPUnauthorized, "the code is wrong or old; run `courtside pair`")
        id, token = self._credentials.issue("ingest", claim.name, "extension")
        return answer({"id": id, "token": token})

    async def sources(self, request: web.Request, who: Credential | None) -> web.Response:
        known = self._credentials.sources()
        return answer(
            [
                {"id": c.id, "name": c.name, "source": c.source, "created_at_ms": c.created_at_ms}
                for c in known
            ]
        )

    async def add_source(self, request: web.Request, who: Credential | None) -> web.Response:
        new = await read_body(request, NewSource)
        id, token = self._credentials.issue("ingest", new.name, new.source)
        return answer({"id": id, "token": token})

    async def revoke(self, request: web.Request, who: Credential | None) -> web.Response:
        id = request.match_info["id"]
        if not self._credentials.revoke(id):
            raise refusal(web.HTTPNotFound, f"no source {id}")
        await self._sources.drop(id)
        return answer({"revoked": id})

    async def purge(self, request: web.Request, who: Credential | None) -> web.Response:
        what = await read_body(request, Purge)
        if (what.runs is not None) + (what.filter is not None) + what.all != 1:
            raise refusal(web.HTTPBadRequest, "say exactly one of runs, filter, all")
        runs = what.runs
        if what.filter is not None:
            page = await self._ask(self._reader.runs, what.filter, 1_000_000)
            runs = tuple(row.run.id for row in page.runs)
        gone, freed = await self._pipeline.purge(runs)
        return answer({"runs": len(gone), "bytes": freed})

    async def add_verdicts(self, request: web.Request, who: Credential | None) -> web.Response:
        said = await read_body(request, Judged)
        await self._pipeline.write(self._pipeline.store.add_verdicts, said.verdicts)
        for run, step in dict.fromkeys((v.run, getattr(v, "step", None)) for v in said.verdicts):
            await self._pipeline.show(run, step)
        return answer({"verdicts": len(said.verdicts)})

    async def stop(self, request: web.Request, who: Credential | None) -> web.Response:
        self._stop.set()
        return answer({"stopping": True})

    # --- curl

    async def add_blob(self, request: web.Request, who: Credential | None) -> web.Response:
        if request.content_type not in ("image/jpeg", "image/png", "image/webp"):
            raise refusal(
                web.HTTPUnsupportedMediaType,
                f"Content-Type is {request.content_type!r}; send a JPEG, PNG or WebP",
            )
        data = await request.read()
        try:
            sha = await asyncio.to_thread(self._keep_image, data)
        except ValueError as error:
            raise refusal(web.HTTPBadRequest, str(error)) from error
        except OSError as error:
            why = f"the disk refused: {error.strerror}; free some space"
            raise refusal(web.HTTPServiceUnavailable, why) from error
        return answer({"sha256": sha})

    def _keep_image(self, data: bytes) -> str:
        check_image(data)
        return self._pipeline.store.add_blob(data)

    async def add_step(self, request: web.Request, who: Credential | None) -> web.Response:
        assert who is not None
        posted = await read_body(request, wire.PostedStep)
        session, run = await self._posted_run(posted, who)
        async with self._sources.turns.of(session):
            return answer(await self._append(session, run, posted))

    async def _append(self, session: str, run: str, posted: wire.PostedStep) -> dict[str, Any]:
        summary = await self._ask(self._reader.summary, run)
        if summary is None:
            raise refusal(web.HTTPNotFound, f"run {run} is gone")
        actions = (
            (Action(kind="other", at_ms=now_ms(), text=posted.action),) if posted.action else ()
        )
        ended = _end_of(summary.run, posted) if posted.finish else None
        step = Step(
            run=run,
            index=summary.steps + 1,
            before=posted.before,
            after=posted.after,
            actions=actions,
            thought=posted.thought,
        )
        await self._send(session, wire.StepSeen, step=step)
        if ended:
            await self._send(session, wire.RunEnd, **ended)
        return {"session": session, "run": run, "step": step.index}

    async def _posted_run(self, posted: wire.PostedStep, who: Credential) -> tuple[str, str]:
        if posted.run is not None:
            summary = await self._own_run(posted.run, who)
            return summary.run.session, posted.run
        session = Session(id=new_id("ses"), source="http", name="curl", started_at_ms=now_ms())
        await self._pipeline.write(self._pipeline.store.begin_session, session, who.id)
        run = new_id("run")
        await self._send(session.id, wire.RunBegin, run=run, at_ms=now_ms(), task=posted.task)
        return session.id, run

    async def end_run(self, request: web.Request, who: Credential | None) -> web.Response:
        assert who is not None
        end = await read_body(request, End)
        summary = await self._own_run(request.match_info["run"], who)
        async with self._sources.turns.of(summary.run.session):
            await self._send(
                summary.run.session,
                wire.RunEnd,
                run=summary.run.id,
                at_ms=now_ms(),
                ended_by=end.ended_by,
                answer=end.answer,
                claims_success=end.claims_success,
            )
        return answer({"run": summary.run.id})

    async def add_oracle(self, request: web.Request, who: Credential | None) -> web.Response:
        assert who is not None
        oracle = await read_body(request, Oracle)
        summary = await self._own_run(oracle.run, who)
        async with self._sources.turns.of(summary.run.session):
            await self._send(summary.run.session, wire.OracleSaid, oracle=oracle)
        return answer(oracle)

    async def _own_run(self, run: str, who: Credential) -> wire.RunSummary:
        owner = await self._pipeline.write(self._pipeline.store.owner_of, run)
        summary = await self._ask(self._reader.summary, run)
        if summary is None or owner != who.id:
            raise refusal(web.HTTPNotFound, f"no run {run} of yours")
        found: wire.RunSummary = summary
        return found

    async def _send(self, session: str, message_type: Any, **fields: Any) -> None:
        """The session's next message. To be called in the session's turn."""
        if session in self._sources.connected:
            raise refusal(web.HTTPConflict, f"session {session} belongs to a connected source")
        acked = await self._pipeline.write(self._pipeline.store.acked, session)
        message = message_type(seq=acked + 1, **fields)
        refused = await self._pipeline.accept_and_wait((session, message.seq, message))
        if refused is not None:
            kind = web.HTTPServiceUnavailable if refused.retry else web.HTTPConflict
            raise refusal(kind, refused.reason)

    # --- the page

    async def live(self, request: web.Request, who: Credential | None) -> web.WebSocketResponse:
        async with self._sockets.accept(request, 64 * 1024, True) as socket:
            try:
                if credential := await self._view(socket):
                    await self._serve_viewer(socket, credential)
            except Exception as error:  # noqa: BLE001  the guard around a connection
                log.error("a viewer's connection ended: %s", where(error))
                await socket.close(code=WSCloseCode.INTERNAL_ERROR)
            return socket

    async def _serve_viewer(self, socket: web.WebSocketResponse, credential: Credential) -> None:
        with self._pipeline.hub.viewer() as viewer:
            async with asyncio.TaskGroup() as group:
                sender = group.create_task(self._show(socket, viewer.queue))
                watchman = group.create_task(self._end_with(socket, credential))
                try:
                    async for _ in socket:
                        pass
                finally:
                    sender.cancel()
                    watchman.cancel()

    async def _end_with(self, socket: web.WebSocketResponse, credential: Credential) -> None:
        """Ends the viewer's connection once its token is in force no more."""
        while True:
            await asyncio.sleep(STATUS_EVERY_S)
            if not self._guard.holds(credential):
                break
        await _refuse(socket, OLD_TOKEN)

    async def _view(self, socket: web.WebSocketResponse) -> Credential | None:
        reason = "the first message must be a view"
        try:
            message = await socket.receive(5)
            if message.type is WSMsgType.TEXT:
                view = msgspec.json.decode(message.data, type=wire.View)
                found = self._guard.check_token(view.token, ("view", "control"))
                if view.protocol == wire.PROTOCOL:
                    return found
                reason = f"protocol is {view.protocol}; this daemon speaks {wire.PROTOCOL}"
        except (TimeoutError, msgspec.MsgspecError, ValueError, RecursionError):
            pass
        except web.HTTPException:
            reason = OLD_TOKEN
        await _refuse(socket, reason)
        return None

    async def _show(
        self, socket: web.WebSocketResponse, queue: asyncio.Queue[bytes | None]
    ) -> None:
        """Whatever happens, until the viewer goes: also while it is shown the beginning."""
        with contextlib.suppress(ConnectionError):
            await self._snapshot(socket)
            while True:
                if (data := await queue.get()) is None:
                    await self._snapshot(socket)
                else:
                    await socket.send_str(data.decode())

    async def _snapshot(self, socket: web.WebSocketResponse) -> None:
        page = await self._ask(self._reader.runs, "", SNAPSHOT_RUNS)
        snapshot = wire.Snapshot(
            protocol=wire.PROTOCOL, status=await self.read_status(), runs=page.runs
        )
        await socket.send_str(wire.encode(snapshot).decode())

    async def tell_status(self) -> None:
        """Tells all viewers together what changed of the status; asks nothing while none looks."""
        last: wire.Status | None = None
        while True:
            await asyncio.sleep(STATUS_EVERY_S)
            if not self._pipeline.hub.watched:
                continue
            status = await self.read_status()
            if status != last:
                last = status
                self._pipeline.hub.tell(wire.StatusChanged(status=status))


async def _refuse(socket: web.WebSocketResponse, reason: str) -> None:
    with contextlib.suppress(ConnectionError):  # it may have left already
        await socket.send_str(wire.encode(wire.Refused(reason=reason)).decode())
        await socket.close(code=4401)


def _end_of(run: Run, posted: wire.PostedStep) -> dict[str, Any]:
    """The end that is posted with a step. Raises 409 where another one stands."""
    fields: dict[str, Any] = {"run": run.id, "at_ms": now_ms(), "answer": posted.answer}
    try:
        with_end(run, wire.RunEnd(seq=1, **fields))
    except ValueError as error:
        raise refusal(web.HTTPConflict, str(error)) from error
    return fields


def answer(body: Any) -> web.Response:
    """JSON, with the guard's headers."""
    return web.Response(
        body=msgspec.json.encode(body), content_type="application/json", headers=HEADERS
    )


async def read_body(request: web.Request, kind: type[T]) -> T:
    """The request's JSON. Raises 415 or 400 that names what is wrong."""
    if request.content_type != "application/json":
        raise refusal(
            web.HTTPUnsupportedMediaType,
            f"Content-Type is {request.content_type!r}; send application/json",
        )
    data = await request.read()
    if len(data) > wire.MAX_MESSAGE_BYTES:
        raise web.HTTPRequestEntityTooLarge(wire.MAX_MESSAGE_BYTES, len(data))
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise refusal(web.HTTPBadRequest, str(error)) from error


def _number(request: web.Request, name: str, default: int, most: int) -> int:
    word = request.query.get(name, str(default))
    if not _DIGITS.fullmatch(word) or not 1 <= int(word) <= most:
        raise refusal(web.HTTPBadRequest, f"{name} is {word!r}; expected 1 to {most}")
    return int(word)


def _found(body: Any, request: web.Request) -> web.Response:
    if body is None:
        raise refusal(web.HTTPNotFound, f"nothing at {request.path}")
    return answer(body)
