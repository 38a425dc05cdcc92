"""Descriptions of frames by a captioner, asked once for each image. Knows no judge and no task.

The captioner never learns the instruction: knowing it, it sees what is not there (Pan et al. 2024,
modular judge). Text that OCR read is given to it (ibid.).
"""

from __future__ import annotations

import io
import re
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress

from msgspec.structs import replace
from PIL import Image

from courtside_judge.backends.chosen import ModelChoice
from courtside_judge.backends.protocol import Model, Sampling, Turn
from courtside_judge.frame_difference import changed_region, is_changed
from courtside_judge.perception.picture import open_picture, repair_of
from courtside_judge.protocol import FrameStore, ReadFrame
from courtside_store.geometry import PixelBox
from courtside_store.records import Surface

from .prompting import wording

SIDE = 1024
"""Longest side, in pixels, of the image that a captioner is shown."""
MAX_CHANGED_SHARE = 0.25
"""Only the changed part of a frame is described where it is no larger a share of the frame."""
MARGIN = 24
"""Pixels round what changed: its neighbours show what it belongs to."""
PARTS = 3
"""Changed parts after which the whole frame is described again."""
KEPT = 256
_PART = "\nChanged since: "


class Captioner:
    """Descriptions of frames: kept in memory, and beside the frame on disk for later starts."""

    def __init__(
        self,
        choice: ModelChoice,
        open_model: Callable[[], Model],
        blobs: FrameStore | None,
        surface: Surface,
        side: int = SIDE,
        sampling: Sampling | None = None,
    ) -> None:
        """`open_model` is called when the first frame needs a description."""
        self._open = open_model
        self._blobs = blobs
        self._words = wording(surface)
        self._side = side
        self._sampling = sampling or Sampling()
        who = (choice.sha256 or choice.name)[:12].replace("/", "-")
        if choice.projector_sha256:
            who += f"-{choice.projector_sha256[:12]}"
        if choice.adapter_sha256:
            who += f"-{choice.adapter_sha256[:12]}"
        self.name = choice.name
        how = "-".join(f"{value:g}" for value in _written_how(self._sampling))
        self.note = f"caption-{who}-{self._words.version}-{side}-{how}"
        """Under which name descriptions are kept beside their frames."""
        self._kept: OrderedDict[str, str] = OrderedDict()
        self._last: str | None = None
        self.asked = 0
        """Frames and parts that the model described."""
        self.known = 0
        """Frames whose description was there already."""

    def describe(self, sha: str, frames: ReadFrame, texts: str = "") -> str | None:
        """The description; None where the frame is gone. It is read only where it is new.

        `texts`: what OCR read. Raises OSError and what the model raises.
        """
        found = self.find(sha)
        if found is not None:
            self.known += 1
        elif (image := frames(sha)) is not None:
            found = self._ask(image, texts)
            if self._blobs:
                with suppress(OSError):  # a full disk, or a frame that is elsewhere: asked again
                    self._blobs.add_note(sha, self.note, found.encode())
        else:
            return None
        self.keep(sha, found)
        return found

    def keep(self, sha: str, text: str) -> None:
        """Takes a description as the newest."""
        self._kept[sha] = text
        self._kept.move_to_end(sha)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        self._last = sha

    def find(self, sha: str) -> str | None:
        """The description where it is there already; no model is asked."""
        if sha in self._kept:
            return self._kept[sha]
        note = self._blobs.read_note(sha, self.note) if self._blobs else None
        with suppress(UnicodeDecodeError):  # damaged on the disk: asked again
            return note.decode() if note else None
        return None

    def _ask(self, image: bytes, texts: str) -> str:
        """Only the changed part, where little differs from the last frame."""
        old = self._kept.get(self._last or "")
        base = self._blobs.read(self._last) if self._blobs and self._last and old else None
        if base is None or old is None:
            return self._caption(image, "whole", texts)
        frames = {"old": base, "new": image}
        if not is_changed("old", "new", frames.get):
            self.known += 1
            return old
        change = changed_region(base, image)
        if change is None or old.count(_PART) >= PARTS:
            return self._caption(image, "whole", texts)
        changed, size = change
        if changed.area > MAX_CHANGED_SHARE * size.width * size.height:
            return self._caption(image, "whole", texts)
        return old + _PART + self._caption(_cut(image, changed), "part", "")

    def _caption(self, image: bytes, what: str, texts: str) -> str:
        self.asked += 1
        asked = self._words.text("caption", what)
        if texts:
            asked += f"\n{self._words.text('caption', 'texts')}\n{texts}"
        turns = [
            Turn(role="system", text=self._words.text("caption", "system")),
            Turn(role="user", text=asked, images=(shrink(image, self._side),)),
        ]
        completion = self._open().describe(turns, self._sampling)
        return replace(completion, text=tidy(completion.text)).render()


def _written_how(sampling: Sampling) -> tuple[float, ...]:
    """What makes another description of the same frame. Not how long it may take."""
    drawn = (sampling.temperature, sampling.top_p) if sampling.temperature else (0,)
    return sampling.max_tokens, *drawn, sampling.repetition_penalty


def tidy(text: str) -> str:
    """Lines and paragraphs as they are, without control characters and runs of empty lines."""
    plain = "".join(c if c == "\n" or c.isprintable() else " " for c in text)
    lines = [line.rstrip() for line in plain.split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")


def shrink(image: bytes, side: int) -> bytes:
    """The image with no side longer than `side` pixels; the same bytes where it is small enough and
    every model reads them alike. Raises as `open_picture` does.
    """
    shown = open_picture(image)
    if max(shown.size) <= side and not repair_of(image):
        return image
    shown.thumbnail((side, side))
    return _encode(shown)


def _cut(image: bytes, part: PixelBox) -> bytes:
    """What the picture shows of the part, and a margin."""
    opened = open_picture(image)
    shown = PixelBox.between(*part.corners(MARGIN)).intersection(PixelBox(0, 0, *opened.size))
    return _encode(opened.crop(shown.corners()) if shown else opened)


def _encode(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "JPEG", quality=90)
    return out.getvalue()
