"""What `courtside doctor` says of iOS: what is missing, and a walk with a real device."""

from __future__ import annotations

import asyncio
import platform
import shutil
from collections.abc import Iterator
from importlib.metadata import version
from importlib.util import find_spec

from courtside_bridges.client.daemon_start import find_daemon
from courtside_bridges.ios.companion import PORT, find_companion, read_address
from courtside_bridges.ios.phone import ios
from courtside_store.config import Config

from .check_line import CheckResult
from .phone_walk import walk_phone

COMPANION = f"localhost:{PORT}"
SETTINGS = "com.apple.Preferences"
_START = f"`idb_companion --udid UDID --grpc-port {PORT}` on the Mac starts one"
_CLIENT = "pip install 'courtside[ios]'"


def check_ios(companion: str = COMPANION) -> list[CheckResult]:
    """The one line of `courtside doctor`."""
    if find_spec("idb") is None:
        return [("ios", False, f"{_CLIENT} to watch agents that use idb")]
    device = asyncio.run(find_companion(read_address(companion)))
    if device is None:
        return [
            ("ios", False, f"no idb companion at {companion}; `courtside doctor ios` says more")
        ]
    return [("ios", True, f"{device.title} at {companion}; `courtside ios` records it")]


def check_parts(companion: str = COMPANION) -> Iterator[CheckResult]:
    """Each part that watching an iOS device takes."""
    has_idb = find_spec("idb") is not None
    yield "fb-idb", has_idb, version("fb-idb") if has_idb else _CLIENT
    if platform.system() == "Darwin":
        for program, how in (
            ("xcrun", "install Xcode"),
            ("idb_companion", "brew install facebook/fb/idb-companion"),
        ):
            path = shutil.which(program)
            yield program, path is not None, path or f"missing; {how}"
    if has_idb:
        device = asyncio.run(find_companion(read_address(companion)))
        detail = f"{device.title} at {companion}" if device else f"none at {companion}; {_START}"
        yield "companion", device is not None, detail


def walk(config: Config, companion: str) -> Iterator[CheckResult]:
    """Opens the settings, swipes, taps, and reads what the daemon has of it. Ends at home."""
    if find_spec("idb") is None:
        yield "fb-idb", False, _CLIENT
        return
    yield "machine", True, f"courtside {version('courtside')}, Python {platform.python_version()}"
    device = asyncio.run(find_companion(read_address(companion)))
    detail = f"{device.title} at {companion}" if device else f"none at {companion}; {_START}"
    yield "companion", device is not None, detail
    running = find_daemon(config)
    yield "daemon", running is not None, running.url if running else "`courtside up` starts it"
    if device and running:
        opening = ios(companion=companion, agent="doctor", config=config)
        yield from walk_phone(opening, SETTINGS, config, running)
