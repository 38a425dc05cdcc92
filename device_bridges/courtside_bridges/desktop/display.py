"""What kind of display this machine has, and in one line why it cannot be watched."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Literal

Display = Literal["x11", "wayland", "macos", "none"]
EXTRA = "pip install 'courtside[desktop]'"
NEEDS = {
    "wayland": "Wayland lets no program see another's keys, clicks and screen; "
    "log in to an X11 session (at the login screen, e.g. 'GNOME on Xorg'), "
    "or run the agent in Xvfb",
    "none": "DISPLAY is not set: there is no screen here; "
    "start one, e.g. `Xvfb :1 -screen 0 1920x1080x24 &`, and set DISPLAY=:1",
}


def find_display(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Display:
    """The display that programs started here would be on.

    A Wayland session also has an X11 display, for old programs: only those could be seen there.
    """
    if platform == "darwin":
        return "macos"
    if environ.get("WAYLAND_DISPLAY") or environ.get("XDG_SESSION_TYPE") == "wayland":
        return "wayland"
    return "x11" if environ.get("DISPLAY") else "none"


def why_not(display: Display) -> str:
    """Why the desktop cannot be watched, and what to do; empty where it can."""
    listens = "Xlib" if sys.platform == "linux" else "pynput"
    if missing := [name for name in ("mss", listens) if find_spec(name) is None]:
        return f"{' and '.join(missing)} not installed; {EXTRA}"
    return NEEDS.get(display, "")
