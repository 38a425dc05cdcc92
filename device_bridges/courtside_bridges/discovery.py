"""Finds what on this machine could be watched. Asks loopback only, and for a moment only."""

from __future__ import annotations

import http.client
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

from courtside_store.records import Record

from .desktop.display import find_display, why_not

ANSWER_S = 1.0
"""How long to wait for an answer: what listens on this machine answers sooner."""
CHROME_PORTS = range(9222, 9230)
APPIUM_PORTS = range(4723, 4727)
APPIUM_BASES = ("", "/wd/hub")
"""The paths below which Appium may answer: servers before version 2 use the second."""
PROXY_PORT = 4724
"""The default port of `courtside android`, which is no other Appium server."""
ADB_PORT = 5037
IDB_STATE = Path("/tmp/idb/state")
IDB_PORT = 10882
MAX_ANSWER_BYTES = 1_000_000
NearbyKind = Literal["chrome", "appium", "android", "ios", "desktop"]


class Nearby(Record, frozen=True, kw_only=True):
    """One thing that is there, or the one line that says why it is not."""

    kind: NearbyKind
    name: str
    address: str = ""
    command: tuple[str, ...] = ()
    """The words after `courtside` that watch it; empty where it cannot be watched as it is."""
    advice: str = ""
    """What is missing, and how to get it; empty where nothing is."""


def look_around(processes: Sequence[str] | None = None) -> list[Nearby]:
    """Everything found, in the order in which a person would want it. Takes at most 2 s.

    `processes`: command lines of what runs here; asked of the system where they are not given.
    """
    known = list_processes() if processes is None else processes
    with ThreadPoolExecutor(32) as pool:
        browsers = pool.map(find_browser, browser_ports(known))
        places = [(port, base) for port in appium_ports(known) for base in APPIUM_BASES]
        servers = pool.map(lambda place: find_appium(*place), places)
        devices, companions = pool.submit(find_adb), pool.map(find_companion, idb_places())
        found = [*_there(browsers), *_there(servers)]
        has_appium = any(one.kind == "appium" for one in found)
        found += [_with_appium(one, has_appium) for one in devices.result()]
        found += _there(companions)
    return [*found, find_desktop()]


def _there(found: Iterable[Nearby | None]) -> list[Nearby]:
    return [one for one in found if one is not None]


def find_browser(port: int) -> Nearby | None:
    """A Chromium with a debug port."""
    answer = _ask(port, "/json/version")
    if not isinstance(answer, dict) or "webSocketDebuggerUrl" not in answer:
        return None
    address = f"http://127.0.0.1:{port}"
    name = str(answer.get("Browser") or "Chromium")
    return Nearby(kind="chrome", name=name, address=address, command=("watch", "--cdp", address))


def find_appium(port: int, base: str = "") -> Nearby | None:
    """An Appium server, below that path."""
    answer = _ask(port, base + "/status")
    value = answer.get("value") if isinstance(answer, dict) else None
    if not isinstance(value, dict) or not ("build" in value or "ready" in value):
        return None
    build = value.get("build")
    version = build.get("version", "") if isinstance(build, dict) else ""
    address = f"http://127.0.0.1:{port}{base}"
    words = ("android", "--appium", address)
    name = f"Appium {version}".strip()
    return Nearby(kind="appium", name=name, address=address, command=words)


def find_adb(port: int = ADB_PORT) -> list[Nearby]:
    """The devices that adb's server knows. It is not started for that."""
    question = b"host:devices-l"
    try:
        with socket.create_connection(("127.0.0.1", port), ANSWER_S) as line:
            line.settimeout(ANSWER_S)
            line.sendall(b"%04x%s" % (len(question), question))
            answer = b""
            while len(answer) < MAX_ANSWER_BYTES and (piece := line.recv(65_536)):
                answer += piece
    except OSError:
        return []
    if not answer.startswith(b"OKAY"):
        return []
    return [_device(line) for line in answer[8:].decode(errors="replace").splitlines() if line]


