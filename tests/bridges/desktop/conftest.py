"""A desktop of its own for each test: a screen, a window manager, a message bus, an editor."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

EDITOR = Path(__file__).with_name("editor.py")
PYTHON = "/usr/bin/python3"
PROGRAMS = ("Xvfb", "evilwm", "xdotool", "dbus-daemon")
BINDINGS = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('Atspi', '2.0')"
START_S = 20.0


def missing() -> str:
    """What a desktop cannot be had without; empty where everything is there."""
    gone = [name for name in PROGRAMS if shutil.which(name) is None]
    gone += [name for name in ("mss", "Xlib") if find_spec(name) is None]
    if not gone and subprocess.run([PYTHON, "-c", BINDINGS], capture_output=True).returncode:
        gone = ["the system's Python has no GTK or no AT-SPI"]
    return ", ".join(gone)


@contextmanager
def running(*command: str, **more: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A program until the end of the block."""
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, **more)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(10.0)
        if process.stdout:
            process.stdout.close()


def first_line(process: subprocess.Popen[bytes]) -> str:
    """What it says first; fails where it says nothing."""
    assert process.stdout
    assert select.select([process.stdout], [], [], START_S)[0], f"{process.args!r} says nothing"
    return process.stdout.readline().decode().strip()


class Screen:
    """A desktop that a test drives from outside, with xdotool."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def do(self, *words: str) -> str:
        """One call of xdotool."""
        done = subprocess.run(
            ["xdotool", *words], check=True, capture_output=True, text=True, timeout=30
        )
        return done.stdout.strip()

    def click(self, x: float, y: float) -> None:
        """A click there."""
        self.do("mousemove", str(round(x)), str(round(y)), "click", "1")

    def wait_for(self, title: str) -> str:
        """The id of a window that is on the screen, as soon as it is."""
        return self.do("search", "--sync", "--onlyvisible", "--name", title).split()[0]


@pytest.fixture
def screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Screen]:
    """1280x800 with a window manager and accessibility; programs of the test are on it."""
    if gone := missing():
        pytest.skip(f"no desktop to test on ({gone}); `make test` installs it")
    with ExitStack() as stack:
        start = stack.enter_context
        xvfb = start(
            running(
                *["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
                stdout=subprocess.PIPE,
            )
        )
        monkeypatch.setenv("DISPLAY", f":{first_line(xvfb)}")
        for name in ("WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
            monkeypatch.delenv(name, raising=False)
        bus = start(
            running(
                *["dbus-daemon", "--session", "--nofork", "--print-address"],
                stdout=subprocess.PIPE,
            )
        )
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", first_line(bus))
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
        start(running("evilwm", "-fn", "fixed"))
        yield Screen(tmp_path)


@pytest.fixture
def editor(screen: Screen) -> Iterator[Path]:
    """A text editor on it; the folder that it saves into."""
    folder = screen.folder / "documents"
    folder.mkdir()
    with running(
        PYTHON, str(EDITOR), str(folder), stdout=subprocess.PIPE, env=dict(os.environ)
    ) as it:
        assert first_line(it) == "ready"
        window = screen.wait_for("Plain editor")
        screen.do("windowactivate", "--sync", window)
        yield folder
