"""Runs the proxy until it is stopped. Knows no command line."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from courtside_store.config import Config

from .appium_runs import OnEnd, Runs
from .proxy import serving
from .upstream import read_server

PORT = 4724


@asynccontextmanager
async def proxying(
    appium: str,
    config: Config,
    *,
    port: int = PORT,
    task: str = "",
    agent: str = "",
    on_end: OnEnd | None = None,
) -> AsyncIterator[tuple[str, Runs]]:
    """A recording proxy in front of the Appium server at `appium`.

    Yields the address that agents are given instead, and the runs. On leaving, runs that are still
    open end as stopped. `on_end`: see `Runs`. Raises ValueError for an address that is none,
    OSError for a taken port.
    """
    server = read_server(appium)
    async with (
        Runs(server.url, config, task, agent, on_end) as runs,
        serving(server, runs, port) as url,
    ):
        yield url, runs
