"""The threads that ask the store: one that writes, some that read. Knows no message and no run."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from .disk_refusals import DiskRefusals

log = logging.getLogger(__name__)
READERS = 4
"""Threads that read, each with a connection: a long question does not hold up a short one."""
DISK_AGAIN_S = 1.0
P = ParamSpec("P")
T = TypeVar("T")


class StoreThreads:
    """Runs everything that asks the store in threads, off the event loop."""

    def __init__(self, disk: DiskRefusals) -> None:
        self._disk = disk
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")

    async def write(self, act: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Does something with the store in its one thread. Raises as `DiskRefusals.noted` does."""
        loop = asyncio.get_running_loop()
        with self._disk.noted("rows"):
            return await loop.run_in_executor(self._writer, partial(act, *args, **kwargs))

    async def write_with_retries(self, act: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Writes what nobody would send again: tries until a full disk has room."""
        while True:
            try:
                return await self.write(act, *args, **kwargs)
            except (sqlite3.OperationalError, OSError) as error:
                log.error("%s; trying again", error)
                await asyncio.sleep(DISK_AGAIN_S)

    async def read(self, act: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Asks the reader something. Raises as `DiskRefusals.noted` does."""
        loop = asyncio.get_running_loop()
        with self._disk.noted("reading"):
            return await loop.run_in_executor(self._readers, partial(act, *args, **kwargs))

    def close(self) -> None:
        """Lets them end."""
        self._writer.shutdown()
        self._readers.shutdown()
