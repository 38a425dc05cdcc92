"""An idb companion on the real protobuf service, with a small app behind it instead of a simulator.

Screens are 160 x 320 points at two pixels a point; what is secret is painted in pure green.
"""

from __future__ import annotations

import asyncio
import io
import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from grpclib.const import Status
from grpclib.exceptions import GRPCError
from grpclib.server import Server
from idb.grpc import idb_pb2 as pb
from idb.grpc.idb_grpc import CompanionServiceBase
from PIL import Image, ImageDraw

from courtside_bridges.ios.hid_decoding import Decoder
from courtside_store.records import Action, now_ms

WIDTH, HEIGHT, SCALE = 160, 320, 2
SECRET = "hunter2-xyzzy"
GREEN = (0, 255, 0)
ICON = (10, 40, 60, 60)
NAME = (10, 40, 140, 30)
PASSWORD = (10, 80, 140, 30)
SHOW = (10, 120, 60, 24)
SIGN_IN = (80, 120, 70, 24)


def middle(box: tuple[int, int, int, int]) -> tuple[int, int]:
    """Where to tap."""
    return box[0] + box[2] // 2, box[1] + box[3] // 2


async def _unknown(self: Any, stream: Any) -> None:
    raise GRPCError(Status.UNIMPLEMENTED, "the fake companion cannot do that")


_methods = dict.fromkeys(CompanionServiceBase.__abstractmethods__, _unknown)
_Base: Any = type("_Base", (CompanionServiceBase,), _methods)


class Bytes:
    """Messages and error details as they travel."""

    __content_subtype__ = "proto"

    def encode(self, *said: Any) -> Any:
        """A message is one of two arguments, details are the last of three."""
        return said[0] if len(said) == 2 else said[2]

    def decode(self, *said: Any) -> Any:
        """Likewise."""
        return bytes(said[0] if len(said) == 2 else said[2])


class _Server(Server):
    """A server that can be pulled out of the wall."""

    def __init__(self, *more: Any, **options: Any) -> None:
        super().__init__(*more, **options)
        self._met: list[Any] = []

    def _protocol_factory(self) -> Any:
        self._met.append(super()._protocol_factory())
        return self._met[-1]

    def pull(self) -> None:
        """Hangs up on everybody."""
        self.close()
        for one in self._met:
            one.connection.close()


