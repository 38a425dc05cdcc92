"""Two ways of watching an agent: by the CDP observer, by the extension. Drive the same."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Protocol

from courtside_bridges.client.control_api import call_for
from courtside_bridges.client.link import Link
from courtside_bridges.client.linked_run import Outcome, no_verdict, open_link
from courtside_bridges.web.browsers import Browser
from courtside_bridges.web.extension_folder import copy_for_automation, extension_folder
from courtside_bridges.web.playwright_runs import AsyncWatched
from courtside_refine.actors.chromium import fresh_context
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.summaries import RunHistory
from courtside_store.wire import EXTENSION_ID
from courtside_store.wire.http_answers import Pairing

from .agent import Claim
from .miniwob import FRAME_PIXELS_A_PIXEL, VIEWPORT

LIVE_DEMO_VERDICT_S = 60.0
Think = Callable[[str], None]
Drive = Callable[[Think], Awaitable[Claim]]
"""Lets the agent act; gets a place to say its thoughts."""


class DemoRecorder(Protocol):
    """One way of watching the demo's agent."""

    source: str
    pause_s: float
    """Between two actions: the extension may take two pictures a second."""

    async def new_page(self) -> Any:
        """A fresh page of the agent's browser."""

    async def watch(
        self, page: Any, task: str, attempt: int, parent: str | None, drive: Drive
    ) -> tuple[str, Claim, Outcome]:
        """One watched run: its id, the agent's answer, and the verdict."""

    async def oracle(self, run: str, success: bool, reward: float) -> None:
        """The benchmark's word, sent after the verdict."""


class CdpLane:
    """`launch()` and `new_context()`, watched through the agent's own CDP connection."""

    source = "cdp"
    pause_s = 0.45

    def __init__(self, context: Any, link: Link) -> None:
        self._context = context
        self._link = link
        self._runs: dict[str, AsyncWatched] = {}

    async def new_page(self) -> Any:
        return await self._context.new_page()

    async def watch(
        self, page: Any, task: str, attempt: int, parent: str | None, drive: Drive
    ) -> tuple[str, Claim, Outcome]:
        watched = AsyncWatched(
            page, task, agent="scripted", attempt=attempt, parent_run=parent, link=self._link
        )
        self._runs[watched.run] = watched
        async with watched:
            claim = await drive(watched.thought)
            outcome = await watched.finish(
                claim.answer, claim.claims_success, truncated=claim.truncated
            )
        return watched.run, claim, outcome

    async def oracle(self, run: str, success: bool, reward: float) -> None:
        self._runs.pop(run).oracle(success, reward, "miniwob")


class ExtensionRecorder:
    """A persistent context with the extension, driven by the messages that its popup sends."""

    source = "extension"
    pause_s = 0.7

    def __init__(self, context: Any, control: Any, config: Config, daemon: Running) -> None:
        self._context = context
        self._control = control
        self._config = config
        self._daemon = daemon

    async def new_page(self) -> Any:
        page = await self._context.new_page()
        await page.bring_to_front()
        return page

    async def watch(
        self, page: Any, task: str, attempt: int, parent: str | None, drive: Drive
    ) -> tuple[str, Claim, Outcome]:
        begun = await self.send(
            type="record",
            url=page.url,
            task=task,
            agent="scripted",
            attempt=attempt,
            parent_run=parent,
        )
        claim = await drive(lambda _: None)
        await self.send(
            type="stop",
            answer=claim.answer,
            claims_success=claim.claims_success,
            truncated=claim.truncated,
        )
        return begun["run"], claim, await self._outcome(begun["run"])

    async def oracle(self, run: str, success: bool, reward: float) -> None:
        await self.send(type="oracle", run=run, success=success, reward=reward, name="miniwob")

    async def send(self, **message: Any) -> Any:
        """Sends a message as the popup does; its answer. Raises RuntimeError on an error."""
        answer = await self._control.evaluate("(m) => chrome.runtime.sendMessage(m)", message)
        if answer and "error" in answer:
            raise RuntimeError(f"the extension: {answer['error']}")
        return answer

    async def _outcome(self, run: str) -> Outcome:
        """Asks the daemon until the run is judged, and a failure has its lesson, which comes after
        the verdict; without a verdict after a minute, none.
        """
        for _ in range(int(LIVE_DEMO_VERDICT_S / 0.1)):
            history = await asyncio.to_thread(self._history, run)
            if history is not None and history.verdict and not history.lesson_owed:
                return Outcome(verdict=history.verdict, reflection=history.reflection)
            await asyncio.sleep(0.1)
        return no_verdict(run, f"No verdict within {LIVE_DEMO_VERDICT_S:g} s.")

    def _history(self, run: str) -> RunHistory | None:
        try:
            return call_for(RunHistory, self._config, self._daemon, "GET", f"/v1/runs/{run}")
        except OSError:
            return None


@asynccontextmanager
async def cdp_recorder(
    playwright: Any, browser: Browser, config: Config
) -> AsyncIterator[DemoRecorder]:
    """A browser as most Playwright agents start it."""
    chromium = await playwright.chromium.launch(executable_path=browser.path, args=browser.flags)
    try:
        async with fresh_context(
            chromium, viewport=VIEWPORT, device_scale_factor=FRAME_PIXELS_A_PIXEL
        ) as context:
            link = open_link("scripted agent", config)
            try:
                yield CdpLane(context, link)
            finally:
                await asyncio.to_thread(link.close)
    finally:
        await chromium.close()


@asynccontextmanager
async def extension_recorder(
    playwright: Any, browser: Browser, config: Config, daemon: Running
) -> AsyncIterator[ExtensionRecorder]:
    """A persistent context with the extension in it, paired by a code as a person would."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        extension = copy_for_automation(extension_folder(), Path(folder) / "extension")
        context = await playwright.chromium.launch_persistent_context(
            Path(folder) / "profile",
            executable_path=browser.path,
            args=[
                *browser.flags,
                f"--load-extension={extension}",
                f"--disable-extensions-except={extension}",
            ],
            viewport=VIEWPORT,
            device_scale_factor=FRAME_PIXELS_A_PIXEL,
        )
        control = await context.new_page()
        await control.goto(f"chrome-extension://{EXTENSION_ID}/popup.html")
        recorder = ExtensionRecorder(context, control, config, daemon)
        pairing = await asyncio.to_thread(call_for, Pairing, config, daemon, "POST", "/v1/pair", {})
        await recorder.send(type="pair", code=pairing.code, daemon=daemon.url)
        yield recorder
        await asyncio.sleep(1)  # the last oracle's message leaves
        await context.close()
