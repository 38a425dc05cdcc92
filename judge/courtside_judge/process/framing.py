"""Messages over a pipe: four bytes of length, big-endian, then MessagePack. Knows no message."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

import msgspec

if TYPE_CHECKING:  # the judge's own process has no event loop
    import asyncio

MAX_BYTES = 64 * 1024 * 1024
_HEAD_BYTES = 4
_encoder = msgspec.msgpack.Encoder()


def frame(message: msgspec.Struct) -> bytes:
    """The bytes of one message as it is sent.

    Raises ValueError, TypeError, OverflowError or RecursionError for what cannot be sent.
    """
    body = _encoder.encode(message)
    if len(body) > MAX_BYTES:
        raise ValueError(f"a message has {len(body)} bytes; at most {MAX_BYTES}")
    return len(body).to_bytes(_HEAD_BYTES, "big") + body


def write_message(stream: IO[bytes], message: msgspec.Struct) -> None:
    """Sends one at once. Raises as `frame` does, and OSError where nobody reads any more."""
    stream.write(frame(message))
    stream.flush()


def read_body(stream: IO[bytes]) -> bytes | None:
    """The next message's bytes; None at the end of the stream."""
    head = stream.read(_HEAD_BYTES)
    if len(head) < _HEAD_BYTES:
        return None
    return stream.read(int.from_bytes(head, "big"))


async def receive_body(stream: asyncio.StreamReader) -> bytes:
    """The same in the event loop. Raises asyncio.IncompleteReadError where the stream ended,
    ValueError where the message is too large.
    """
    size = int.from_bytes(await stream.readexactly(_HEAD_BYTES), "big")
    if size > MAX_BYTES:
        raise ValueError(f"it answered with {size} bytes; at most {MAX_BYTES}")
    return await stream.readexactly(size)
