"""Which listener hears this machine's mouse and keyboard."""

from __future__ import annotations

import sys
from typing import Protocol

from .events import Hear


class Listener(Protocol):
    """Hands on each event at once, from `start` to `stop`."""

    problem: str
    """Why nothing is heard any more; empty while it is."""

    def start(self) -> None:
        """Begins to listen."""

    def stop(self) -> None:
        """Returns once nothing more is heard."""


def open_listener(hear: Hear) -> Listener:
    """The one for this machine. Raises OSError where there is nothing to listen to."""
    if sys.platform == "darwin":
        from .pynput_listener import PynputListener

        return PynputListener(hear)
    from .x11_listener import X11Listener

    return X11Listener(hear)
