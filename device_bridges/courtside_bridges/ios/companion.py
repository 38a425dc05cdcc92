"""Our own calls to an idb companion: device, screenshot, elements, events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from courtside_formats.ui_trees.ios import Tree, read_idb
from courtside_store.records import Record

if TYPE_CHECKING:
    from grpclib.client import Channel

PORT = 10882
"""The port on which a companion listens by default."""
CALL_S = 15.0


class IdbTarget(Record, frozen=True, kw_only=True):
    """The device as its companion describes it."""

    udid: str = ""
    name: str = ""
    os_version: str = ""
    width: float = 0
    height: float = 0
    """In points, held upright; 0 where it is unknown."""

    @property
    def title(self) -> str:
        """As a person would call it."""
        return " ".join(filter(None, (self.name, self.os_version))) or self.udid or "iOS device"


def need_idb() -> None:
    """Raises ModuleNotFoundError that says how to get fb-idb where it is missing."""
    if find_spec("idb") is None or find_spec("grpclib") is None:
        raise ModuleNotFoundError("fb-idb is not installed; pip install 'courtside[ios]'")


def read_address(reply: str) -> tuple[str, int]:
    """HOST:PORT, or HOST for the usual port. Raises ValueError that names the value."""
    host, colon, port = reply.rpartition(":")
    if not colon or reply.endswith("]"):
        host, port = reply, str(PORT)
    if "@" in reply:
        raise ValueError(
            f"a companion takes no user or password; expected HOST:PORT, e.g. localhost:{PORT}"
        )
    if not host or not port.isdecimal() or not 0 < int(port) < 65_536:
        raise ValueError(f"the companion is {reply!r}; expected HOST:PORT, e.g. localhost:{PORT}")
    return host.strip("[]"), int(port)


@asynccontextmanager
async def open_channel(address: tuple[str, int], **more: Any) -> AsyncIterator[Channel]:
    """A connection that is made at the first call, and made again when it broke."""
    need_idb()
    from grpclib.client import Channel

    channel = Channel(*address, **more)
    try:
        yield channel
    finally:
        channel.close()


class Companion:
    """Our own calls. Each raises OSError or grpclib's GRPCError where it is not answered."""

    def __init__(self, channel: Channel) -> None:
        from idb.grpc import idb_pb2
        from idb.grpc.idb_grpc import CompanionServiceStub

        self._pb: Any = idb_pb2
        self._stub: Any = CompanionServiceStub(channel)

    async def describe(self) -> IdbTarget:
        """The device."""
        request = self._pb.TargetDescriptionRequest()
        reply = await self._stub.describe(request, timeout=CALL_S)
        return read_device(reply)

    async def screenshot(self) -> bytes:
        """The whole screen as a JPEG; an older companion gives a PNG."""
        request = self._pb.ScreenshotRequest(format=self._pb.ScreenshotRequest.JPEG)
        reply = await self._stub.screenshot(request, timeout=CALL_S)
        data: bytes = reply.image_data
        return data

    async def tree(self) -> Tree:
        """What is on the screen. Raises ValueError where it is no tree."""
        request = self._pb.AccessibilityInfoRequest(format=self._pb.AccessibilityInfoRequest.NESTED)
        reply = await self._stub.accessibility_info(request, timeout=CALL_S)
        return read_idb(reply.json)

    async def hid(self, events: Iterable[Any], timeout_s: float) -> None:
        """Touches, keys and buttons; returns once they are done."""
        async with self._stub.hid.open(timeout=timeout_s) as stream:
            for event in events:
                await stream.send_message(event)
            await stream.end()
            await stream.recv_message()

    async def launch(self, bundle: str) -> None:
        """Opens an app, or brings it to the front."""
        start = self._pb.LaunchRequest.Start(bundle_id=bundle, foreground_if_running=True)
        async with self._stub.launch.open(timeout=CALL_S) as stream:
            await stream.send_message(self._pb.LaunchRequest(start=start), end=True)
            await stream.recv_message()

    async def open_url(self, url: str) -> None:
        """Opens an address in the app that handles it."""
        await self._stub.open_url(self._pb.OpenUrlRequest(url=url), timeout=CALL_S)


def read_device(reply: Any) -> IdbTarget:
    """A device from the companion's answer to `describe`."""
    target = reply.target_description
    size = target.screen_dimensions
    density = size.density or 1.0
    return IdbTarget(
        udid=target.udid,
        name=target.name,
        os_version=target.os_version,
        width=size.width_points or size.width / density,
        height=size.height_points or size.height / density,
    )


async def find_companion(address: tuple[str, int], timeout_s: float = 2.0) -> IdbTarget | None:
    """The device behind an address; None where no companion answers."""
    from grpclib.exceptions import GRPCError, StreamTerminatedError

    try:
        async with asyncio.timeout(timeout_s), open_channel(address) as channel:
            return await Companion(channel).describe()
    except (OSError, TimeoutError, GRPCError, StreamTerminatedError):
        return None
