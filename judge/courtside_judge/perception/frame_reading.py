"""Reads a stored frame once: kept in memory and beside the frame. Knows no screen and no step."""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple, TypeAlias

import msgspec

from courtside_judge.frame_difference import changed_region
from courtside_judge.protocol import FrameStore
from courtside_store.geometry import PixelBox, PixelSize
from courtside_store.records import Element, Record

from .orders import in_order
from .picture import repair_of
from .protocol import MAX_ELEMENTS, OcrReader, PartlyReadError

KEPT = 256
"""Frames whose text is kept in memory."""
MAX_CHANGED_SHARE = 0.5
"""Only the changed part of a frame is read where it is no larger a share of the frame."""
MAX_FAILURE_CHARS = 400
"""Of the reason why a frame could not be read; what is made of it fits an observation's field."""
MARGIN = 8
"""Pixels round what changed: a letter's edge may be too faint to count as changed."""
CARET = 3
"""Widest change, in pixels, that may be a caret's blinking: alone, it is read as a 1."""
Texts = tuple[Element, ...]
OnRead = Callable[[str, OSError | None], None]
"""What is called with the hash of a frame that was read, and why where it could not be; with a
PartlyReadError where a part of it was.
"""


class FrameRegion(NamedTuple):
    """What of a frame is read."""

    sha: str
    within: PixelBox | None = None
    """None: all of it."""


class FrameReading(Record, frozen=True, kw_only=True):
    """What was read of a region of a frame. Boxes are in pixels of the frame."""

    texts: Texts = ()
    unread: PixelBox | None = None
    """What there was no time to read; None: nothing."""
    repair: str = ""
    """How the picture is read otherwise than its file has it; empty: as it is."""
    failure: str = ""
    """Why nothing could be read; empty: it could."""


_Note: TypeAlias = Texts | FrameReading
"""How a reading is kept beside its frame: one with nothing else to tell is only its texts."""


class FrameLog:
    """The log of the process, where nobody waits for it. The two readers of one frame, of its words
    and of its controls, share one: what both find is in it once.
    """

    def __init__(self) -> None:
        self._last = ""

    def failed(self, sha: str, error: OSError | None) -> None:
        """Why a frame, or a part of it, could not be read."""
        if error is not None:
            self._say(f"frame {sha}: {error}")

    def repaired(self, sha: str, repair: str) -> None:
        """How a picture was read otherwise than its file has it."""
        if repair:
            self._say(f"how frame {sha} was read: {repair}")

    def _say(self, line: str) -> None:
        if line != self._last:
            print(line, file=sys.stderr, flush=True)
        self._last = line


def read_note(wanted: FrameRegion, stamp: str, blobs: FrameStore) -> FrameReading | None:
    """What was read before; None where nothing was."""
    if note := blobs.read_note(wanted.sha, _note_name(stamp, wanted)):
        with suppress(ValueError):  # then it is read again
            found: _Note = msgspec.json.decode(note, type=_Note)
            return found if isinstance(found, FrameReading) else FrameReading(texts=found)
    return None


