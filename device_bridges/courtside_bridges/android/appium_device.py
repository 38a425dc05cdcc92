"""Asks an Appium session for its screen, its tree, its elements. Knows no run and no proxy."""

from __future__ import annotations

import asyncio
import base64
import binascii
import math
from typing import Any, NamedTuple

import aiohttp
import msgspec

from courtside_formats.codecs.bounded import JsonObject
from courtside_formats.ui_trees.page_source import PageSource
from courtside_store.geometry import Box
from courtside_store.records import Millis, now_ms

from .screens import ScreenLook, make_screen
from .secrets import SecretFields

ASK_S = 30.0
GONE = "invalid session id"
MOVED = "the screen moved while its secret fields were painted over"


class CommandRefused(Exception):
    """The server refused a command; `error` is WebDriver's own word for why."""

    def __init__(self, error: str, message: str) -> None:
        super().__init__(f"{error}: {message.splitlines()[0] if message else ''}"[:400])
        self.error = error


class Traits(NamedTuple):
    """The properties of a device that its session's capabilities tell."""

    platform: str = "android"
    name: str = "Android device"
    """e.g. `Pixel 4, Android 13, 1080x2280 at 440 dpi`."""
    density: float = 1.0
    """Units of the tree for one dp."""
    ratio: float = 1.0
    """Pixels of a picture for one unit of the tree."""


def read_traits(capabilities: JsonObject) -> Traits:
    """The device, from what a new session was answered with."""
    fields = {name.removeprefix("appium:"): value for name, value in capabilities.items()}
    words = {name: str(value) for name, value in fields.items() if isinstance(value, str | int)}
    is_ios = words.get("platformName", "").lower() in ("ios", "tvos", "ipados")
    model = words.get("deviceModel") or words.get("deviceName") or "device"
    system = f"{'iOS' if is_ios else 'Android'} {words.get('platformVersion', '')}".strip()
    size, dpi = words.get("deviceScreenSize", ""), fields.get("deviceScreenDensity")
    ratio = fields.get("pixelRatio")
    is_dense = isinstance(dpi, int | float) and dpi > 0
    screen = f"{size} at {dpi} dpi" if size and is_dense else size
    return Traits(
        platform="ios" if is_ios else "android",
        name=", ".join(word for word in (model, system, screen) if word)[:500],
        density=float(dpi) / 160 if not is_ios and is_dense else 1.0,  # type: ignore[arg-type]
        ratio=float(ratio) if is_ios and isinstance(ratio, int | float) and ratio > 0 else 1.0,
    )


class AppiumDevice:
    """The device behind one session of an Appium server."""

    def __init__(
        self, client: aiohttp.ClientSession, server: str, session: str, traits: Traits
    ) -> None:
        self._client = client
        self._url = f"{server}/session/{session}"
        self.traits = traits
        self.secrets = SecretFields()

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """One command's value. Raises Refused, or OSError where the server is gone or too slow."""
        try:
            async with self._client.request(method, self._url + path, json=body) as answer:
                decoded = msgspec.json.decode(await answer.read())
        except TimeoutError as error:
            raise OSError(f"{path} was not answered within {ASK_S:.0f} s") from error
        except (aiohttp.ClientError, msgspec.DecodeError) as error:
            raise OSError(f"{path}: {error}") from error
        value = decoded.get("value") if isinstance(decoded, dict) else None
        if answer.status >= 400:
            fields = value if isinstance(value, dict) else {}
            raise CommandRefused(
                str(fields.get("error", answer.status)), str(fields.get("message", ""))
            )
        return value

    async def source(self) -> PageSource | None:
        """The screen's tree; None where it cannot be had or read. Raises Refused when gone."""
        try:
            return await asyncio.to_thread(self.parse_source, await self.ask("GET", "/source"))
        except CommandRefused as error:
            if error.error == GONE:
                raise
            return None
        except OSError:
            return None

    def parse_source(self, value: Any) -> PageSource | None:
        """A page source as the tree that it is; None where it is none. Blocks."""
        try:
            return self.secrets.read(value) if isinstance(value, str) else None
        except ValueError:
            return None

    async def picture(self) -> bytes | str:
        """The screen's image, or why there is none. Raises Refused when the session is gone."""
        try:
            return await asyncio.to_thread(parse_picture, await self.ask("GET", "/screenshot"))
        except CommandRefused as error:
            if error.error == GONE:
                raise
            return explain_picture(str(error))
        except OSError as error:
            return str(error)

    async def box(self, element: str) -> Box | None:
        """Where an element is; None where it is nowhere."""
        try:
            rect = await self.ask("GET", f"/element/{element}/rect")
            box = Box(*(float(rect[side]) for side in Box._fields))
        except (CommandRefused, OSError, KeyError, TypeError, ValueError, OverflowError):
            return None
        return box if all(map(math.isfinite, box)) else None

    async def is_secret(self, element: str) -> bool:
        """Whether a field hides what it holds; taken to, where the device does not say."""
        decoded = False
        for name, secret in (("password", "true"), ("type", "password")):
            try:
                value = await self.ask("GET", f"/element/{element}/attribute/{name}")
            except (CommandRefused, OSError):
                continue
            decoded = True
            if secret == str(value).lower() or "Secure" in str(value):
                return True
        return not decoded

    async def look(
        self, tree: PageSource | None = None, picture: bytes | str | None = None, wary: bool = False
    ) -> ScreenLook:
        """The screen as it is; what the agent asked for just now need not be asked again.

        Where there are secrets the tree is read before and after the picture, which is withheld
        unless both agree; so is a screen that follows one with secrets (`wary`). Raises Refused.
        """
        if wary:
            tree = picture = None
        tree = tree or await self.source()
        at_ms: Millis = now_ms()
        if tree and tree.has_secrets and picture is not None:
            tree, picture = await self.source(), None
        if picture is None:
            picture = await self.picture()
        if tree and (wary or tree.has_secrets):
            again = await self.source()
            if again is None or again.secrets != tree.secrets:
                picture = MOVED
        return await asyncio.to_thread(make_screen, tree, picture, at_ms, self.traits.ratio)


def parse_picture(value: Any) -> bytes | str:
    """A screenshot's bytes, or what is wrong with it."""
    if not isinstance(value, str):
        return f"the screenshot is {str(value)[:40]!r}; expected base64"
    try:
        return base64.b64decode(value, validate=False)
    except (binascii.Error, ValueError) as error:
        return f"the screenshot is no base64: {error}"


def explain_picture(message: str) -> str:
    """Why a device gave no picture, marked where the app forbids it."""
    if "secure" in message.lower():
        return f"FLAG_SECURE: the app does not let its screen be pictured ({message})"[:500]
    return message[:500]
