"""Ends connections that send no request and would fill the limit of open ones. Knows no route."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from aiohttp import web

MAX_SILENCE_S = 30.0
"""How long a new connection may take to send the head of its first request."""
LOOK_EVERY_S = 2.0


class SilentConnections:
    """The connections that have sent no request, and since when each is open."""

    def __init__(self) -> None:
        self._asked: set[web.RequestHandler] = set()
        self._silent_since: dict[web.RequestHandler, float] = {}

    def note(self, request: web.Request) -> None:
        """A connection has sent the head of a request."""
        self._asked.add(request.protocol)

    async def run(self, server: web.Server) -> None:
        """Looks for silent ones for as long as the daemon lives."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            self.sweep(server.connections, asyncio.get_running_loop().time())

    def sweep(self, there: Collection[web.RequestHandler], now_s: float) -> None:
        """Ends those of the open connections that were silent for too long."""
        self._asked.intersection_update(there)
        silent = [one for one in there if one not in self._asked]
        self._silent_since = {one: self._silent_since.get(one, now_s) for one in silent}
        for one, since_s in self._silent_since.items():
            if now_s - since_s > MAX_SILENCE_S:
                one.force_close()
