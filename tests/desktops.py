"""Starts a desktop for tests: a screen, a window manager, a message bus, programs on it."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest
from waiting import wait_until

EDITOR = Path(__file__).with_name("editor_app.py")
PYTHON = "/usr/bin/python3"
PROGRAMS = ("Xvfb", "evilwm", "xdotool", "dbus-daemon")
BINDINGS = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('Atspi', '2.0')"
START_S = 60.0


def missing() -> str:
    """What a desktop cannot be had without; empty where everything is there."""
    gone = [name for name in PROGRAMS if shutil.which(name) is None]
    gone += [name for name in ("mss", "Xlib") if find_spec(name) is None]
    if not gone and subprocess.run([PYTHON, "-c", BINDINGS], capture_output=True).returncode:
        gone = ["the system's Python has no GTK or no AT-SPI"]
    return ", ".join(gone)


class Messages(list[str]):
    """What a watcher says of itself, and a wait for it."""

    def wait_for(self, word: str) -> None:
        """Returns once it was said. Raises TimeoutError where it never is."""
        wait_until(lambda: word in self, START_S)

    def step(self, number: int) -> None:
        """Returns once that step was told."""
        self.wait_for(f"step {number}")


class Screen:
    """A desktop that is driven from outside, with xdotool."""

    def __init__(
        self, folder: Path, environ: Mapping[str, str], server: subprocess.Popen[bytes]
    ) -> None:
        self.folder = folder
        self.server = server
        self.environ = dict(environ)
        """What a program needs to be on it."""

    def do(self, *words: str) -> str:
        """One call of xdotool."""
        done = subprocess.run(
            ["xdotool", *words],
            check=True,
            capture_output=True,
            text=True,
            timeout=60,
            env=os.environ | self.environ,
        )
        return done.stdout.strip()

    def click(self, x: float, y: float) -> None:
        """A click there."""
        self.do("mousemove", str(round(x)), str(round(y)), "click", "1")

    def wait_for(self, title: str) -> str:
        """The id of a window that is on the screen, as soon as it is."""
        return self.do("search", "--sync", "--onlyvisible", "--name", title).split()[0]


@contextmanager
def a_screen(folder: Path, size: str = "1280x800") -> Iterator[Screen]:
    """A screen with a window manager and accessibility, nothing else on it."""
    with ExitStack() as stack:
        start = stack.enter_context
        options = ("-displayfd", "1", "-screen", "0", f"{size}x24", "-nolisten", "tcp")
        xvfb = start(running("Xvfb", *options))
        environ = {"DISPLAY": f":{first_line(xvfb)}", "XDG_RUNTIME_DIR": str(folder)}
        session = ("--session", "--nofork", "--print-address")
        bus = start(running("dbus-daemon", *session, environ=environ))
        environ["DBUS_SESSION_BUS_ADDRESS"] = first_line(bus)
        start(running("evilwm", "-fn", "fixed", environ=environ))
        yield Screen(folder, environ, xvfb)


@contextmanager
def a_current_screen(folder: Path, set: pytest.MonkeyPatch) -> Iterator[Screen]:
    """The same, and what this process opens is on it; skips where no desktop can be had."""
    if gone := missing():
        pytest.skip(f"no desktop to test on ({gone}); `make test` installs it")
    with a_screen(folder) as screen:
        for name, value in screen.environ.items():
            set.setenv(name, value)
        for name in ("WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
            set.delenv(name, raising=False)
        yield screen


@contextmanager
def an_editor(screen: Screen) -> Iterator[Path]:
    """A text editor on it, in front; the folder that it saves into."""
    folder = screen.folder / "documents"
    folder.mkdir()
    with running(PYTHON, str(EDITOR), str(folder), environ=screen.environ) as editor:
        if first_line(editor) != "ready":
            raise RuntimeError("the editor does not start")
        screen.do("windowactivate", "--sync", screen.wait_for("Plain editor"))
        yield folder


@contextmanager
def running(
    *command: str, environ: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """A program until the end of the block."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | dict(environ or {}),
    )
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=30.0)


def first_line(process: subprocess.Popen[bytes]) -> str:
    """What it says first. Raises RuntimeError where it says nothing."""
    assert process.stdout
    if not select.select([process.stdout], [], [], START_S)[0]:
        raise RuntimeError(f"{process.args!r} says nothing")
    return process.stdout.readline().decode().strip()
