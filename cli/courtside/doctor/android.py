"""What `courtside doctor` says of Android: what is missing, and a walk with a real device."""

from __future__ import annotations

import json
import platform
import shutil
import subprocess
import urllib.request
from collections.abc import Iterator
from importlib.metadata import version
from importlib.util import find_spec

from courtside_bridges.android.own_session import APPIUM
from courtside_bridges.android.phone import android
from courtside_bridges.client.daemon_start import find_daemon
from courtside_formats.codecs.bounded import JsonObject
from courtside_store.addresses import clean_address
from courtside_store.config import Config

from .check_line import CheckResult
from .phone_walk import walk_phone

CALL_S = 15.0
PROBE_S = 1.0
SETTINGS = "com.android.settings"
_direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def check_android(appium: str = APPIUM) -> list[CheckResult]:
    """The one line of `courtside doctor`."""
    server = _server_version(appium)
    if server is None:
        return [
            (
                "android",
                False,
                f"no Appium at {clean_address(appium)}; `courtside doctor android` says more",
            )
        ]
    return [
        (
            "android",
            True,
            f"Appium {server} at {clean_address(appium)}; `courtside android` records it",
        )
    ]


def check_parts(appium: str = APPIUM) -> Iterator[CheckResult]:
    """Each part that watching a phone takes."""
    node, program = shutil.which("node"), shutil.which("appium")
    yield "node", node is not None, node or "missing; Appium wants Node 20.19 or newer"
    yield "appium", program is not None, program or "missing; npm install -g appium"
    if program:
        drivers = _installed_drivers(program)
        has = "uiautomator2" in drivers
        detail = ", ".join(drivers) if has else "missing; appium driver install uiautomator2"
        yield "driver uiautomator2", has, detail
    yield from _devices()
    server = _server_version(appium)
    detail = (
        f"Appium {server} at {clean_address(appium)}"
        if server
        else f"nothing answers at {clean_address(appium)}; start `appium`"
    )
    yield "server", server is not None, detail
    client = find_spec("appium") is not None
    detail = version("Appium-Python-Client") if client else "pip install 'courtside[android]'"
    yield "client", client, detail + " (only for an agent of your own and for --check)"


def read_capabilities(words: str) -> JsonObject:
    """Capabilities from the command line. Raises ValueError that shows them."""
    try:
        answer = json.loads(words)
    except ValueError as error:
        raise ValueError(f"--capabilities is {words[:60]!r}: {error}") from error
    if not isinstance(answer, dict):
        raise ValueError(f"--capabilities is {words[:60]!r}; expected a JSON object")
    return answer


def _server_version(appium: str) -> str | None:
    try:
        with _direct.open(appium.rstrip("/") + "/status", timeout=PROBE_S) as answer:
            value = json.load(answer)["value"]
            return str(value.get("build", {}).get("version", "of unknown version"))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _installed_drivers(program: str) -> list[str]:
    try:
        answer = _run(program, "driver", "list", "--installed", "--json")
        return sorted(json.loads(answer))
    except (OSError, ValueError, subprocess.SubprocessError):
        return []


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=CALL_S, check=False)
    return done.stdout


def _devices() -> Iterator[CheckResult]:
    adb = shutil.which("adb")
    if adb is None:
        yield "adb", False, "missing; install Android's platform-tools"
        return
    yield "adb", True, adb
    try:
        lines = [line.split() for line in _run(adb, "devices").splitlines()[1:] if line.strip()]
    except (OSError, subprocess.SubprocessError) as error:
        yield "device", False, f"`adb devices` does not answer: {error}"
        return
    if not lines:
        yield "device", False, "none; turn on USB debugging and connect it, or start an emulator"
    for name, state in ((line[0], line[-1]) for line in lines):
        answer = {
            "device": "ready",
            "unauthorized": "not allowed yet; answer the question on its screen",
            "offline": "offline; unplug it and plug it in again",
        }
        yield f"device {name}", state == "device", answer.get(state, state)


def walk(config: Config, appium: str, capabilities: JsonObject) -> Iterator[CheckResult]:
    """Opens a session, looks, acts, and reads what the daemon has of it. Leaves the home screen."""
    yield "machine", True, f"courtside {version('courtside')}, Python {platform.python_version()}"
    server = _server_version(appium)
    yield (
        "server",
        server is not None,
        f"Appium {server}" if server else f"nothing at {clean_address(appium)}",
    )
    running = find_daemon(config)
    yield "daemon", running is not None, running.url if running else "`courtside up` starts it"
    if not (server and running):
        return
    opening = android(appium=appium, agent="doctor", capabilities=capabilities, config=config)
    yield from walk_phone(opening, SETTINGS, config, running)
