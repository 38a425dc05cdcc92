"""Gives screens what is read from their frames. Knows no OCR library.

Texts where they came without elements or with drawings alone; where that is wanted, also what their
tree leaves out. Controls of pictures alone are found and kept beside their words: the evidence
judge weighs the words by themselves, as its weights were fitted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from courtside_formats.ui_trees.drawn_elements import is_picture_alone
from courtside_judge.protocol import FrameStore
from courtside_store.records import FROM_PIXELS, Element, Observation, Step

from .frame_reading import (
    FrameLog,
    FrameReader,
    FrameReading,
    FrameRegion,
    OnRead,
    read_note,
)
from .fusion import fuse
from .ocr_process import OcrProcess
from .pressed import name_pressed
from .protocol import OcrReader, failure_sentence, in_units, unread_sentence
from .registry import ReaderName, controls_stamp, gap_stamp_of, stamp_of
from .screen_parts import change_step
from .tree_gaps import filled, gaps_of, region_of
from .typed import name_typed
from .viewport_size import with_size


def open_screen_reader(
    kind: ReaderName, weights: Path, timeout_s: float, blobs: FrameStore, gaps: bool = False
) -> ScreenReader:
    """With an installed OCR reader in a process of its own, which starts at the first frame.

    `gaps`: reads what trees leave out too, and finds the controls of pictures.
    """
    process = OcrProcess(kind, weights, timeout_s)
    if not gaps:
        return ScreenReader(process, stamp_of(kind), blobs)
    log, stamp = FrameLog(), controls_stamp()
    filler = FrameReader(process.with_detector(), gap_stamp_of(kind), blobs, log=log)
    finder = FrameReader(process.controls_alone(), stamp, blobs, log=log) if stamp else None
    return ScreenReader(process, stamp_of(kind), blobs, gaps=filler, controls=finder, log=log)


def as_read(
    look: Observation | None, stamp: str, blobs: FrameStore, gap_stamp: str = ""
) -> Observation | None:
    """The look with what was read from its frame before; as it is where nothing was.

    `gap_stamp`: of the reader of what trees leave out; empty where nothing reads that.
    """
    found = _wanted_of(look, blobs, bool(gap_stamp))
    if found is None:
        return look
    kind = stamp if is_picture_alone(found.look.elements) else gap_stamp
    reading = read_note(found.region, kind, blobs)
    return _with_reading(found.look, reading) if reading else look


def step_as_read(step: Step, stamp: str, blobs: FrameStore, gap_stamp: str = "") -> Step:
    """The step with both screens as they were read before, and what its presses hit by that."""
    looks = (step.before, step.after)
    before, after = (as_read(look, stamp, blobs, gap_stamp) for look in looks)
    return _named(replace(step, before=before, after=after), before is not step.before)


def step_with_controls(step: Step, blobs: FrameStore) -> Step:
    """The step as it was read, with the controls that were found before in its screens that are
    pictures alone. What its presses hit keeps its name."""
    stamp = controls_stamp()
    return _with_controls(step, lambda region: read_note(region, stamp, blobs)) if stamp else step


def _with_controls(step: Step, found: Callable[[FrameRegion], FrameReading | None]) -> Step:
    def changed(look: Observation) -> Observation:
        wanted = _picture_alone(look)
        reading = found(wanted) if wanted else None
        return _with_found(look, reading) if reading and reading.texts else look

    return change_step(step, changed)


def _picture_alone(look: Observation) -> FrameRegion | None:
    """Its whole frame, where the screen's source told no elements of it."""
    own = (one for one in look.elements if one.source not in FROM_PIXELS)
    return FrameRegion(look.frame) if look.frame and is_picture_alone(own) else None


def _with_found(look: Observation, controls: FrameReading) -> Observation:
    """Each word that was read is in the control that holds it, where one does."""
    own = [one for one in look.elements if one.source not in FROM_PIXELS]
    words = [one for one in look.elements if one.source in FROM_PIXELS]
    return _with_elements(look, (*own, *fuse(words, in_units(controls.texts, look.scale))))


