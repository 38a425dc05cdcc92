"""The program that holds the judge, as a child process: begun, sent to, received from, ended.

Knows no run and no verdict.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from courtside_judge.backends.chosen import Chosen
from courtside_store.private_files import open_private

from .framing import MAX_BYTES, frame
from .judge_messages import JudgeMessage, JudgeRequest, Ready, receive_message

log = logging.getLogger(__name__)
MAX_LOG_BYTES = 1_000_000
DIES_S = 2.0


class JudgeChild:
    """One process at a time; after its end another may be begun."""

    def __init__(self, judge_log: Path) -> None:
        """`judge_log`: where goes what the judge and its libraries print."""
        self._log = judge_log
        self._process: Process | None = None

    @property
    def pid(self) -> int | None:
        """Of the process, where it was begun and not ended by us."""
        return self._process.pid if self._process else None

    @property
    def is_running(self) -> bool:
        """Whether there is one that has not ended."""
        return self._process is not None and self._process.returncode is None

    async def start(self, options: Sequence[str], chosen: Chosen) -> Ready:
        """Begins it, tells it the models in use, and returns how its judge introduces itself.

        Raises OSError or EOFError where it ends before that, ValueError on another first message.
        """
        with self._open_log() as judge_log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "courtside_judge.process.server",
                *options,
                stdin=PIPE,
                stdout=PIPE,
                stderr=judge_log,
                limit=MAX_BYTES,
                start_new_session=True,
            )
        await self.send(chosen)
        ready = await self.receive()
        if not isinstance(ready, Ready):
            raise ValueError(f"its first message is {type(ready).__name__}; expected Ready")
        return ready

    def _open_log(self) -> IO[bytes]:
        """A new file when it is too large."""
        if self._log.is_file() and self._log.stat().st_size > MAX_LOG_BYTES:
            self._log.unlink()
        return open_private(self._log, "ab")

    async def send(self, request: JudgeRequest | Chosen) -> None:
        """Raises OSError where it has ended."""
        assert self._process and self._process.stdin
        self._process.stdin.write(frame(request))
        await self._process.stdin.drain()

    async def receive(self) -> JudgeMessage:
        """Its next message. Raises EOFError where it has ended."""
        assert self._process and self._process.stdout
        return await receive_message(self._process.stdout)

    async def how_it_died(self) -> str:
        """Of one that ended by itself: how, and where to look."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(DIES_S):
                await self._process.wait() if self._process else None
        code = self._process.returncode if self._process else None
        how = "" if code is None else f" by signal {-code}" if code < 0 else f" with status {code}"
        return f"its process ended{how}, see judge.log"

    async def stop(self, judge: str) -> None:
        """Ends the process and all that it started: a library that forks leaves children, which
        hold what we wait for. `judge`: its name, for the log.
        """
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        if process.stdin:
            process.stdin.close()
        try:
            async with asyncio.timeout(DIES_S):
                await process.wait()
        except TimeoutError:
            log.warning("judge %s: something that it started is still there", judge)
