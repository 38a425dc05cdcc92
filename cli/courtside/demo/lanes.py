"""Two ways of watching an agent: by the CDP observer, by the extension. Drive the same."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Protocol

import msgspec

from courtside_bridges.client.daemon_address import call
from courtside_bridges.client.link import Link
from courtside_bridges.client.recorded import Outcome, no_verdict, open_link
from courtside_bridges.web.browsers import Browser
from courtside_bridges.web.extension_files import copy_for_automation, extension_folder
from courtside_bridges.web.playwright_runs import AsyncWatched
from courtside_store.config import Config, Running
from courtside_store.summaries import RunDetail
from courtside_store.wire import EXTENSION_ID

from .agent import Told
from .miniwob import SHARPNESS, VIEWPORT

VERDICT_S = 60.0
Think = Callable[[str], None]
Drive = Callable[[Think], Awaitable[Told]]
"""Lets the agent act; gets a place to say its thoughts."""


class Lane(Protocol):
    """One way of watching."""

    source: str
    pause_s: float
    """Between two actions: the extension may take two pictures a second."""

    async def new_page(self) -> Any:
        """A fresh page of the agent's browser."""

    async def watch(
        self, page: Any, task: str, attempt: int, parent: str | None, drive: Drive
    ) -> tuple[str, Told, Outcome]:
        """One watched run: its id, what the agent said, and the verdict."""

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
    ) -> tuple[str, Told, Outcome]:
        watched = AsyncWatched(
            page, task, agent="scripted", attempt=attempt, parent_run=parent, link=self._link
        )
        self._runs[watched.run] = watched
        async with watched:
            told = await drive(watched.thought)
            outcome = await watched.finish(told.answer, told.claims_success)
        return watched.run, told, outcome

    async def oracle(self, run: str, success: bool, reward: float) -> None:
        self._runs.pop(run).oracle(success, reward, "miniwob")


class ExtensionLane:
    """A persistent context with the extension, driven by the messages that its popup sends."""

    source = "extension"
    pause_s = 0.7

    def __init__(self, context: Any, control: Any, config: Config, said: Running) -> None:
        self._context = context
        self._control = control
        self._config = config
        self._said = said

    async def new_page(self) -> Any:
        page = await self._context.new_page()
        await page.bring_to_front()
        return page

    async def watch(
        self, page: Any, task: str, attempt: int, parent: str | None, drive: Drive
    ) -> tuple[str, Told, Outcome]:
        begun = await self._tell(
            type="record",
            url=page.url,
            task=task,
            agent="scripted",
            attempt=attempt,
            parent_run=parent,
        )
        told = await drive(lambda _: None)
        await self._tell(type="stop", answer=told.answer, claims_success=told.claims_success)
        return begun["run"], told, await self._outcome(begun["run"])

    async def oracle(self, run: str, success: bool, reward: float) -> None:
        await self._tell(type="oracle", run=run, success=success, reward=reward, name="miniwob")

    async def _tell(self, **message: Any) -> Any:
        answer = await self._control.evaluate("(m) => chrome.runtime.sendMessage(m)", message)
        if answer and "error" in answer:
            raise RuntimeError(f"the extension: {answer['error']}")
        return answer

    async def _outcome(self, run: str) -> Outcome:
        """Asks the daemon until the run is judged, and a failure has its lesson, which comes after
        the verdict; without a verdict after a minute, none.
        """
        for _ in range(int(VERDICT_S / 0.1)):
            detail = await asyncio.to_thread(self._detail, run)
            if detail is not None and detail.verdict and not _lacks_lesson(detail):
                return Outcome(verdict=detail.verdict, reflection=detail.reflection)
            await asyncio.sleep(0.1)
        return no_verdict(run, f"No verdict within {VERDICT_S:g} s.")

    def _detail(self, run: str) -> RunDetail | None:
        try:
            answer = call(self._config, self._said, "GET", f"/v1/runs/{run}")
        except OSError:
            return None
        return msgspec.convert(answer, RunDetail)


def _lacks_lesson(detail: RunDetail) -> bool:
    """Where none could be made, a failed verdict says so."""
    verdict = detail.verdict
    is_failure = verdict is not None and verdict.status == "ok" and verdict.label == "failure"
    return is_failure and not detail.reflection and detail.verdicts[-1].status == "ok"


@asynccontextmanager
async def cdp_lane(playwright: Any, browser: Browser, config: Config) -> AsyncIterator[Lane]:
    """A browser as most Playwright agents start it."""
    chromium = await playwright.chromium.launch(executable_path=browser.path, args=browser.flags)
    context = await chromium.new_context(viewport=VIEWPORT, device_scale_factor=SHARPNESS)
    link = open_link("scripted agent", config)
    yield CdpLane(context, link)
    await asyncio.to_thread(link.close)
    await chromium.close()


@asynccontextmanager
async def extension_lane(
    playwright: Any, browser: Browser, config: Config, said: Running
) -> AsyncIterator[Lane]:
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
            device_scale_factor=SHARPNESS,
        )
        control = await context.new_page()
        await control.goto(f"chrome-extension://{EXTENSION_ID}/popup.html")
        lane = ExtensionLane(context, control, config, said)
        code = (await asyncio.to_thread(call, config, said, "POST", "/v1/pair", {}))["code"]
        await lane._tell(type="pair", code=code, daemon=said.url)
        yield lane
        await asyncio.sleep(1)  # the last oracle's message leaves
        await context.close()
