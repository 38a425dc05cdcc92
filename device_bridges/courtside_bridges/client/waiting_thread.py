"""Awaits a call that only waits, in a thread that keeps no program from ending."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import copy_context
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
WAITING_THREAD = "courtside-waits"


async def wait_in_thread(call: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> T:
    """What it returns or raises. Where that is cancelled, as by Ctrl-C, the thread waits on alone.

    With `asyncio.to_thread` the program would not end before it.
    """
    done: Future[T] = Future()
    done.set_running_or_notify_cancel()
    context = copy_context()

    def wait() -> None:
        try:
            done.set_result(context.run(call, *args, **named))
        except BaseException as error:  # noqa: BLE001  it is raised where it is awaited
            done.set_exception(error)

    threading.Thread(target=wait, name=WAITING_THREAD, daemon=True).start()
    return await asyncio.wrap_future(done)
