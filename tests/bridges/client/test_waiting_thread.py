"""What is awaited in a thread returns and raises as it would, and keeps no program from ending."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from contextvars import ContextVar

import pytest

from courtside_bridges.client.waiting_thread import wait_in_thread

CANCELLED = """
import asyncio, time
from courtside_bridges.client.waiting_thread import wait_in_thread

async def main():
    async with asyncio.timeout(0.1):
        await wait_in_thread(time.sleep, 600)

asyncio.run(main())
"""


async def test_it_returns_and_raises_what_the_call_does_and_knows_its_context() -> None:
    here = ContextVar("here", default=0)
    here.set(7)
    assert await wait_in_thread(here.get) == 7
    with pytest.raises(ZeroDivisionError):
        await wait_in_thread(divmod, 1, 0)


async def test_a_program_that_gives_up_waiting_ends() -> None:
    words = [sys.executable, "-c", CANCELLED]
    ended = await asyncio.to_thread(subprocess.run, words, timeout=60, capture_output=True)
    assert b"TimeoutError" in ended.stderr