class FakeCompanion(_Base):  # type: ignore[misc]
    """Its app: a home screen with one icon, a form with a secret field, a greeting."""

    def __init__(self) -> None:
        self.port = 0
        self.calls: Counter[str] = Counter()
        self.answered: Counter[str] = Counter()
        self.events: list[Any] = []
        self.done: list[Action] = []
        self.screen = "home"
        self.page = 0
        self.fields = {"Name": "", "Password": ""}
        self.focus = ""
        self.shown = False
        self.is_wide = False
        self.with_tree = True
        self.jitter = False
        self.may_shoot = asyncio.Event()
        self.may_shoot.set()
        self.broken_shot = b""
        self.server: _Server | None = None

    # --- the app

    def elements(self) -> list[dict[str, Any]]:
        """What is on the screen, as idb lists it."""
        shift = self.calls["accessibility_info"] % 7 if self.jitter else 0
        size = (0, 0, HEIGHT, WIDTH) if self.is_wide else (0, 0, WIDTH, HEIGHT)
        app = {"home": " ", "form": "Settings", "welcome": "Settings"}.get(self.screen, self.screen)
        listed = [_node("Application", app, size)]
        if self.screen == "home":
            listed += [_node("Button", "Settings", ICON), _node("StaticText", f"Page {self.page}")]
        elif self.screen == "form":
            x, y, width, height = PASSWORD
            is_dots = not self.shown
            shown = "•" * len(self.fields["Password"]) if is_dots else self.fields["Password"]
            place = (x, y + shift, width, height)
            kind = "AXSecureTextField" if is_dots else None
            listed += [
                _node("TextField", "Name", NAME, AXValue=self.fields["Name"]),
                _node("TextField", "Password", place, AXValue=shown, subrole=kind),
                _node("Button", "Show", SHOW),
                _node("Button", "Sign in", SIGN_IN),
            ]
        else:
            listed.append(_node("StaticText", f"Welcome {self.fields['Name']}", NAME))
        return listed

    def picture(self) -> bytes:
        """The screen as a PNG."""
        size = (WIDTH, HEIGHT) if not self.is_wide else (HEIGHT, WIDTH)
        image = Image.new("RGB", (size[0] * SCALE, size[1] * SCALE), "white")
        draw = ImageDraw.Draw(image)
        for one in self.elements()[1:]:
            box = one["frame"]
            corner = (box["x"] * SCALE, box["y"] * SCALE)
            far = ((box["x"] + box["width"]) * SCALE, (box["y"] + box["height"]) * SCALE)
            is_secret = one["AXLabel"] == "Password"
            draw.rectangle((*corner, *far), fill=GREEN if is_secret else (220, 220, 230))
            if not is_secret:
                draw.text(corner, f"{one['AXLabel']} {one['AXValue'] or ''}", fill="black")
        out = io.BytesIO()
        image.save(out, "PNG", compress_level=1)
        return out.getvalue()

    def act(self, action: Action) -> None:
        """What the app makes of a gesture."""
        self.done.append(action)
        if action.kind == "home":
            self.screen, self.focus = "home", ""
        elif action.kind == "type" and self.focus:
            self.fields[self.focus] += action.text
        elif action.kind == "swipe" and self.screen == "home" and action.point and action.to_point:
            self.page += 1 if action.to_point[0] < action.point[0] else -1
        elif action.kind == "tap" and action.point:
            hit = [one for one in self.elements()[1:] if _holds(one["frame"], action.point)]
            self.tapped(hit[0]["AXLabel"] if hit else "")

    def tapped(self, label: str) -> None:
        """What a tap opens."""
        if label == "Settings":
            self.screen = "form"
        elif label in self.fields:
            self.focus = label
        elif label == "Show":
            self.shown = not self.shown
        elif label == "Sign in":
            self.screen = "welcome"

    # --- the service

    def __mapping__(self) -> dict[str, Any]:
        mapping: dict[str, Any] = super().__mapping__()
        return {
            path: one._replace(func=self._counted(path, one.func)) for path, one in mapping.items()
        }

    def _counted(self, path: str, func: Any) -> Any:
        async def count(stream: Any) -> None:
            self.calls[path.rpartition("/")[2]] += 1
            await func(stream)
            self.answered[path.rpartition("/")[2]] += 1

        return count

    async def connect(self, stream: Any) -> None:
        await stream.recv_message()
        info = pb.CompanionInfo(udid="FAKE-1", is_local=False)
        await stream.send_message(pb.ConnectResponse(companion=info))

    async def describe(self, stream: Any) -> None:
        await stream.recv_message()
        size = pb.ScreenDimensions(
            width=WIDTH * SCALE,
            height=HEIGHT * SCALE,
            density=SCALE,
            width_points=WIDTH,
            height_points=HEIGHT,
        )
        target = pb.TargetDescription(
            udid="FAKE-1",
            name="iPhone Fake",
            state="Booted",
            target_type="simulator",
            os_version="iOS 18.0",
            architecture="arm64",
            screen_dimensions=size,
        )
        await stream.send_message(pb.TargetDescriptionResponse(target_description=target))

    async def screenshot(self, stream: Any) -> None:
        await stream.recv_message()
        data = self.broken_shot or self.picture()
        await self.may_shoot.wait()
        await stream.send_message(pb.ScreenshotResponse(image_data=data, image_format="png"))

    async def accessibility_info(self, stream: Any) -> None:
        await stream.recv_message()
        if not self.with_tree:
            raise GRPCError(Status.UNIMPLEMENTED, "no accessibility on this device", b"details")
        listed = json.dumps(self.elements())
        await stream.send_message(pb.AccessibilityInfoResponse(json=listed))

    async def accessibility_action(self, stream: Any) -> None:
        request = await stream.recv_message()
        hit = [one for one in self.elements() if request.marker in (one["AXLabel"] or "")]
        if not hit:
            raise GRPCError(Status.NOT_FOUND, f"nothing is called {request.marker}")
        if request.WhichOneof("action") == "set_value":
            self.fields[hit[0]["AXLabel"]] = request.set_value.value
        elif request.WhichOneof("action") == "tap":
            self.tapped(hit[0]["AXLabel"])
        await stream.send_message(pb.AccessibilityActionResponse())

    async def hid(self, stream: Any) -> None:
        decoder = Decoder()
        async for event in stream:
            self.events.append(event)
            decoder.feed(event, now_ms())
            if decoder.is_idle:
                for action in decoder.take():
                    self.act(action)
        for action in decoder.take():
            self.act(action)
        await stream.send_message(pb.HIDResponse())

    async def launch(self, stream: Any) -> None:
        request = await stream.recv_message()
        self.screen = "form" if "Preferences" in request.start.bundle_id else "welcome"
        await stream.send_message(pb.LaunchResponse())

    async def open_url(self, stream: Any) -> None:
        request = await stream.recv_message()
        self.screen = "welcome"
        await stream.send_message(pb.OpenUrlRequest(url=request.url))

    async def log(self, stream: Any) -> None:
        await stream.recv_message()
        for n in range(3):
            await stream.send_message(pb.LogResponse(output=f"line {n}\n".encode()))

    # --- its life

    async def start(self) -> None:
        """Listens, on the port that it had before if it had one."""
        details: Any = Bytes()
        self.server = _Server([self], status_details_codec=details)
        await self.server.start("127.0.0.1", self.port)
        inner: Any = self.server._server
        self.port = inner.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Hangs up on everybody."""
        assert self.server
        self.server.pull()
        await self.server.wait_closed()

    @property
    def address(self) -> str:
        """As a person would say it."""
        return f"127.0.0.1:{self.port}"


@asynccontextmanager
async def a_companion() -> AsyncIterator[FakeCompanion]:
    """A companion that listens."""
    fake = FakeCompanion()
    await fake.start()
    try:
        yield fake
    finally:
        await fake.stop()


def _node(
    type: str,
    label: str,
    box: tuple[int, int, int, int] = (10, 200, 100, 20),
    AXValue: str | None = None,
    subrole: str | None = None,
) -> dict[str, Any]:
    return {
        "AXLabel": label,
        "AXValue": AXValue,
        "type": type,
        "role": f"AX{type}",
        "subrole": subrole,
        "enabled": True,
        "frame": dict(zip(("x", "y", "width", "height"), box, strict=True)),
    }


def _holds(frame: dict[str, int], point: tuple[float, float]) -> bool:
    x, y = point
    inside_x = frame["x"] <= x <= frame["x"] + frame["width"]
    return inside_x and frame["y"] <= y <= frame["y"] + frame["height"]
