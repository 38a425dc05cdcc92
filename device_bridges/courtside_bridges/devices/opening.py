"""Opens a device for an agent, by `with` or by `async with`. Knows no device."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Generic

from courtside_bridges.client.linked_run import crash_reason, ended_by
from courtside_bridges.client.loop_thread import LoopThread

from .aitw_policy import AitwPolicy
from .async_device_run import AsyncDeviceRun
from .device import D
from .device_run import DeviceRun


class DeviceOpening(Generic[D]):
    """What `courtside.android`, `courtside.ios` and `courtside.desktop` return.

    `with` gives a `DeviceRun`, `async with` an `AsyncDeviceRun`; its end ends the run.
    """

    def __init__(
        self, device: AbstractAsyncContextManager[D], aitw: AitwPolicy | None = None
    ) -> None:
        self._device = device
        self._aitw = aitw or AitwPolicy()
        self._run: AsyncDeviceRun[D]
        self._loop: LoopThread

    async def __aenter__(self) -> AsyncDeviceRun[D]:
        self._run = AsyncDeviceRun(await self._device.__aenter__(), self._aitw)
        return self._run

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        try:
            await self._run.end(ended_by(error), reason=crash_reason(error))
        finally:
            await self._device.__aexit__(None, None, None)

    def __enter__(self) -> DeviceRun[D]:
        self._loop = LoopThread("courtside-device")
        try:
            return DeviceRun(self._loop.wait(self.__aenter__()), self._loop)
        except BaseException:
            self._loop.close()
            raise

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        try:
            self._loop.wait(self.__aexit__(kind, error, at))
        finally:
            self._loop.close()