class FrameReader:
    """Reads what it has not read yet; of a frame like the last one only what changed."""

    def __init__(
        self,
        reader: OcrReader,
        stamp: str,
        blobs: FrameStore,
        on_read: OnRead | None = None,
        log: FrameLog | None = None,
    ) -> None:
        """`stamp`: the reader's name and version; what another one read is read again. `on_read`:
        None: the log is told.
        """
        self._log = log or FrameLog()
        self._on_read = on_read or self._log.failed
        self._reader = reader
        self._stamp = stamp
        self._blobs = blobs
        self._kept: OrderedDict[FrameRegion, FrameReading] = OrderedDict()
        self._last: FrameRegion | None = None

    def known(self, wanted: FrameRegion) -> FrameReading | None:
        """What was read of a frame before, or why it could not be read."""
        reading = self._kept.get(wanted)
        if reading is None:
            reading = read_note(wanted, self._stamp, self._blobs)
            if reading is None or reading.failure:
                return reading  # which this process has not tried
        self._keep(wanted, reading)
        return reading

    def is_to_read(self, wanted: FrameRegion) -> bool:
        """Whether `known_or_read` would read it: it is new, or failed in another process."""
        return self.known(wanted) is None or wanted not in self._kept

    def known_or_read(self, wanted: FrameRegion) -> FrameReading:
        """What was read of it before, else what is read now."""
        known = self.known(wanted)
        return known if known is not None and wanted in self._kept else self.read(wanted)

    def read(self, wanted: FrameRegion) -> FrameReading:
        """A frame that cannot be read has no text, and is not tried again in this process. One that
        was read in part is not read again at all.
        """
        image = self._blobs.read(wanted.sha)
        if image is None:
            return FrameReading()
        try:
            found = self._read_changed(image, wanted.within)
            texts, repair = in_order(found.texts, "xy-cut"), repair_of(image)
            reading = FrameReading(texts=texts, unread=found.unread, repair=repair)
            self._keep(wanted, reading)
            tells_more = reading.unread or reading.repair
            note = msgspec.json.encode(reading if tells_more else reading.texts)
            self._blobs.add_note(wanted.sha, _note_name(self._stamp, wanted), note)
            rest = PartlyReadError(reading.texts, reading.unread) if reading.unread else None
            self._on_read(wanted.sha, rest)
            self._log.repaired(wanted.sha, repair)
        except OSError as error:
            self._on_read(wanted.sha, error)
            self._keep(wanted, self._kept.get(wanted) or self._failed(wanted, error))
        return self._kept[wanted]

    def _failed(self, wanted: FrameRegion, error: OSError) -> FrameReading:
        """Noted for viewers, who have no other process to ask."""
        why = " ".join(str(error).split()) or type(error).__name__
        reading = FrameReading(failure=why[:MAX_FAILURE_CHARS])
        with suppress(OSError):  # a full disk
            note = msgspec.json.encode(reading)
            self._blobs.add_note(wanted.sha, _note_name(self._stamp, wanted), note)
        return reading

    def _keep(self, wanted: FrameRegion, reading: FrameReading) -> None:
        self._kept[wanted] = reading
        self._kept.move_to_end(wanted)
        self._last = wanted
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def _read_changed(self, image: bytes, within: PixelBox | None) -> FrameReading:
        """Where little differs from the last frame, only that; the rest is as it was, the unread
        rest too.
        """
        last = self._last if self._last and self._last.within == within else None
        old = self._kept.get(last) if last else None
        base = self._blobs.read(last.sha) if last and old and old.texts else None
        change = changed_region(base, image) if base else None
        if change is None or old is None:
            return self._read_now(image, within)
        differing, size = change
        if not differing.area or _is_caret(differing, old.texts):
            return old
        changed, kept = _whole_lines(differing, size, old.texts)
        region = changed.intersection(within) if within else changed
        if region is None:
            return old
        most = within.area if within else size.width * size.height
        if region.area > MAX_CHANGED_SHARE * most:
            return self._read_now(image, within)
        new = self._read_now(image, region)
        texts = (*kept, *new.texts)[:MAX_ELEMENTS]
        return FrameReading(texts=texts, unread=_both(old.unread, new.unread))

    def _read_now(self, image: bytes, region: PixelBox | None) -> FrameReading:
        try:
            return FrameReading(texts=self._reader.read(image, region))
        except PartlyReadError as partly:
            return FrameReading(texts=partly.elements, unread=partly.unread)


def _is_caret(change: PixelBox, texts: Texts) -> bool:
    """A thin change that is higher than the line it stands in or beside. A caret is; an l or a 1 is
    not where the line has high letters already.
    """
    x, y = change.centre
    lines = (one.box for one in texts if one.box and one.source == "ocr" and one.box.spans(y))
    beside = (line for line in lines if line.x - line.height <= x <= line.right + line.height)
    return change.width <= CARET and all(change.height > line.height for line in beside)


def _both(one: PixelBox | None, other: PixelBox | None) -> PixelBox | None:
    return one.enclosing(other) if one and other else one or other


def _note_name(stamp: str, wanted: FrameRegion) -> str:
    return "-".join((stamp, *map(str, wanted.within or ())))


def _whole_lines(changed: PixelBox, size: PixelSize, old: Texts) -> tuple[PixelBox, list[Element]]:
    """The region grown until it cuts no line that was there, and the lines outside of it."""
    left, top, right, bottom = changed.corners(MARGIN)
    outside = list(old)
    while cut := [
        box
        for box in (one.box for one in outside)
        if box and box.x < right and box.y < bottom and box.right > left and box.bottom > top
    ]:
        outside = [one for one in outside if one.box not in cut]
        left = min(left, *(int(x) for x, _, _, _ in cut))
        top = min(top, *(int(y) for _, y, _, _ in cut))
        right = max(right, *(int(x + w) + 1 for x, _, w, _ in cut))
        bottom = max(bottom, *(int(y + h) + 1 for _, y, _, h in cut))
    left, top = max(0, left), max(0, top)
    right, bottom = min(size.width, right), min(size.height, bottom)
    return PixelBox.between(left, top, right, bottom), outside
