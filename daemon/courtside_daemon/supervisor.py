"""Owns the daemon's background loops. Knows nothing of what they do."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Callable

log = logging.getLogger(__name__)
AGAIN_S = 1.0


async def keep_going(name: str, loop: Callable[[], Awaitable[None]]) -> None:
    """Runs a loop for as long as the daemon lives: after an error it begins again."""
    while True:
        try:
            await loop()
        except Exception as error:  # noqa: BLE001  the guard around a background loop
            log.error("the %s stopped and begins again: %s", name, where(error))
        await asyncio.sleep(AGAIN_S)


def where(error: BaseException) -> str:
    """An error's type and stack, without its message: it may hold what stood on a page."""
    stack = "".join(traceback.format_tb(error.__traceback__))
    return f"{type(error).__name__}\n{stack}"
