"""The public face: `import courtside` and the `courtside` command."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .platforms import check_platform

if TYPE_CHECKING:
    from courtside_bridges.android.phone import android
    from courtside_bridges.client.attempt import Attempt, current_attempt
    from courtside_bridges.client.linked_run import Outcome
    from courtside_bridges.client.watched_run import AsyncWatchedRun, WatchedRun
    from courtside_bridges.desktop.device import desktop
    from courtside_bridges.devices.async_device_run import AsyncDeviceRun
    from courtside_bridges.devices.device_run import DeviceRun
    from courtside_bridges.ios.phone import ios
    from courtside_bridges.web.watching import watch
    from courtside_refine.retrying.reflexion import reflexion
    from courtside_refine.retrying.retry_records import AttemptResult, ReflexionResult

__all__ = [
    "AsyncDeviceRun",
    "AsyncWatchedRun",
    "Attempt",
    "AttemptResult",
    "DeviceRun",
    "Outcome",
    "ReflexionResult",
    "WatchedRun",
    "__version__",
    "android",
    "current_attempt",
    "desktop",
    "ios",
    "reflexion",
    "watch",
]

_HOMES = {
    "Attempt": "courtside_bridges.client.attempt:Attempt",
    "AttemptResult": "courtside_refine.retrying.retry_records:AttemptResult",
    "AsyncDeviceRun": "courtside_bridges.devices.async_device_run:AsyncDeviceRun",
    "DeviceRun": "courtside_bridges.devices.device_run:DeviceRun",
    "AsyncWatchedRun": "courtside_bridges.client.watched_run:AsyncWatchedRun",
    "WatchedRun": "courtside_bridges.client.watched_run:WatchedRun",
    "Outcome": "courtside_bridges.client.linked_run:Outcome",
    "ReflexionResult": "courtside_refine.retrying.retry_records:ReflexionResult",
    "android": "courtside_bridges.android.phone:android",
    "current_attempt": "courtside_bridges.client.attempt:current_attempt",
    "desktop": "courtside_bridges.desktop.device:desktop",
    "ios": "courtside_bridges.ios.phone:ios",
    "reflexion": "courtside_refine.retrying.reflexion:reflexion",
    "watch": "courtside_bridges.web.watching:watch",
}


def __getattr__(name: str) -> Any:
    """Loads on first use, so that `import courtside` costs nothing.

    Raises OSError on Windows, in one line.
    """
    if name == "__version__":
        from importlib.metadata import version

        return version("courtside")
    if name not in _HOMES:
        raise AttributeError(f"module 'courtside' has no attribute {name!r}")
    check_platform()
    module, _, word = _HOMES[name].partition(":")
    return getattr(import_module(module), word)


def __dir__() -> list[str]:
    """The public names, for an editor's completion; none is loaded for it."""
    return sorted(__all__)
