"""What the agent behind the proxy is told of the run before, as headers of the proxy's answers.

idb's service has no field for it. A run that failed makes the next one a further attempt.
"""

from __future__ import annotations

import asyncio

from courtside_bridges.client.attempt import newest_lessons
from courtside_bridges.client.background_tasks import Tasks
from courtside_bridges.client.earlier_lessons import EARLIER_LESSONS_S, Earlier, read_earlier
from courtside_store.config import Config

LESSONS = "courtside-lessons-bin"
"""The lessons of earlier attempts as UTF-8; gRPC carries `-bin` headers as bytes."""
ATTEMPT = "courtside-attempt"
MAX_BYTES = 6_000
"""The limit of lessons in a header: many programs take 8,192 bytes of headers, in base64."""


class RunLessons:
    """Hands out the lessons of one proxy, whose runs are attempts at one task."""

    def __init__(self, config: Config, is_on: bool) -> None:
        """`is_on`: asked for; the setting `phone_lessons` turns them on too."""
        self._config = config
        self._is_on = is_on or config.phone_lessons
        self._tasks = Tasks()
        self.earlier: Earlier | None = None
        """The failed run that the next one tries again."""

    def ended(self, run: str) -> None:
        """A run is over: its lesson is read once it is judged."""
        self.earlier = None
        if self._is_on:
            self._tasks.start(self._read(run))

    async def _read(self, run: str) -> None:
        self.earlier = await asyncio.to_thread(read_earlier, self._config, run, EARLIER_LESSONS_S)

    def headers(self) -> dict[str, str | bytes]:
        """Of every answer until the next run has ended too; none where nothing was learned."""
        if self.earlier is None:
            return {}
        text = newest_lessons(self.earlier.lessons, MAX_BYTES)
        return {LESSONS: text.encode(), ATTEMPT: str(self.earlier.number)}

    async def close(self) -> None:
        """Nothing is read any more."""
        await self._tasks.close()
