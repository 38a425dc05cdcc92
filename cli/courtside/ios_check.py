"""What `courtside doctor` says of iOS: what is missing, and a walk with a real device."""

from __future__ import annotations

import asyncio
import platform
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any

from courtside_bridges.daemon_address import call, find_daemon
from courtside_bridges.ios.companion import PORT, find_companion, read_address
from courtside_bridges.ios.phone import Phone
from courtside_store.config import Config, Running
from courtside_store.records import Observation

Check = tuple[str, bool, str]
"""What is checked, whether it is well, and what there is or how to get it."""
COMPANION = f"localhost:{PORT}"
SETTINGS = "com.apple.Preferences"
STEPS = 5
_START = f"`idb_companion --udid UDID --grpc-port {PORT}` on the Mac starts one"
_CLIENT = "pip install 'courtside[ios]'"


def check_ios(companion: str = COMPANION) -> list[Check]:
    """The one line of `courtside doctor`."""
    if find_spec("idb") is None:
        return [("ios", False, f"{_CLIENT} to watch agents that use idb")]
    device = asyncio.run(find_companion(read_address(companion)))
    if device is None:
        return [
            ("ios", False, f"no idb companion at {companion}; `courtside doctor ios` says more")
        ]
    return [("ios", True, f"{device.title} at {companion}; `courtside ios` records it")]


def check_parts(companion: str = COMPANION) -> Iterator[Check]:
    """Each part that watching an iOS device takes."""
    has_idb = find_spec("idb") is not None
    yield "fb-idb", has_idb, version("fb-idb") if has_idb else _CLIENT
    if platform.system() == "Darwin":
        for program, how in (
            ("xcrun", "install Xcode"),
            ("idb_companion", "brew install facebook/fb/idb-companion"),
        ):
            found = shutil.which(program)
            yield program, found is not None, found or f"missing; {how}"
    if has_idb:
        device = asyncio.run(find_companion(read_address(companion)))
        say = f"{device.title} at {companion}" if device else f"none at {companion}; {_START}"
        yield "companion", device is not None, say


def walk(config: Config, companion: str) -> Iterator[Check]:
    """Opens the settings, swipes, taps, and reads what the daemon has of it. Ends at home."""
    if find_spec("idb") is None:
        yield "fb-idb", False, _CLIENT
        return
    with asyncio.Runner() as runner:
        walking = _walk(config, companion)
        while (check := runner.run(_next(walking))) is not None:
            yield check


async def _next(walking: AsyncIterator[Check]) -> Check | None:
    return await anext(walking, None)


async def _walk(config: Config, companion: str) -> AsyncIterator[Check]:
    yield "machine", True, f"courtside {version('courtside')}, Python {platform.python_version()}"
    device = await find_companion(read_address(companion))
    say = f"{device.title} at {companion}" if device else f"none at {companion}; {_START}"
    yield "companion", device is not None, say
    running = await asyncio.to_thread(find_daemon, config)
    yield "daemon", running is not None, running.url if running else "`courtside up` starts it"
    if not (device and running):
        return
    phone = Phone(companion, agent="doctor", config=config)
    opened = await _tried("connection", phone.__aenter__(), lambda _: f"{phone.size} points")
    yield opened
    if not opened[1]:
        return
    try:
        async for check in _act(phone):
            yield check
    finally:
        await phone.__aexit__(None, None, None)
    if phone.run:
        async for check in _arrived(config, running, phone.run):
            yield check


async def _act(phone: Phone) -> AsyncIterator[Check]:
    yield await _tried("home", phone.press("home"))
    yield await _tried("picture and tree", phone.screen(), _tell_screen)
    yield await _tried("app", phone.launch(SETTINGS), lambda _: SETTINGS)
    await phone.screen()
    width, height = phone.size
    swipe = phone.swipe((width / 2, height * 0.7), (width / 2, height * 0.4))
    yield await _tried("swipe", swipe)
    yield await _tried("tap", phone.tap((width / 2, height * 0.5)))
    yield await _tried("home again", phone.press("home"))


async def _arrived(config: Config, running: Running, run: str) -> AsyncIterator[Check]:
    path = f"/v1/runs/{run}/strip"
    said = await asyncio.to_thread(call, config, running, "GET", path)
    strip = said.get("steps", [])
    yield "recorded", len(strip) == STEPS, f"{len(strip)} of {STEPS} steps of {run}"
    frames = {step["frame"] for step in strip if step.get("frame")}
    yield "screens", len(frames) > 1, f"{len(frames)} different ones after {STEPS} actions"


def _tell_screen(look: Observation) -> str:
    if look.frame is None:
        raise ValueError(look.withheld or "no picture")
    if not look.elements:
        raise ValueError("the tree has no elements")
    size = f"{look.width}x{look.height} points at {look.scale:g} pixels"
    return f"{size}, {len(look.elements)} elements, app {look.title.strip() or '(home)'}"


async def _tried(
    what: str, work: Awaitable[Any], tell: Callable[[Any], str] | None = None
) -> Check:
    """One thing, tried; an error in one line."""
    try:
        done = await work
        return what, True, tell(done) if tell else "done"
    except Exception as error:  # noqa: BLE001  the wall round a device
        return what, False, (str(error).strip() or repr(error)).splitlines()[0][:200]
