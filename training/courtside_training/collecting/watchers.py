"""How an episode is watched while it happens, as users' agents are. Knows no world and no agent.

In its own process, or from beside through the browser's debug port."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any, Literal, Protocol, get_args

from courtside_bridges.web.browsers import find_browser
from courtside_bridges.web.debug_port import PortWatched
from courtside_bridges.web.playwright_runs import AsyncWatched
from courtside_refine.actors.chromium import fresh_context
from courtside_refine.improving.in_memory_link import InMemoryLink
from courtside_training.worlds.app_server import free_port

Source = Literal["inside", "beside", "extension"]
"""Inside: in the agent's own process. Beside: another client of the browser's debug port.
Extension: the Chrome extension, in a browser of its own."""
SOURCES: tuple[Source, ...] = get_args(Source)


class KeptSteps(InMemoryLink):
    """Keeps the steps that are sent, and frames where it is given a place."""

    def __init__(self, frames: dict[str, bytes] | None = None) -> None:
        super().__init__(self._keep)
        self._frames = frames
        self.think: Callable[[str], None] = lambda _: None
        """The agent's thought on its next action, where the watcher takes thoughts."""

    def _keep(self, data: bytes) -> str:
        sha = hashlib.sha256(data).hexdigest()
        if self._frames is not None:
            self._frames[sha] = data
        return sha


class Watchable(Protocol):
    """A browser whose one page may be watched."""

    def page(self, viewport: dict[str, int]) -> AbstractAsyncContextManager[Any]:
        """A page that knows nothing of earlier ones; the browser has no other of the agent's."""

    def watching(
        self, page: Any, task: str, source: Source
    ) -> AbstractAsyncContextManager[KeptSteps]:
        """What is seen of the page from now on. All steps are there once this is left."""


@dataclass(frozen=True)
class DebuggedChromium:
    """A Chromium whose one page may be watched from inside or beside."""

    chromium: Any
    address: str
    frames: dict[str, bytes] | None = None
    """Where frames are kept, by their sha256; nowhere unless given."""

    @property
    def is_open(self) -> bool:
        """False once it crashed or was closed."""
        return bool(self.chromium.is_connected())

    @asynccontextmanager
    async def page(self, viewport: dict[str, int]) -> AsyncIterator[Any]:
        """A page in a fresh context; the browser has no other."""
        async with fresh_context(self.chromium, viewport=viewport) as context:
            context.set_default_timeout(3000)
            yield await context.new_page()

    @asynccontextmanager
    async def watching(self, page: Any, task: str, source: Source) -> AsyncIterator[KeptSteps]:
        """What is seen of the page from now on. All steps are there once this is left."""
        kept: Any = KeptSteps(self.frames)
        if source == "inside":
            async with AsyncWatched(page, task, link=kept) as inside:
                kept.think = inside.thought
                yield kept
                await inside.settled()
        else:
            async with PortWatched(self.address, task, link=kept) as beside:
                yield kept
                await beside.settled()


@asynccontextmanager
async def watchable(
    driver: Any, frames: dict[str, bytes] | None = None
) -> AsyncIterator[DebuggedChromium]:
    """A Chromium without a window; `frames` gets what is seen of its page. Raises FileNotFoundError
    where there is none to start."""
    browser = find_browser()
    if browser is None:
        raise FileNotFoundError("no Chromium found; install one, or set COURTSIDE_BROWSER")
    port = free_port()
    chromium = await driver.chromium.launch(
        executable_path=browser.path, args=[*browser.flags, f"--remote-debugging-port={port}"]
    )
    try:
        yield DebuggedChromium(chromium, f"http://127.0.0.1:{port}", frames)
    finally:
        await chromium.close()
