"""Which Appium session is which run: begins them, ends them, closes their links."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import aiohttp

from courtside_bridges.client.background_tasks import Tasks
from courtside_bridges.client.earlier_lessons import EARLIER_LESSONS_S, Earlier, read_earlier
from courtside_bridges.client.linked_run import LinkedRun, open_link
from courtside_formats.codecs.bounded import JsonObject
from courtside_store.config import Config
from courtside_store.records import EndedBy

from .appium_device import ASK_S, GONE, AppiumDevice, CommandRefused, Traits, read_traits
from .appium_session import SessionRun
from .capabilities import Wishes

MAX_TASKS = 1000
OnEnd = Callable[[LinkedRun], None]


class Runs:
    """Every session of one Appium server that goes through us. Use as `async with`."""

    def __init__(
        self,
        server: str,
        config: Config,
        task: str = "",
        agent: str = "",
        on_end: OnEnd | None = None,
    ) -> None:
        """`on_end` is called with each run that has ended, in another thread: it may wait for
        the verdict. On leaving, all of them are waited for.
        """
        self._server = server
        self._config = config
        self._task = task
        self._agent = agent
        self._on_end = on_end
        self._runs: dict[str, SessionRun] = {}
        self._unknown: set[str] = set()
        self._tasks: dict[str, str] = {}
        """Of the sessions that are open."""
        self._tried: dict[str, str] = {}
        """The newest run of each task that has ended."""
        self._looks = Tasks()
        self._leaving = ThreadPoolExecutor(thread_name_prefix="courtside-ended")
        """Not the loop's own threads: looks at screens run there, and must not wait."""

    async def __aenter__(self) -> Runs:
        self._client = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=ASK_S))
        return self

    async def __aexit__(self, *_: object) -> None:
        for session in list(self._runs):
            await self.end(session, "stop")
        await self._looks.close()
        await asyncio.to_thread(self._leaving.shutdown)
        await self._client.close()

    def device(self, session: str, traits: Traits) -> AppiumDevice:
        """A session's device."""
        return AppiumDevice(self._client, self._server, session, traits)

    async def earlier(self, wishes: Wishes) -> Earlier | None:
        """The failed attempt that a new session retries, where its agent asks for lessons, or the
        setting `phone_lessons` has them handed to all. Waits for its verdict.
        """
        run = self._tried.get(wishes.task or self._task)
        if run is None or not (wishes.lessons or self._config.phone_lessons):
            return None
        return await asyncio.to_thread(read_earlier, self._config, run, EARLIER_LESSONS_S)

    def begin(
        self,
        session: str,
        capabilities: JsonObject,
        task: str = "",
        earlier: Earlier | None = None,
    ) -> SessionRun:
        """A run of its own for a session that has begun, or that is joined half-way."""
        traits = read_traits(capabilities)
        surface = "ios" if traits.platform == "ios" else "android"
        link = open_link(traits.name, self._config, "appium", surface)  # type: ignore[arg-type]
        task = task or self._task
        attempt, parent = (earlier.number, earlier.run) if earlier else (1, None)
        recorded = LinkedRun(link, task, self._agent, attempt, parent)
        self._tasks[session] = task
        run = SessionRun(self.device(session, traits), recorded, self._looks.start)
        self._runs[session] = run
        run.touch()
        return run

    def _remember(self, task: str, run: str) -> None:
        if task:
            self._tried.pop(task, None)
            self._tried[task] = run
            if len(self._tried) > MAX_TASKS:
                del self._tried[next(iter(self._tried))]

    async def find(self, session: str, adopt: bool) -> SessionRun | None:
        """A session's run. `adopt`: begins one where the server knows the session and we do not."""
        found = self._runs.get(session)
        if found or not adopt or session in self._unknown:
            return found
        device = self.device(session, Traits())
        try:
            decoded = await device.ask("GET", "/appium/capabilities")
        except OSError:
            return None
        except CommandRefused as error:  # an older server does not know the question
            if error.error == GONE:
                self._unknown.add(session)
                return None
            decoded = {}
        if session in self._runs:  # two commands at once
            return self._runs[session]
        capabilities = decoded.get("capabilities", decoded) if isinstance(decoded, dict) else {}
        return self.begin(session, capabilities)

    async def end(self, session: str, by: EndedBy) -> None:
        """Ends a session's run, if it has one; its messages are sent while agents go on."""
        run = self._runs.pop(session, None)
        if run is None:
            return
        if by == "stop":
            await run.flush()
        run.end(by)
        self._remember(self._tasks.pop(session, ""), run.recorded.run)
        self._leaving.submit(self._leave, run.recorded)

    def _leave(self, run: LinkedRun) -> None:
        try:
            if self._on_end:
                self._on_end(run)
        finally:
            run.link.close()
