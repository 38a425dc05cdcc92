"""Learns from labels in a process of its own, one at a time. Knows no route."""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE

import msgspec

from courtside_judge.learning.from_store import LearningRequest
from courtside_judge.learning.learn import LearningOutcome
from courtside_judge.learning.learned import Benefit, LearnedFile
from courtside_judge.learning.scope import Scope
from courtside_store.config import Config
from courtside_store.wire import LearningResult

log = logging.getLogger(__name__)
TIMEOUT_S = 600.0


class LearningProcess:
    """Starts a process for each request to learn, and waits for it."""

    def __init__(self, config: Config, file: LearnedFile) -> None:
        self._config = config
        self._file = file
        self._lock = asyncio.Lock()

    async def learn(self, scope: Scope, who: str) -> LearningResult:
        """Stores what was learned. Raises RuntimeError where it could not be tried."""
        if self._lock.locked():
            raise RuntimeError("the judge is learning already; try again when it has ended")
        async with self._lock:
            answer = await self.outcome(scope, who)
            if answer.learned is None:
                return LearningResult(learned=False, text=answer.why)
            await asyncio.to_thread(self._file.add, answer.learned)
            return LearningResult(learned=True, text=_changed(scope, answer.learned.benefit))

    async def outcome(self, scope: Scope, who: str) -> LearningOutcome:
        """Stores nothing. Raises RuntimeError where it could not be tried."""
        request = LearningRequest(config=self._config, scope=scope, who=who)
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "courtside_judge.learning.from_store"),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
        )
        try:
            async with asyncio.timeout(TIMEOUT_S):
                out, _ = await process.communicate(msgspec.json.encode(request, enc_hook=str))
            return msgspec.json.decode(out, type=LearningOutcome)
        except (TimeoutError, msgspec.DecodeError) as error:
            log.error("the judge could not learn: %s", type(error).__name__)
            raise RuntimeError("the judge could not learn; `courtside learn` says why") from error
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()


def _changed(scope: Scope, benefit: Benefit) -> str:
    before, after = benefit.before.accuracy.value, benefit.after.accuracy.value
    return (
        f"learned for {scope}: accuracy on tasks left out was {before:.2f} and is {after:.2f}; "
        "the judge uses it from the next run on"
    )
