"""The walk of `courtside doctor android|ios --check` on a real device, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from courtside_bridges.devices.device_run import DeviceRun
from courtside_bridges.devices.opening import DeviceOpening
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.records import Observation

from .check_line import CheckResult, describe_screen, recorded, refused, tried

STEPS = 6
SIZE = (400.0, 800.0)
"""The size that is assumed of a screen that could not be looked at."""


def walk_phone(
    opening: DeviceOpening[Any], app: str, config: Config, running: Running
) -> Iterator[CheckResult]:
    """Opens the device, looks, acts, and reads what the daemon has of it. Ends at home."""
    try:
        phone = opening.__enter__()
    except Exception as error:  # noqa: BLE001  the guard around a device
        yield refused("session", error)
        return
    try:
        yield "session", True, phone.title
        yield from _act(phone, app)
    finally:
        opening.__exit__(None, None, None)
    if phone.run:
        yield from recorded(config, running, phone.run, STEPS)


def _act(phone: DeviceRun[Any], app: str) -> Iterator[CheckResult]:
    yield tried("home", lambda: phone.press("home"))
    yield tried("picture and tree", phone.look, _describe_screen)
    yield tried("app", lambda: phone.launch(app), lambda _: app)
    look = phone.look()
    width, height = look.width or SIZE[0], look.height or SIZE[1]
    middle = width / 2
    yield tried("swipe", lambda: phone.swipe((middle, height * 0.7), (middle, height * 0.4)))
    yield tried("tap", lambda: phone.tap((middle, height * 0.5)))
    yield tried("back", lambda: phone.press("back"))
    yield tried("home again", lambda: phone.press("home"))


def _describe_screen(look: Observation) -> str:
    return describe_screen(look, f" units at {look.scale:g} pixels")
