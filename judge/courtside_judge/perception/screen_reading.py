"""Gives screens what is read from their frames. Knows no OCR library.

Texts where they came without elements or with drawings alone; where that is wanted, also what their
tree leaves out. Controls of pictures alone are found and kept beside their words: the evidence
judge weighs the words by themselves, as its weights were fitted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from msgspec.structs import replace

from courtside_formats.ui_trees.drawn_elements import is_picture_alone
from courtside_judge.protocol import FrameStore
from courtside_store.records import FROM_PIXELS, Element, Observation, Step

from .frame_reading import (
    FrameReader,
    FrameReading,
    FrameRegion,
    OnRead,
    log_failed,
    read_note,
)
from .fusion import fuse
from .ocr_process import OcrProcess
from .pressed import name_pressed
from .protocol import OcrReader, in_units, unread_sentence
from .registry import ReaderName, controls_stamp, gap_stamp_of, stamp_of
from .screen_parts import change_step
from .tree_gaps import filled, gaps_of, region_of
from .typed import name_typed


def open_screen_reader(
    kind: ReaderName, weights: Path, timeout_s: float, blobs: FrameStore, gaps: bool = False
) -> ScreenReader:
    """With an installed OCR reader in a process of its own, which starts at the first frame.

    `gaps`: reads what trees leave out too, and finds the controls of pictures.
    """
    process = OcrProcess(kind, weights, timeout_s)
    if not gaps:
        return ScreenReader(process, stamp_of(kind), blobs)
    filler = FrameReader(process.with_detector(), gap_stamp_of(kind), blobs)
    stamp = controls_stamp()
    finder = FrameReader(process.controls_alone(), stamp, blobs) if stamp else None
    return ScreenReader(process, stamp_of(kind), blobs, gaps=filler, controls=finder)


def as_read(
    look: Observation | None, stamp: str, blobs: FrameStore, gap_stamp: str = ""
) -> Observation | None:
    """The look with what was read from its frame before; as it is where nothing was.

    `gap_stamp`: of the reader of what trees leave out; empty where nothing reads that.
    """
    if look is None or not (wanted := _region_wanted(look, bool(gap_stamp))):
        return look
    kind = stamp if is_picture_alone(look.elements) else gap_stamp
    return _with_reading(look, read_note(wanted, kind, blobs))


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
        on_read: OnRead = log_failed,
        gaps: FrameReader | None = None,
        controls: FrameReader | None = None,
    ) -> None:
        """`stamp`: the reader's name and version; what another one read is read again. `gaps`:
        reads what trees leave out; without it screens with elements stay as they are. `controls`:
        finds those of pictures alone.
        """
        self._frames = FrameReader(reader, stamp, blobs, on_read)
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
        looks = [look for look in (step.before, step.after) if look]
        regions = [(look, wanted) for look in looks if (wanted := self._region_wanted(look))]
        return {one.sha for look, one in regions if self._reader(look).known(one) is None}

    def _look(self, look: Observation | None, only_known: bool) -> Observation | None:
        if look is None or not (wanted := self._region_wanted(look)):
            return look
        reader = self._reader(look)
        reading = reader.known(wanted)
        if reading is None and not only_known:
            reading = reader.read(wanted)
        if not only_known and is_picture_alone(look.elements):
            self._find_controls(wanted)
        return _with_reading(look, reading)

    def _find_controls(self, wanted: FrameRegion) -> None:
        if self._controls and self._controls.known(wanted) is None:
            self._controls.read(wanted)

    def _region_wanted(self, look: Observation) -> FrameRegion | None:
        return _region_wanted(look, self._gaps is not None)

    def _reader(self, look: Observation) -> FrameReader:
        if self._gaps is None or is_picture_alone(look.elements):
            return self._frames
        return self._gaps


def _region_wanted(look: Observation, gaps: bool) -> FrameRegion | None:
    """What of a screen's frame is to be read; None where nothing is."""
    if look.frame is None:
        return None
    if is_picture_alone(look.elements):
        return FrameRegion(look.frame)
    found = gaps_of(look) if gaps else ()
    return FrameRegion(look.frame, region_of(found, look.scale)) if found else None


def _with_reading(look: Observation, reading: FrameReading | None) -> Observation:
    if reading is None:
        return look
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