def _named(step: Step, was_read: bool) -> Step:
    """With the names of what was pressed and typed into, where its first screen was read."""
    look = step.before
    if look is None or not was_read:
        return step
    pressed = tuple(name_pressed(action, look) for action in step.actions)
    return name_typed(replace(step, actions=pressed))


class ScreenReader:
    """Reads each frame once."""

    def __init__(
        self,
        reader: OcrReader,
        stamp: str,
        blobs: FrameStore,
        on_read: OnRead | None = None,
        gaps: FrameReader | None = None,
        controls: FrameReader | None = None,
        log: FrameLog | None = None,
    ) -> None:
        """`stamp`: the reader's name and version; what another one read is read again. `gaps`:
        reads what trees leave out; without it screens with elements stay as they are. `controls`:
        finds those of pictures alone. `log`: the one that these two write to.
        """
        self._blobs = blobs
        self._frames = FrameReader(reader, stamp, blobs, on_read, log)
        self._gaps = gaps
        self._controls = controls

    def read_step(self, step: Step, only_known: bool = False) -> Step:
        """The step with what was read of its screens; what cannot be read stays as it is. The
        controls of pictures are found and kept, for `with_controls` and for viewers.

        `only_known`: reads no frame, for steps that were judged before a restart.
        """
        before, after = self._look(step.before, only_known), self._look(step.after, only_known)
        return _named(replace(step, before=before, after=after), before is not step.before)

    def with_controls(self, step: Step) -> Step:
        """A step that was read, with the controls that were found in its pictures."""
        return _with_controls(step, self._controls.known) if self._controls else step

    def unread(self, step: Step) -> set[str]:
        """The step's frames that `read_step` would read."""
        found = [one for look in (step.before, step.after) if (one := self._wanted(look))]
        return {one.region.sha for one in found if self._reader(one.look).is_to_read(one.region)}

    def _look(self, look: Observation | None, only_known: bool) -> Observation | None:
        found = self._wanted(look)
        if found is None:
            return look
        reader, region = self._reader(found.look), found.region
        reading = reader.known(region) if only_known else reader.known_or_read(region)
        if self._controls and not only_known and is_picture_alone(found.look.elements):
            self._controls.known_or_read(region)
        return _with_reading(found.look, reading) if reading else look

    def _wanted(self, look: Observation | None) -> _Wanted | None:
        return _wanted_of(look, self._blobs, self._gaps is not None)

    def _reader(self, look: Observation) -> FrameReader:
        if self._gaps is None or is_picture_alone(look.elements):
            return self._frames
        return self._gaps


class _Wanted(NamedTuple):
    """What of a screen is to be read."""

    look: Observation
    """With the size of its viewport where a gap in its tree is read."""
    region: FrameRegion


def _wanted_of(look: Observation | None, blobs: FrameStore, gaps: bool) -> _Wanted | None:
    """None where nothing of a screen is to be read."""
    if look is None or look.frame is None:
        return None
    if is_picture_alone(look.elements):
        return _Wanted(look, FrameRegion(look.frame))
    sized = with_size(look, blobs.read) if gaps else look
    found = gaps_of(sized) if gaps else ()
    region = FrameRegion(look.frame, region_of(found, look.scale)) if found else None
    return _Wanted(sized, region) if region else None


def _with_reading(look: Observation, reading: FrameReading) -> Observation:
    if reading.failure:
        return replace(look, unread=failure_sentence(reading.failure))
    if reading.unread:
        look = replace(look, unread=unread_sentence(reading.unread))
    if reading.repair:
        look = replace(look, frame_repair=reading.repair)
    if not reading.texts:
        return look
    placed = in_units(reading.texts, look.scale)
    if not is_picture_alone(look.elements):
        return filled(look, placed)
    return _with_elements(look, (*look.elements, *placed))


def _with_elements(look: Observation, elements: Iterable[Element]) -> Observation:
    """The observation with these, numbered from 1."""
    numbered = enumerate(elements, 1)
    return replace(look, elements=tuple(replace(one, id=number) for number, one in numbered))
