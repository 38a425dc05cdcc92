"""Looks at an iOS screen: picture and elements of one moment, secrets painted over.

Knows no actions and no runs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

from msgspec import structs

from courtside_bridges.masking import mask
from courtside_formats.importers.pictures import fit_image
from courtside_formats.ui_trees.ios import Tree
from courtside_store.geometry import Box, PixelSize, Size
from courtside_store.images import measure_image
from courtside_store.records import UNTITLED_DIALOG, Element, Observation, PageState, now_ms
from courtside_store.rendering import is_secret

from .companion import IdbTarget

log = logging.getLogger("courtside")
LOOK_TRIES = 3
MIN_SECRET_CHARS = 4
"""A shorter secret stands in too many places to be looked for."""
_MAX_TEXT = 20_000
T = TypeVar("T")
MOVED = "what must be masked kept moving"
NO_TREE = "the companion gave no UI tree, so nothing could be masked"
NO_SHOT = "the companion gave no picture"


class DeviceScreen(Protocol):
    """A device that can be asked for a picture and a tree."""

    async def screenshot(self) -> bytes: ...

    async def tree(self) -> Tree: ...


class IosScreen:
    """Looks at the screen of one device."""

    def __init__(
        self,
        companion: DeviceScreen,
        device: IdbTarget,
        keep_frame: Callable[[bytes], str | None],
        unmasked: bool = False,
    ) -> None:
        """`unmasked`: keep pictures also where there is no tree to mask them by."""
        self.device = device
        self._companion = companion
        self._keep_frame = keep_frame
        self.unmasked = unmasked
        self._typed: set[str] = set()
        self._names: set[str] = set()
        """Of fields that were secret once: made to show their words, they are plain fields."""

    def hide(self, secret: str) -> None:
        """From now on an element that shows this text is masked like a secret field."""
        if len(secret) >= MIN_SECRET_CHARS:
            self._typed.add(secret)

    async def read(self) -> Tree | None:
        """The tree; None where there is none to be had."""
        return await _had(self._companion.tree(), "UI tree")

    async def answers(self) -> bool:
        """Whether the device is there."""
        return await self._shoot() is not None

    async def look(self, shot: bytes | None = None, tree: Tree | None = None) -> Observation:
        """The screen now; `shot` and `tree` are what somebody else has just been given of it.

        A tree is read before the picture and after it: where the places of secrets differ, another
        picture is taken, and in the end none is kept.
        """
        before = tree or await self.read()
        for _ in range(LOOK_TRIES):
            at_ms = now_ms()
            data = shot or await self._shoot()
            shot = None
            after = await self.read()
            self._learn(before)
            self._learn(after)
            if data is None:
                withheld = NO_SHOT if after or self.unmasked else NO_TREE
                return self._observe(at_ms, after, withheld=withheld)
            if before is None or after is None:
                if self.unmasked:
                    return await self._with_frame(at_ms, after or before, data)
                return self._observe(at_ms, after, withheld=NO_TREE)
            if self._hidden(before) == self._hidden(after):
                return await self._with_frame(at_ms, after, data)
            before = after
        return self._observe(now_ms(), before, withheld=MOVED)

    async def _shoot(self) -> bytes | None:
        return await _had(self._companion.screenshot(), "picture")

    def _learn(self, tree: Tree | None) -> None:
        for one in tree.elements if tree else ():
            if is_secret(one) and one.text:
                self._names.add(one.text)

    def _shows_secret(self, element: Element) -> bool:
        is_field = element.role == "textbox" and element.text in self._names
        return is_field or self._holds_secret(element.text) or self._holds_secret(element.value)

    def _holds_secret(self, words: str) -> bool:
        return any(secret in words for secret in self._typed)

    def _hidden(self, tree: Tree) -> tuple[Box | None, ...]:
        shown = tuple(one.box for one in tree.elements if self._shows_secret(one))
        return (*tree.secrets, *shown)

    async def _with_frame(self, at_ms: int, tree: Tree | None, data: bytes) -> Observation:
        """A secret whose place is unknown cannot be masked: no frame then."""
        hidden = self._hidden(tree) if tree else ()
        boxes = tuple(box for box in hidden if box)
        if len(boxes) < len(hidden):
            return self._observe(at_ms, tree, withheld=MOVED)
        try:
            pixels = measure_image(data)
            width, _ = self._size(tree, pixels)
            scale = pixels.width / width if width else 1.0
            painted = await asyncio.to_thread(_paint, data, boxes, scale)
        except (ValueError, OSError) as error:
            return self._observe(at_ms, tree, withheld=f"the picture cannot be read: {error}"[:500])
        frame = self._keep_frame(painted)
        withheld = None if frame else "there was no room for the picture"
        return self._observe(at_ms, tree, frame, withheld, pixels)

    def _size(self, tree: Tree | None, pixels: PixelSize | None) -> Size:
        """In points, as the device is held: a companion gives its upright size."""
        width, height = self.device.width, self.device.height
        if not (width and height):
            return Size(tree.width, tree.height) if tree else Size(0, 0)
        shown = pixels or tree
        is_wide = shown is not None and shown.width > shown.height
        is_turned = is_wide != (width > height)
        return Size(height, width) if is_turned else Size(width, height)

    def _observe(
        self,
        at_ms: int,
        tree: Tree | None,
        frame: str | None = None,
        withheld: str | None = None,
        pixels: PixelSize | None = None,
    ) -> Observation:
        width, height = self._size(tree, pixels)
        elements = tuple(map(self._sealed, tree.elements)) if tree else ()
        lines = (words for one in elements for words in (one.text, one.value) if words)
        return Observation(
            at_ms=at_ms,
            frame=frame,
            withheld=withheld,
            width=round(width),
            height=round(height),
            scale=pixels.width / width if pixels and width else 1.0,
            title=tree.app if tree else "",
            page=PageState(dialog=self._cut(tree.dialog)) if tree else None,
            text="\n".join(lines)[:_MAX_TEXT],
            elements=elements,
        )

    def _cut(self, dialog: str) -> str:
        return UNTITLED_DIALOG if self._holds_secret(dialog) else dialog

    def _sealed(self, element: Element) -> Element:
        if not self._shows_secret(element):
            return element
        state = tuple(dict.fromkeys((*element.state, "secret")))
        text = "" if self._holds_secret(element.text) else element.text
        return structs.replace(element, text=text, value="", state=state)


async def _had(asked: Awaitable[T], what: str) -> T | None:
    """What the device gives; None where it gives none."""
    try:
        return await asked
    except Exception as error:  # noqa: BLE001  the guard around the connection
        log.info("no %s: %s", what, error)
        return None


def _paint(data: bytes, boxes: tuple[Box, ...], scale: float) -> bytes:
    """Raises ValueError or OSError where it is no image. Blocks."""
    return fit_image(mask(data, boxes, scale))
