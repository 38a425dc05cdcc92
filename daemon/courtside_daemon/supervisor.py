"""Owns the daemon's background loops. Knows nothing of what they do."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from courtside_store.error_stacks import type_and_stack

log = logging.getLogger(__name__)
AGAIN_S = 1.0


async def keep_going(name: str, loop: Callable[[], Awaitable[None]]) -> None:
    """Runs a loop for as long as the daemon lives: after an error it begins again."""
    while True:
        try:
            await loop()
        except Exception as error:  # noqa: BLE001  the guard around a background loop
            log.error("the %s stopped and begins again: %s", name, type_and_stack(error))
        await asyncio.sleep(AGAIN_S)
