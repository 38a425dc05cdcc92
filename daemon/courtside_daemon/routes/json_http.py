"""JSON over HTTP: reads requests, answers with records, refuses with a reason. Knows no route."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from typing import ParamSpec, TypeVar

import msgspec
from aiohttp import web

from courtside_daemon.access_guard import HEADERS, refusal
from courtside_daemon.pipeline import Pipeline
from courtside_daemon.unreadable import READING, why_unreadable
from courtside_store import wire

T = TypeVar("T")
P = ParamSpec("P")
SMALL_BODY_BYTES = 64 * 1024
"""As much as is read of who has no credential yet, such as a login."""
BODY_S = 60.0
"""How long a body may take to arrive."""
_DIGITS = re.compile("[0-9]{1,12}")


class ControlBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of request bodies: a field that is not known is refused."""


def answer(body: msgspec.Struct | Sequence[msgspec.Struct | str]) -> web.Response:
    """A response whose body is a record, or a list of records or words, as JSON, with the guard's
    headers."""
    return web.Response(
        body=msgspec.json.encode(body), content_type="application/json", headers=HEADERS
    )


async def read_bytes(request: web.Request, most: int) -> bytes:
    """The whole body; raises 413 beyond `most` bytes, 408 after `BODY_S`.

    Not `request.read()`, which keeps it: an open connection keeps its last request.
    """
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_S):
            async for chunk in request.content.iter_any():
                body += chunk
                if len(body) > most:
                    raise web.HTTPRequestEntityTooLarge(most, len(body))
    except TimeoutError as error:
        why = f"the request did not arrive within {BODY_S:g} s; send it again"
        raise refusal(web.HTTPRequestTimeout, why) from error
    return bytes(body)


async def read_body(request: web.Request, kind: type[T], most: int = wire.MAX_MESSAGE_BYTES) -> T:
    """The request's JSON. Raises 415 or 400 that names what is wrong, or as `read_bytes` does."""
    if request.content_type != "application/json":
        raise refusal(
            web.HTTPUnsupportedMediaType,
            f"Content-Type is {request.content_type!r}; send application/json",
        )
    data = await read_bytes(request, most)
    try:
        return msgspec.json.decode(data, type=kind)
    except READING as error:
        raise refusal(web.HTTPBadRequest, why_unreadable(data, error, kind)) from error


def number(request: web.Request, name: str, default: int, most: int) -> int:
    """A number in the query, from 1 to `most`. Raises 400 for anything else."""
    word = request.query.get(name, str(default))
    if not _DIGITS.fullmatch(word) or not 1 <= int(word) <= most:
        raise refusal(web.HTTPBadRequest, f"{name} is {word!r}; expected 1 to {most}")
    return int(word)


def found_or_404(body: msgspec.Struct | None, request: web.Request) -> web.Response:
    """The answer. Raises 404 where there is none."""
    if body is None:
        run, step = (request.match_info.get(name, "") for name in ("run", "step"))
        missing = f"step {step} of the run {run}" if step else f"run {run}"
        raise refusal(web.HTTPNotFound, f"there is no {missing}; it may have been deleted")
    return answer(body)


async def read_store(
    pipeline: Pipeline, act: Callable[P, T], *args: P.args, **options: P.kwargs
) -> T:
    """Asks the reader. Raises 400 with its reason where it cannot answer."""
    try:
        return await pipeline.read(act, *args, **options)
    except ValueError as error:
        raise refusal(web.HTTPBadRequest, str(error)) from error