def _device(line: str) -> Nearby:
    serial, _, rest = line.partition(" ")
    state, _, port_option = rest.strip().partition(" ")
    model = re.search(r"model:(\S+)", port_option)
    name = f"{model[1].replace('_', ' ')} ({serial})" if model else serial
    advice = "" if state == "device" else f"adb says {state!r}: unlock it and allow this computer"
    return Nearby(kind="android", name=name, address=serial, advice=advice)


def _with_appium(device: Nearby, has_appium: bool) -> Nearby:
    """A device is watched through the Appium server that drives it."""
    advice = device.advice or (
        "watch its Appium server" if has_appium else "start `appium` to drive it"
    )
    return Nearby(kind="android", name=device.name, address=device.address, advice=advice)


def find_companion(place: tuple[str, int]) -> Nearby | None:
    """An idb companion, if anything listens there."""
    host, port = place
    with suppress(OSError), socket.create_connection((host, port), ANSWER_S):
        address = f"{host}:{port}"
        words = ("ios", "--companion", address)
        return Nearby(kind="ios", name="idb companion", address=address, command=words)
    return None


def find_desktop() -> Nearby:
    """This desktop, or why it cannot be watched."""
    display = find_display()
    reason = why_not(display)
    named = f"{display} {os.environ.get('DISPLAY', '')}".strip() if display == "x11" else display
    return Nearby(
        kind="desktop",
        name="this desktop" if display != "none" else "no desktop",
        address=named if display != "none" else "",
        command=() if reason else ("desktop",),
        advice=reason,
    )


def browser_ports(processes: Iterable[str]) -> list[int]:
    """The usual ones, and those on a running browser's command line."""
    ports = set(CHROME_PORTS)
    for line in processes:
        if asked := re.search(r"--remote-debugging-port=(\d+)", line):
            ports.add(int(asked[1]) or _chosen_port(line))
    return sorted(port for port in ports if 0 < port < 65_536)


def _chosen_port(line: str) -> int:
    """The port of a browser that chose one itself; 0 where it is unknown."""
    folder = re.search(r"--user-data-dir=(.+?)(?= --|$)", line)
    with suppress(OSError, ValueError, IndexError):
        return int(Path(folder[1], "DevToolsActivePort").read_text().split()[0]) if folder else 0
    return 0


def appium_ports(processes: Iterable[str]) -> list[int]:
    """The usual ones, and those on a running server's command line; not that of our own proxy."""
    ports, ours = set(APPIUM_PORTS), set()
    for line in processes:
        port_option = re.search(r"(?:--port|-p)[ =](\d+)", line)
        if re.search(r"\bcourtside\b.*\bandroid\b", line):
            ours.add(int(port_option[1]) if port_option else PROXY_PORT)
        elif "appium" in line and port_option:
            ports.add(int(port_option[1]))
    return sorted(port for port in ports - ours if 0 < port < 65_536)


def idb_places(state: Path = IDB_STATE) -> list[tuple[str, int]]:
    """Where idb's own list says that companions are on this machine, and the usual place."""
    places = {("127.0.0.1", IDB_PORT)}
    with suppress(OSError, ValueError, TypeError):
        for one in json.loads(state.read_text()):
            if one.get("host") in ("localhost", "127.0.0.1", "::1") and one.get("port"):
                places.add(("127.0.0.1", int(one["port"])))
    return sorted(places)


def list_processes(
    run: Callable[..., subprocess.CompletedProcess[str]] = subprocess.run,
) -> list[str]:
    """The command lines of what runs here; none where the system does not list them."""
    if sys.platform == "linux":
        return [line for file in Path("/proc").glob("[0-9]*/cmdline") if (line := _line(file))]
    with suppress(OSError, subprocess.SubprocessError):
        words = ["ps", "-axo", "args="]
        return run(words, capture_output=True, text=True, timeout=1.0).stdout.splitlines()
    return []


def _line(file: Path) -> str:
    with suppress(OSError):
        return file.read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    return ""


def _ask(port: int, path: str) -> Any:
    """What a server on this machine answers in JSON; None where it does not."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER_S)
    try:
        line.request("GET", path)
        return json.loads(line.getresponse().read(MAX_ANSWER_BYTES))
    except (OSError, http.client.HTTPException, ValueError):
        return None
    finally:
        line.close()
