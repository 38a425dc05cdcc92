"""What `courtside doctor` says of iOS: what is missing, and a walk with a real device."""

from __future__ import annotations

import asyncio
import platform
import shutil
from collections.abc import Callable, Coroutine, Iterator
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any

from courtside_bridges.client.daemon_address import find_daemon
from courtside_bridges.ios.companion import PORT, find_companion, read_address
from courtside_bridges.ios.phone import Phone
from courtside_store.config import Config
from courtside_store.records import Observation

from .checks import Check, recorded, tell_screen, tried

Wait = Callable[[Coroutine[Any, Any, Any]], Any]
"""Runs a coroutine to its end, on the loop that the device is bound to."""
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
        yield from _walk(config, companion, runner.run)


def _walk(config: Config, companion: str, wait: Wait) -> Iterator[Check]:
    yield "machine", True, f"courtside {version('courtside')}, Python {platform.python_version()}"
    device = wait(find_companion(read_address(companion)))
    say = f"{device.title} at {companion}" if device else f"none at {companion}; {_START}"
    yield "companion", device is not None, say
    running = find_daemon(config)
    yield "daemon", running is not None, running.url if running else "`courtside up` starts it"
    if not (device and running):
        return
    phone = Phone(companion, agent="doctor", config=config)
    opened = tried("connection", lambda: wait(phone.__aenter__()), lambda _: f"{phone.size} points")
    yield opened
    if not opened[1]:
        return
    try:
        yield from _act(phone, wait)
    finally:
        wait(phone.__aexit__(None, None, None))
    if phone.run:
        yield from recorded(config, running, phone.run, STEPS)


def _act(phone: Phone, wait: Wait) -> Iterator[Check]:
    yield tried("home", lambda: wait(phone.press("home")))
    yield tried("picture and tree", lambda: wait(phone.screen()), _tell_screen)
    yield tried("app", lambda: wait(phone.launch(SETTINGS)), lambda _: SETTINGS)
    wait(phone.screen())
    width, height = phone.size
    start, end = (width / 2, height * 0.7), (width / 2, height * 0.4)
    yield tried("swipe", lambda: wait(phone.swipe(start, end)))
    yield tried("tap", lambda: wait(phone.tap((width / 2, height * 0.5))))
    yield tried("home again", lambda: wait(phone.press("home")))


def _tell_screen(look: Observation) -> str:
    return tell_screen(look, f" points at {look.scale:g} pixels")
