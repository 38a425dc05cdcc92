"""Which listener there is for this machine's mouse and keyboard."""

from __future__ import annotations

import sys
from typing import Protocol

from .input_events import OnEvent


class InputListener(Protocol):
    """Hands on each event at once, from `start` to `stop`."""

    problem: str
    """Why no events come any more; empty while they do."""

    def start(self) -> None:
        """Begins to listen."""

    def stop(self) -> None:
        """Returns once no more events come."""


def open_listener(on_event: OnEvent) -> InputListener:
    """The one for this machine. Raises OSError where there is nothing to listen to."""
    if sys.platform == "darwin":
        from .pynput_listener import PynputListener

        return PynputListener(on_event)
    from .x11_listener import X11Listener

    return X11Listener(on_event)
