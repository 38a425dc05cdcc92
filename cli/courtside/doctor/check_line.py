"""One line of `courtside doctor`: something looked at, or tried with a real device."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from courtside_bridges.client.control_api import call_for
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.records import Observation
from courtside_store.wire import StripPage

CheckResult = tuple[str, bool, str]
"""The result of one check: whether it is well, and what there is or how to get it."""
T = TypeVar("T")


def tried(
    what: str, act: Callable[[], T], describe: Callable[[T], str] = lambda _: "done"
) -> CheckResult:
    """One thing, tried; an error in one line, a driver's without its heading."""
    try:
        return what, True, describe(act())
    except Exception as error:  # noqa: BLE001  the guard around a device
        return refused(what, error)


def refused(what: str, error: Exception) -> CheckResult:
    """The check line for what a device did not do, and why."""
    words = str(error).strip() or repr(error)
    return what, False, words.removeprefix("Message: ").splitlines()[0][:200]


def describe_screen(look: Observation, unit: str = "") -> str:
    """Describes a screen that was seen. Raises ValueError without a picture or a tree."""
    if look.frame is None:
        raise ValueError(look.withheld or "no picture")
    if not look.elements:
        raise ValueError("the tree has no elements")
    app = look.title.strip() or "(home)"
    return f"{look.width}x{look.height}{unit}, {len(look.elements)} elements, app {app}"


def recorded(config: Config, running: Running, run: str, steps: int) -> Iterator[CheckResult]:
    """The check lines for what the daemon has of a walk of so many steps."""
    strip = call_for(StripPage, config, running, "GET", f"/v1/runs/{run}/strip").steps
    failed = [step.action for step in strip if "failed:" in step.action]
    detail = "; ".join(failed) or f"{len(strip)} of {steps} steps of {run}"
    yield "recorded", len(strip) == steps and not failed, detail
    frames = {step.frame for step in strip if step.frame}
    yield "screens", len(frames) > 1, f"{len(frames)} different ones after {steps} actions"
