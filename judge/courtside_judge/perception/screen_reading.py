"""Gives screens without elements the texts that OCR reads in their frames. Knows no OCR library."""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace

from courtside_judge.frame_difference import changed_region
from courtside_judge.protocol import FrameStore
from courtside_store.records import Element, Observation, Step

from .ocr_process import OcrProcess
from .orders import in_order
from .pressed import name_pressed
from .protocol import MAX_ELEMENTS, OcrReader, Region
from .registry import Kind, stamp_of

KEPT = 256
"""Frames whose text is kept in memory."""
LITTLE = 0.5
"""Share of the frame up to which only what changed is read."""
MARGIN = 8
"""Pixels round what changed: a letter's edge may be too faint to count as changed."""
CARET = 3
"""Widest change, in pixels, that is a caret's blinking: alone, it is read as a 1."""
Texts = tuple[Element, ...]
OnRead = Callable[[str, OSError | None], None]
"""Called with the hash of a frame that was read, and why where it could not be."""


def log_failed(sha: str, error: OSError | None) -> None:
    """To the log of the process, where nobody waits for it."""
    if error is not None:
        print(f"frame {sha}: {error}", file=sys.stderr, flush=True)


def open_screen_reader(
    kind: Kind, weights: Path, timeout_s: float, blobs: FrameStore
) -> ScreenReader:
    """With an installed OCR reader in a process of its own, which starts at the first frame."""
    return ScreenReader(OcrProcess(kind, weights, timeout_s), stamp_of(kind), blobs)


def as_read(look: Observation | None, stamp: str, blobs: FrameStore) -> Observation | None:
    """The look with the text that was read from its frame before; as it is where none was."""
    if look is None or look.elements or look.frame is None:
        return look
    texts = _noted(look.frame, stamp, blobs)
    return replace(look, elements=_in_units(texts, look.scale)) if texts else look


def _noted(sha: str, stamp: str, blobs: FrameStore) -> Texts | None:
    if note := blobs.read_note(sha, stamp):
        with suppress(msgspec.DecodeError):  # then it is read again
            return msgspec.json.decode(note, type=Texts)
    return None


class ScreenReader:
    """Reads each frame once: kept in memory, and beside the frame on disk."""

    def __init__(
        self, reader: OcrReader, stamp: str, blobs: FrameStore, on_read: OnRead = log_failed
    ) -> None:
        """`stamp`: the reader's name and version; what another one read is read again."""
        self._on_read = on_read
        self._reader = reader
        self._stamp = stamp
        self._blobs = blobs
        self._kept: OrderedDict[str, Texts] = OrderedDict()
        self._last: str | None = None

    def read_step(self, step: Step, only_known: bool = False) -> Step:
        """The step with text where it had no elements; what cannot be read stays as it is.

        `only_known`: reads no frame, for steps that were judged before a restart.
        """
        before, after = self._look(step.before, only_known), self._look(step.after, only_known)
        actions = step.actions
        if before is not None and before is not step.before:
            actions = tuple(name_pressed(action, before) for action in actions)
        return replace(step, actions=actions, before=before, after=after)

    def unread(self, step: Step) -> set[str]:
        """The step's frames that `read_step` would read."""
        looks = (step.before, step.after)
        frames = {look.frame for look in looks if look and look.frame and not look.elements}
        return {sha for sha in frames if self._known(sha) is None}

    def _look(self, look: Observation | None, only_known: bool) -> Observation | None:
        if look is None or look.elements or look.frame is None:
            return look
        texts = self._known(look.frame)
        if texts is None and not only_known:
            texts = self._read(look.frame)
        if not texts:
            return look
        return replace(look, elements=_in_units(texts, look.scale))

    def _known(self, sha: str) -> Texts | None:
        texts = self._kept.get(sha)
        if texts is None:
            texts = _noted(sha, self._stamp, self._blobs)
        if texts is not None:
            self._keep(sha, texts)
        return texts

    def _keep(self, sha: str, texts: Texts) -> None:
        self._kept[sha] = texts
        self._kept.move_to_end(sha)
        self._last = sha
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def _read(self, sha: str) -> Texts:
        """A frame that cannot be read has no text, and is not tried again in this process."""
        image = self._blobs.read(sha)
        if image is None:
            return ()
        try:
            texts = in_order(self._read_changed(image), "xy-cut")
            self._keep(sha, texts)
            self._blobs.add_note(sha, self._stamp, msgspec.json.encode(texts))
            self._on_read(sha, None)
        except OSError as error:
            self._on_read(sha, error)
            self._keep(sha, self._kept.get(sha, ()))
        return self._kept[sha]

    def _read_changed(self, image: bytes) -> Texts:
        """Where little differs from the last frame, only that; the rest is as it was."""
        old = self._kept.get(self._last) if self._last else None
        base = self._blobs.read(self._last) if self._last and old else None
        change = changed_region(base, image) if base else None
        if change is None or old is None:
            return self._reader.read(image, None)
        (x, y, width, height), size = change
        if width <= CARET:
            return old
        region, kept = _whole_lines((x, y, width, height), size, old)
        if region[2] * region[3] > LITTLE * size[0] * size[1]:
            return self._reader.read(image, None)
        return (*kept, *self._reader.read(image, region))[:MAX_ELEMENTS]


def _whole_lines(
    changed: Region, size: tuple[int, int], old: Texts
) -> tuple[Region, list[Element]]:
    """The region grown until it cuts no line that was there, and the lines outside of it."""
    left, top = changed[0] - MARGIN, changed[1] - MARGIN
    right, bottom = left + changed[2] + 2 * MARGIN, top + changed[3] + 2 * MARGIN
    outside = list(old)
    while cut := [
        box
        for box in (one.box for one in outside)
        if box
        and box[0] < right
        and box[1] < bottom
        and box[0] + box[2] > left
        and box[1] + box[3] > top
    ]:
        outside = [one for one in outside if one.box not in cut]
        left = min(left, *(int(x) for x, _, _, _ in cut))
        top = min(top, *(int(y) for _, y, _, _ in cut))
        right = max(right, *(int(x + w) + 1 for x, _, w, _ in cut))
        bottom = max(bottom, *(int(y + h) + 1 for _, y, _, h in cut))
    left, top = max(0, left), max(0, top)
    right, bottom = min(size[0], right), min(size[1], bottom)
    return (left, top, right - left, bottom - top), outside


def _in_units(texts: Texts, scale: float) -> Texts:
    """From pixels of the frame to units of the viewport."""
    if scale == 1.0 or scale <= 0:
        return texts
    return tuple(
        replace(
            one,
            box=(one.box[0] / scale, one.box[1] / scale, one.box[2] / scale, one.box[3] / scale),
        )
        for one in texts
        if one.box
    )
