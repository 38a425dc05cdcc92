"""The calls of `AsyncDeviceRun` for an agent that waits for each: run in a loop of their own."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from courtside_bridges.client.loop_thread import LoopThread

from .aitw_policy import AitwPolicy
from .async_device_run import AsyncDeviceRun
from .device import D

P = ParamSpec("P")
T = TypeVar("T")


def _blocking(
    call: Callable[Concatenate[AsyncDeviceRun[Any], P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[DeviceRun[Any], P], T]:
    """The same call with the same arguments and docstring; returns once it is done."""

    @wraps(call)
    def wait(self: DeviceRun[Any], /, *args: P.args, **named: P.kwargs) -> T:
        return self._loop.wait(call(self._run, *args, **named))

    return wait


class DeviceRun(Generic[D]):
    """One recorded run on a phone or a desktop: `with courtside.android(...) as phone`.

    The calls, arguments and errors are those of `AsyncDeviceRun`, without `await`.
    """

    def __init__(self, run: AsyncDeviceRun[D], loop: LoopThread) -> None:
        self._run, self._loop = run, loop

    @property
    def device(self) -> D:
        """What only this device has, e.g. Appium's client as `phone.device.driver`."""
        return self._run.device

    @property
    def aitw(self) -> AitwPolicy:
        """How the actions of `perform_aitw` are taken."""
        return self._run.aitw

    @property
    def ended(self) -> bool:
        """Whether the run has ended."""
        return self._run.ended

    @property
    def run(self) -> str | None:
        """The run's id; None before the first action on iOS, where the run begins with it."""
        return self._run.run

    @property
    def title(self) -> str:
        """The device, e.g. `Pixel 4, Android 13, 1080x2280 at 440 dpi`."""
        return self._run.title

    def thought(self, text: str) -> None:
        """The agent's reasoning for its next action."""
        self._run.thought(text)

    look = _blocking(AsyncDeviceRun.look)
    find = _blocking(AsyncDeviceRun.find)
    picture = _blocking(AsyncDeviceRun.picture)
    tap = _blocking(AsyncDeviceRun.tap)
    double_tap = _blocking(AsyncDeviceRun.double_tap)
    type = _blocking(AsyncDeviceRun.type)
    press = _blocking(AsyncDeviceRun.press)
    swipe = _blocking(AsyncDeviceRun.swipe)
    scroll = _blocking(AsyncDeviceRun.scroll)
    launch = _blocking(AsyncDeviceRun.launch)
    perform = _blocking(AsyncDeviceRun.perform)
    perform_aitw = _blocking(AsyncDeviceRun.perform_aitw)
    finish = _blocking(AsyncDeviceRun.finish)
    end = _blocking(AsyncDeviceRun.end)
