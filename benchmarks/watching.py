"""The ways of watching the forty actions: not at all, ours, Playwright's tracing. Each from new."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import msgspec
from benchmarks.forty_actions import COUNT, VIEWPORT, act

from courtside_bridges.client.control_api import call
from courtside_bridges.masking import measure_scale
from courtside_bridges.web.browsers import Browser
from courtside_bridges.web.extension_folder import copy_for_automation, extension_folder
from courtside_bridges.web.watching import watch
from courtside_store.blobs import Blobs
from courtside_store.config import Config, load_config
from courtside_store.daemon_state import Running, read_running
from courtside_store.reading import Reader
from courtside_store.records import Observation, Record
from courtside_store.wire import EXTENSION_ID

WAYS = ("none", "cdp", "extension", "playwright_tracing")
STORED_S = 120.0


class Took(Record, frozen=True, kw_only=True):
    """One pass of the forty actions, watched one way."""

    way: str
    total_s: float
    """From the first action to the last, pauses included."""
    acting_s: float
    """Inside the agent's own calls only."""
    actions: int
    frames: int
    """Before and after frames of full size; at most two an action."""
    bytes: int
    """What was stored for it."""

    @property
    def valid(self) -> bool:
        """All actions, and at least 95 % of their frames at full size."""
        if self.way == "none":
            return self.actions == COUNT
        return self.actions == COUNT and self.frames >= 0.95 * 2 * COUNT


@contextmanager
def daemon_process(folder: Path) -> Iterator[tuple[Config, Running]]:
    """A daemon of its own, as `courtside up` starts it."""
    config = load_config({"data_dir": folder, "port": 0, "autostart": False})
    command = [sys.executable, "-m", "courtside", "--data-dir", str(folder), "up", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while (daemon := read_running(config)) is None:
        time.sleep(0.05)
    yield config, daemon
    process.terminate()
    process.wait()


async def take(playwright: Any, browser: Browser, way: str, url: str, think: float) -> Took:
    """One pass, in a browser and with a daemon of its own."""
    with tempfile.TemporaryDirectory() as name:
        data = Path(name) / "data"
        with daemon_process(data) as (config, daemon):
            async with opened(playwright, browser, way == "extension") as (context, folder):
                took = await watched(context, folder, config, daemon, way, url, think)
        if way in ("cdp", "extension"):  # counted when the daemon has closed its files
            took = msgspec.structs.replace(took, bytes=stored_bytes(data))
        return took


async def watched(
    context: Any, folder: Path, config: Config, daemon: Running, way: str, url: str, think: float
) -> Took:
    """The forty actions, watched one way."""
    page = await context.new_page()
    await page.goto(url)
    match way:
        case "cdp":
            async with watch(page, agent="forty", config=config) as run:
                total, acting = await timed(page, think)
                await run.settled()
            actions, frames = await asyncio.to_thread(in_store, config, run.run)
        case "extension":
            number, total, acting = await by_extension(context, config, daemon, page, think)
            actions, frames = await asyncio.to_thread(in_store, config, number)
        case "playwright_tracing":
            trace = folder / "trace.zip"
            await context.tracing.start(screenshots=True, snapshots=True)
            total, acting = await timed(page, think)
            await context.tracing.stop(path=trace)
            actions, frames = in_trace(trace)
            size = trace.stat().st_size
            return Took(
                way=way, total_s=total, acting_s=acting, actions=actions, frames=frames, bytes=size
            )
        case _:
            total, acting = await timed(page, think)
            actions, frames = COUNT, 0
    return Took(way=way, total_s=total, acting_s=acting, actions=actions, frames=frames, bytes=0)


async def timed(page: Any, think: float) -> tuple[float, float]:
    began = time.perf_counter()
    acting = await act(page, think)
    return time.perf_counter() - began, acting


@asynccontextmanager
async def opened(
    playwright: Any, browser: Browser, with_extension: bool
) -> AsyncIterator[tuple[Any, Path]]:
    """A persistent context, the same for every way but for the extension in it."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        flags = list(browser.flags)
        if with_extension:
            extension = copy_for_automation(extension_folder(), folder / "extension")
            flags += [f"--load-extension={extension}", f"--disable-extensions-except={extension}"]
        context = await playwright.chromium.launch_persistent_context(
            folder / "profile", executable_path=browser.path, args=flags, viewport=VIEWPORT
        )
        yield context, folder
        await context.close()


async def by_extension(
    context: Any, config: Config, daemon: Running, page: Any, think: float
) -> tuple[str, float, float]:
    """Paired by a code and told to record, through the popup's own messages."""
    popup, address = await context.new_page(), f"chrome-extension://{EXTENSION_ID}/popup.html"
    await popup.goto(address)
    send = "(m) => chrome.runtime.sendMessage(m)"
    code = (await asyncio.to_thread(call, config, daemon, "POST", "/v1/pair", {}))["code"]
    await popup.evaluate(send, {"type": "pair", "code": code, "daemon": daemon.url})
    await page.bring_to_front()
    begun = await popup.evaluate(send, {"type": "record", "url": page.url, "agent": "forty"})
    await popup.goto("about:blank")  # a popup closes when the agent begins
    total, acting = await timed(page, think)
    await popup.goto(address)
    await popup.evaluate(send, {"type": "stop"})
    return begun["run"], total, acting


def in_store(config: Config, run: str) -> tuple[int, int]:
    """(actions, full-size frames) of a run, once it is judged."""
    blobs, end = Blobs(config.blobs), time.monotonic() + STORED_S
    while time.monotonic() < end:
        with Reader(config) as reader:
            summary = reader.summary(run)
            if summary and summary.verdict:
                steps = list(reader.steps(run))
                break
        time.sleep(0.1)
    else:
        raise TimeoutError(f"{run} was not judged within {STORED_S:.0f} s")
    looks = [look for step in steps for look in (step.before, step.after)]
    return sum(len(s.actions) for s in steps), sum(_is_full(blobs, look) for look in looks)


def _is_full(blobs: Blobs, look: Observation | None) -> bool:
    data = blobs.read(look.frame) if look and look.frame else None
    return data is not None and measure_scale(data, VIEWPORT["width"]) >= 1


def in_trace(path: Path) -> tuple[int, int]:
    """(actions, actions' before and after snapshots) of a Playwright trace."""
    with zipfile.ZipFile(path) as archive:
        lines = archive.read("trace.trace").decode().splitlines()
    events = [json.loads(line) for line in lines]
    shots = [e["snapshot"] for e in events if e["type"] == "frame-snapshot"]
    taken = {(s["callId"], s["phase"]) for s in shots if s.get("isMainFrame")}
    before = {call for call, phase in taken if phase == "before"}
    after = {call for call, phase in taken if phase == "after"}
    calls = before | after  # a page that leaves at once may miss one of the two
    return min(len(calls), COUNT), min(len(before) + len(after), 2 * COUNT)


def stored_bytes(folder: Path) -> int:
    """Bytes in a data folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
