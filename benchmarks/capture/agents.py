"""The agents' own processes: each takes a job, plays a script in a browser, says how long it took.

One process drives with the asynchronous API: unwatched, for a watcher beside it, for a watcher in
it, and in a browser with the extension. Another one drives with the synchronous API.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from benchmarks.capture.driving import drive, drive_sync
from benchmarks.capture.script import Act
from benchmarks.pieces import need_browser
from playwright.async_api import async_playwright
from playwright.sync_api import sync_playwright

from courtside_bridges.client.control_api import call
from courtside_bridges.web.browsers import Browser
from courtside_bridges.web.extension_folder import copy_for_automation, extension_folder
from courtside_bridges.web.watching import watch
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.wire import EXTENSION_ID

VIEWPORT: Any = {"width": 1280, "height": 720}
PASS_S = 120.0
END_S = PASS_S + 60
BENCHMARK_VERDICT_S = 20.0


@dataclass(frozen=True)
class Job:
    """One pass of a script."""

    way: str
    """port, playwright, playwright-sync, extension; or unwatched: none, and none-extension in the
    browser that has it."""
    script: tuple[Act, ...]
    address: str
    pause_s: float


@dataclass(frozen=True)
class Done:
    """How a pass went, by its agent."""

    wall_s: float = 0.0
    run: str = ""
    """Empty where another process watched, or nobody."""
    error: str = ""


class Agent:
    """One such process, from the benchmark's side."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self.port = int(pipe.recv())

    def start(self, job: Job) -> None:
        """Begins a pass."""
        self._pipe.send(job)

    def wait(self) -> Done:
        """Its end. Raises TimeoutError."""
        if not self._pipe.poll(END_S):
            raise TimeoutError(f"the agent did not end its pass within {END_S:.0f} s")
        done = self._pipe.recv()
        assert isinstance(done, Done)
        return done


@contextmanager
def agents(
    config: Config, daemon: Running, folder: Path, with_extension: bool
) -> Iterator[dict[str, Agent]]:
    """Both processes, by the ways that they serve."""
    context = get_context("spawn")
    pipes, processes = [], []
    for serve, more in ((_serve_async, (daemon, folder, with_extension)), (_serve_sync, ())):
        here, there = context.Pipe()
        process = context.Process(target=serve, args=(there, config, *more), daemon=True)
        process.start()
        pipes.append(here)
        processes.append(process)
    plain, waiting = (Agent(pipe) for pipe in pipes)
    ways = dict.fromkeys(("none", "port", "playwright", "extension", "none-extension"), plain)
    try:
        yield {**ways, "playwright-sync": waiting}
    finally:
        for pipe in pipes:
            pipe.send(None)
        for process in processes:
            process.join(20)
            process.terminate()


def _serve_sync(pipe: Connection, config: Config) -> None:
    browser = need_browser()
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser.path, args=browser.flags)
        pipe.send(0)
        while job := pipe.recv():
            context = opened.new_context(viewport=VIEWPORT)
            pipe.send(_pass_sync(job, context, config))
            context.close()
        opened.close()


def _pass_sync(job: Job, context: Any, config: Config) -> Done:
    page, took_s, run = context.new_page(), 0.0, ""
    try:
        with watch(page, agent="capture", config=config) as recorded:
            run = recorded.run
            took_s = drive_sync(page, job.script, job.address, job.pause_s)
            recorded.finish(timeout_s=BENCHMARK_VERDICT_S)
    except Exception as error:  # noqa: BLE001  an agent that fails is a finding
        return Done(wall_s=took_s, run=run, error=_first_line(error))
    return Done(wall_s=took_s, run=run)


def _serve_async(
    pipe: Connection, config: Config, daemon: Running, folder: Path, with_extension: bool
) -> None:
    asyncio.run(_serve(pipe, config, daemon, folder, with_extension))


async def _serve(
    pipe: Connection, config: Config, daemon: Running, folder: Path, with_extension: bool
) -> None:
    browser, port = need_browser(), _free_port()
    async with async_playwright() as playwright, AsyncExitStack() as stack:
        opened = await playwright.chromium.launch(
            executable_path=browser.path,
            args=[*browser.flags, f"--remote-debugging-port={port}"],
        )
        stack.push_async_callback(opened.close)
        extended = None
        if with_extension:
            extended = await _Extended.open(playwright, browser, folder, config, daemon)
            stack.push_async_callback(extended.context.close)
        pipe.send(port)
        while job := await asyncio.to_thread(pipe.recv):
            if extended is not None and job.way.endswith("extension"):
                pipe.send(await _pass_extended(job, extended))
                continue
            context = await opened.new_context(viewport=VIEWPORT)
            pipe.send(await _pass(job, context, config))
            await context.close()


async def _pass(job: Job, context: Any, config: Config) -> Done:
    """Watched from within, or not at all: then perhaps from beside."""
    page, took_s, run = await context.new_page(), 0.0, ""
    watched = watch(page, agent="capture", config=config) if job.way == "playwright" else None
    try:
        async with asyncio.timeout(PASS_S):
            if watched is None:
                took_s = await drive(page, job.script, job.address, job.pause_s)
                return Done(wall_s=took_s)
            async with watched as recorded:
                run = recorded.run
                took_s = await drive(page, job.script, job.address, job.pause_s)
                await recorded.finish(timeout_s=BENCHMARK_VERDICT_S)
    except Exception as error:  # noqa: BLE001  an agent that fails is a finding
        return Done(wall_s=took_s, run=run, error=_first_line(error))
    return Done(wall_s=took_s, run=run)


async def _pass_extended(job: Job, extended: _Extended) -> Done:
    page = await extended.page(job.address)
    run, took_s = "", 0.0
    try:
        if job.way == "extension":
            run = await extended.record(page)
        async with asyncio.timeout(PASS_S):
            took_s = await drive(page, job.script, job.address, job.pause_s)
            await extended.send(type="stop")
    except Exception as error:  # noqa: BLE001  an agent that fails is a finding
        return Done(wall_s=took_s, run=run, error=_first_line(error))
    return Done(wall_s=took_s, run=run)


def _first_line(error: Exception) -> str:
    return f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"


@dataclass(frozen=True)
class _Extended:
    """A browser with the extension, paired; `control` is the extension's popup."""

    context: Any
    control: Any

    @classmethod
    async def open(
        cls, playwright: Any, browser: Browser, folder: Path, config: Config, daemon: Running
    ) -> _Extended:
        extension = copy_for_automation(extension_folder(), folder / "extension")
        context = await playwright.chromium.launch_persistent_context(
            folder / "profile",
            executable_path=browser.path,
            viewport=VIEWPORT,
            args=[
                *browser.flags,
                f"--load-extension={extension}",
                f"--disable-extensions-except={extension}",
            ],
        )
        control = await context.new_page()
        await control.goto(f"chrome-extension://{EXTENSION_ID}/popup.html")
        code = (await asyncio.to_thread(call, config, daemon, "POST", "/v1/pair", {}))["code"]
        one = cls(context, control)
        await one.send(type="pair", code=code, daemon=daemon.url)
        return one

    async def send(self, **message: Any) -> Any:
        """A message as the popup sends it."""
        return await self.control.evaluate("(m) => chrome.runtime.sendMessage(m)", message)

    async def page(self, site: str) -> Any:
        """A new one, in front."""
        page = await self.context.new_page()
        await page.goto(f"{site}/blank")
        await page.bring_to_front()
        return page

    async def record(self, page: Any) -> str:
        """Begins a run; returns its id."""
        begun = await self.send(type="record", url=page.url, agent="capture")
        return str(begun["run"])


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
