"""Waits until something becomes true, with a time limit. Knows nothing of what it waits for."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, overload

T = TypeVar("T")
EVERY_S = 0.02
WITHIN_S = 30.0
"""Far more than anything takes on a busy machine."""


@overload
async def until(
    look: Callable[[], Awaitable[T | None]], within_s: float = WITHIN_S, every_s: float = EVERY_S
) -> T: ...
@overload
async def until(
    look: Callable[[], T | None], within_s: float = WITHIN_S, every_s: float = EVERY_S
) -> T: ...
async def until(
    look: Callable[[], Any], within_s: float = WITHIN_S, every_s: float = EVERY_S
) -> Any:
    """The first true value that `look` returns, awaited where it is asynchronous.

    Raises TimeoutError, which names the last value.
    """
    end = time.monotonic() + within_s
    while True:
        returned = look()
        value = await returned if inspect.isawaitable(returned) else returned
        if value:
            return value
        _check(end, within_s, value)
        await asyncio.sleep(every_s)


def wait_until(look: Callable[[], T | None], within_s: float = WITHIN_S) -> T:
    """The same outside of an event loop."""
    end = time.monotonic() + within_s
    while not (value := look()):
        _check(end, within_s, value)
        time.sleep(EVERY_S)
    return value


def _check(end: float, within_s: float, value: object) -> None:
    if time.monotonic() > end:
        raise TimeoutError(f"still {value!r} after {within_s:g} s")
