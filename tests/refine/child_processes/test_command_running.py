"""A reset that is cancelled ends with what it began, at whatever moment."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest
from processes import is_alive
from waiting import until, wait_until

from courtside_refine.child_processes.command_running import run_reset


@pytest.mark.parametrize("turns", range(1, 5))
async def test_a_reset_that_is_cancelled_while_it_starts_leaves_nothing(
    tmp_path: Path, turns: int
) -> None:
    pids = tmp_path / "pids"
    script = tmp_path / "reset.sh"
    script.write_text(f"setsid sleep 600 & echo $! $$ > {pids}; sleep 601")

    def started() -> list[int]:
        return [int(one) for one in pids.read_text().split()] if pids.is_file() else []

    async with asyncio.TaskGroup() as group:
        resetting = group.create_task(run_reset(["sh", str(script)]))
        for _ in range(turns):
            await asyncio.sleep(0)
        with contextlib.suppress(TimeoutError):  # not begun by then
            wait_until(lambda: len(started()) == 2, within_s=1)  # the loop stands still meanwhile
        resetting.cancel()
    assert resetting.cancelled()
    await until(lambda: not [pid for pid in started() if is_alive(pid)])
