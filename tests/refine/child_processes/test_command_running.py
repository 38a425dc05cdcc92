"""A reset or command that is cancelled ends with what it began, at whatever moment."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from pathlib import Path

import pytest
from processes import is_alive
from waiting import until, wait_until

from courtside_refine.child_processes.command_running import CommandFailed, run_reset


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


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of the children of others")
@pytest.mark.parametrize(("status", "stays"), [(0, True), (3, False)])
async def test_what_a_reset_leaves_behind_stays_where_it_ended_well(
    tmp_path: Path, status: int, stays: bool
) -> None:
    pid, script = tmp_path / "pid", tmp_path / "reset.sh"
    fork = f"sleep 600 >/dev/null 2>&1 & echo $! > {pid}"
    script.write_text(f"(setsid sh -c '{fork}' &)\nuntil [ -s {pid} ]; do :; done; exit {status}")
    with contextlib.nullcontext() if stays else pytest.raises(CommandFailed, match="status 3"):
        await run_reset(["sh", str(script)])
    started = int(pid.read_text())
    assert is_alive(started) is stays
    if stays:
        os.kill(started, signal.SIGKILL)


async def test_a_reset_that_is_cancelled_twice_ends_though_it_ignores_the_request(
    tmp_path: Path,
) -> None:
    pids = tmp_path / "pid"
    script = tmp_path / "reset.sh"
    script.write_text(f"trap '' TERM; echo $$ > {pids}; exec sleep 20")
    async with asyncio.TaskGroup() as group:
        resetting = group.create_task(run_reset(["sh", str(script)]))
        pid = int(await until(lambda: pids.is_file() and pids.read_text()))
        for _ in range(2):
            resetting.cancel()
            await asyncio.sleep(0.1)  # the second time while it has its time to end
    assert resetting.cancelled() and not is_alive(pid)


async def test_a_second_interrupt_while_a_command_is_given_time_to_end_is_an_interrupt(
    tmp_path: Path,
) -> None:
    pid = tmp_path / "pid"
    command = ["sh", "-c", f"trap '' TERM; echo $$ > {pid}; sleep 20"]
    program = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        "from courtside_refine.child_processes.command_running import run_command\n"
        f"run_command({command!r}, {{}})",
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    started = int(await until(lambda: pid.is_file() and pid.read_text()))
    program.send_signal(signal.SIGINT)
    await asyncio.sleep(0.5)  # meanwhile the command ignores that it is asked to end
    program.send_signal(signal.SIGINT)
    _, errors = await program.communicate()
    assert errors.decode().strip().endswith("KeyboardInterrupt")
    await until(lambda: not is_alive(started))
