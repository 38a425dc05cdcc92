"""Where Appium is, and a connection to it. Knows no command."""

from __future__ import annotations

import asyncio
import ssl
from typing import NamedTuple
from urllib.parse import urlsplit

from .http import MAX_HEAD_BYTES

CONNECT_S = 10.0
HERE = ("127.0.0.1", "::1", "localhost")


class Server(NamedTuple):
    """The address of an Appium server."""

    host: str
    port: int
    path: str
    secure: bool

    @property
    def url(self) -> str:
        """As an agent would write it."""
        scheme = "https" if self.secure else "http"
        return f"{scheme}://{self.authority}{self.path}"

    @property
    def is_here(self) -> bool:
        """On this machine."""
        return self.host in HERE

    @property
    def authority(self) -> str:
        """What the Host field says."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


def read_server(url: str) -> Server:
    """An Appium server's address. Raises ValueError that names it, but for user and password."""
    shown = url.rpartition("@")[2]  # also where it is no address, so `clean_address` finds no user
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 4723)
    except ValueError as error:
        reason = "it cannot be read" if "@" in url else error
        raise ValueError(f"the Appium address is {shown!r}: {reason}") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"the Appium address is {shown!r}; expected e.g. http://127.0.0.1:4723")
    return Server(parts.hostname, port, parts.path.rstrip("/"), parts.scheme == "https")


class Stream(NamedTuple):
    """The reader and the writer of one connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter


class Upstream:
    """The connection to Appium that belongs to one connection of an agent."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._stream: Stream | None = None

    async def stream(self) -> Stream:
        """An open one. Raises OSError where Appium is not there."""
        if self._stream is None or self._stream.reader.at_eof():
            self.close()
            context = ssl.create_default_context() if self._server.secure else None
            async with asyncio.timeout(CONNECT_S):
                opened = await asyncio.open_connection(
                    self._server.host, self._server.port, limit=MAX_HEAD_BYTES, ssl=context
                )
            self._stream = Stream(*opened)
        return self._stream

    def close(self) -> None:
        """Closes it; the next command opens another."""
        if self._stream:
            self._stream.writer.close()
            self._stream = None
