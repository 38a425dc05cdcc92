"""HTTP/1.1 messages on streams, by hand: aiohttp adds 1 ms to every command. Knows no Appium.

That is as much as Appium itself takes, for a full client and server between it and the agent; this
adds a quarter of it. A message is kept as the bytes that it came in.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import NamedTuple

MAX_HEAD_BYTES = 64 * 1024
MAX_BODY_BYTES = 256 * 1024 * 1024
"""The largest body of a request, which is held in memory until it is sent on."""
PIECE_BYTES = 256 * 1024
END = b"\r\n\r\n"
_NO_BODY = (204, 304)


class Head(NamedTuple):
    """The first line and the header fields of a request or an answer."""

    raw: bytes
    first: tuple[str, str, str]
    """Method, target, version; or version, status, reason."""
    fields: dict[str, str]
    """By lower-case name; of a repeated one the last."""

    @property
    def status(self) -> int:
        """Of an answer."""
        return int(self.first[1])

    @property
    def closes(self) -> bool:
        """Whether the connection ends with this message."""
        return (
            "close" in self.fields.get("connection", "").lower() or "HTTP/1.0" in self.first
        ) and "upgrade" not in self.fields

    @property
    def is_chunked(self) -> bool:
        """Whether the body comes in chunks."""
        return "chunked" in self.fields.get("transfer-encoding", "").lower()

    @property
    def is_endless(self) -> bool:
        """Whether an answer's body ends with its connection."""
        return not self.is_chunked and "content-length" not in self.fields

    @property
    def length(self) -> int | None:
        """Bytes of the body; None without Content-Length. Raises ValueError that names it."""
        length = self.fields.get("content-length")
        if length is None:
            return None
        if not length.isdecimal():
            raise ValueError(f"Content-Length is {length!r}; expected a number")
        return int(length)


class Body(NamedTuple):
    """A body, as it stood on the wire and without the marks of its chunks."""

    raw: bytes
    plain: bytes


async def read_head(reader: asyncio.StreamReader) -> Head | None:
    """The next message's head; None where the other side is done. Raises ValueError."""
    try:
        raw = await reader.readuntil(END)
    except asyncio.IncompleteReadError as end:
        if end.partial.strip():
            raise ValueError(f"the message ends after {end.partial[:40]!r}") from end
        return None
    except asyncio.LimitOverrunError as error:
        raise ValueError(f"the head of a message has more than {MAX_HEAD_BYTES} bytes") from error
    return parse_head(raw)


def parse_head(raw: bytes) -> Head:
    """A head from its bytes. Raises ValueError that shows its first line."""
    line, *rest = raw.decode("latin-1").lstrip("\r\n").split("\r\n")
    words = line.split(" ", 2)
    if len(words) == 2 and line.startswith("HTTP/"):
        words.append("")
    if len(words) != 3 or not (line.startswith("HTTP/1.") or words[2].startswith("HTTP/1.")):
        raise ValueError(f"{line[:80]!r} is no line of HTTP/1.1")
    fields: dict[str, str] = {}
    for field in rest:
        name, found, value = field.partition(":")
        if found:
            fields[name.rstrip().lower()] = value.strip()
    return Head(raw, (words[0], words[1], words[2]), fields)


async def pieces(
    reader: asyncio.StreamReader, head: Head, has_body: bool = True
) -> AsyncIterator[Body]:
    """A body bit by bit. Raises ValueError on broken framing, IncompleteReadError on its end."""
    if not has_body:
        return
    if head.is_chunked:
        async for piece in _chunks(reader):
            yield piece
        return
    left = head.length
    if left is None:
        if head.first[0].startswith("HTTP/"):  # an answer that ends with its connection
            while data := await reader.read(PIECE_BYTES):
                yield Body(data, data)
        return
    while left:
        data = await reader.readexactly(min(left, PIECE_BYTES))
        left -= len(data)
        yield Body(data, data)


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[Body]:
    while True:
        line = await reader.readuntil(b"\r\n")
        try:
            size = int(line.partition(b";")[0].strip(), 16)
        except ValueError as error:
            raise ValueError(f"a chunk's size is {line[:20]!r}") from error
        if size == 0:
            break
        left = size
        while left:
            data = await reader.readexactly(min(left, PIECE_BYTES))
            left -= len(data)
            yield Body(line + data, data)
            line = b""
        yield Body(await reader.readexactly(2), b"")
    while (trailer := await reader.readuntil(b"\r\n")) != b"\r\n":
        line += trailer
    yield Body(line + trailer, b"")


async def read_body(reader: asyncio.StreamReader, head: Head) -> Body:
    """A request's whole body. Raises ValueError where it is too large or broken."""
    parts: list[Body] = []
    size = 0
    async for piece in pieces(reader, head):
        size += len(piece.raw)
        if size > MAX_BODY_BYTES:
            raise ValueError(f"the body has more than {MAX_BODY_BYTES} bytes")
        parts.append(piece)
    if len(parts) == 1:
        return parts[0]
    return Body(b"".join(p.raw for p in parts), b"".join(p.plain for p in parts))


def has_body(method: str, answer: Head) -> bool:
    """Whether an answer to such a request has a body."""
    return method != "HEAD" and answer.status >= 200 and answer.status not in _NO_BODY


def with_field(head: Head, name: str, value: str | None) -> Head:
    """The head with one field set, or left out; every other byte as it was."""
    line, *rest = head.raw[: -len(END)].split(b"\r\n")
    wanted = name.lower().encode()
    kept = [field for field in rest if field.partition(b":")[0].strip().lower() != wanted]
    if value is not None:
        kept.append(f"{name}: {value}".encode("latin-1"))
    return parse_head(b"\r\n".join([line, *kept]) + END)


def webdriver_error(status: int, error: str, message: str) -> bytes:
    """An answer as a WebDriver server gives it when it refuses."""
    value = {"error": error, "message": message, "stacktrace": ""}
    body = json.dumps({"value": value}).encode()
    return (
        f"HTTP/1.1 {status} {'Bad Request' if status == 400 else 'Internal Server Error'}\r\n"
        f"Content-Type: application/json; charset=utf-8\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode() + body
