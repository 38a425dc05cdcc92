"""Ends connections that send no request, so that they cannot take every place. Knows no route."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Collection

from aiohttp import web

HEAD_S = 30.0
"""How long a new connection may take to send the head of its first request."""
EVERY_S = 2.0
MAX_FILES = 8_192


class Connections:
    """Which connections have sent a request, and since when the others are open."""

    def __init__(self) -> None:
        self._asked: set[web.RequestHandler] = set()
        self._silent_since: dict[web.RequestHandler, float] = {}

    def note(self, request: web.Request) -> None:
        """A connection has sent the head of a request."""
        self._asked.add(request.protocol)

    async def run(self, server: web.Server) -> None:
        """Ends the silent ones, again and again."""
        while True:
            await asyncio.sleep(EVERY_S)
            self.sweep(server.connections, asyncio.get_running_loop().time())

    def sweep(self, there: Collection[web.RequestHandler], now_s: float) -> None:
        """Ends those of the open connections that have been silent for too long."""
        self._asked.intersection_update(there)
        silent = [one for one in there if one not in self._asked]
        self._silent_since = {one: self._silent_since.get(one, now_s) for one in silent}
        for one, since_s in self._silent_since.items():
            if now_s - since_s > HEAD_S:
                one.force_close()


def allow_many_files() -> None:
    """Lifts the limit of open files (often 1,024), as far as the system lets us."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
