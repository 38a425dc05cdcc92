"""Judges are measured on the screens that they would see live."""

from __future__ import annotations

import hashlib

import msgspec
import pytest
from labels import a_labelled_run
from screens import RUN, a_button, a_screen

from courtside_judge.agreement.labelled import Labelled, LabelledSet
from courtside_judge.agreement.ocr_runs import (
    MAX_LATE_FRAMES_IN_A_ROW,
    BoundedOcrReader,
    RecordedFrames,
    StoredReadings,
    count_unread,
    read_screens,
    with_screen_texts,
)
from courtside_judge.perception.protocol import PartlyReadError
from courtside_judge.perception.screen_reading import ScreenReader
from courtside_store.geometry import Box, PixelBox
from courtside_store.records import Element, Observation, Step

IMAGE = b"a picture of words"
SHA = hashlib.sha256(IMAGE).hexdigest()


class Reads:
    """One word on every frame."""

    def __init__(self) -> None:
        self.times = 0

    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        assert image == IMAGE
        self.times += 1
        return (Element(id=1, text="Done", source="ocr", box=Box(0.0, 0.0, 9.0, 9.0)),)


def test_bare_frames_are_read_once_and_screens_with_elements_never() -> None:
    steps = [
        Step(run=RUN, index=1, before=a_screen(a_button("Go")), after=a_bare_screen()),
        Step(run=RUN, index=2, before=a_bare_screen(), after=a_bare_screen("0" * 64)),
    ]
    run = msgspec.structs.replace(a_labelled_run(run=RUN, steps=steps), frames={SHA: IMAGE}.get)
    reader, notes = Reads(), StoredReadings()
    read: list[str] = []

    def reader_of(one: Labelled) -> ScreenReader:
        frames = RecordedFrames(one.frames, notes)
        return ScreenReader(reader, "reads-1", frames, lambda sha, _: read.append(sha))

    unread = LabelledSet(name="one", runs=(run,))
    assert count_unread(unread, reader_of) == 2, "one of them is gone"
    read_screens(unread, reader_of)
    assert read == [SHA] and count_unread(unread, reader_of) == 1
    data = with_screen_texts(unread, reader_of)
    for _ in range(2):
        first, second = data.runs[0].steps()
        assert first.before == steps[0].before
        for look in (first.after, second.before):
            assert look is not None and [e.text for e in look.elements] == ["Done"]
        assert second.after == steps[1].after, "a frame that is gone has no text"
    assert reader.times == 1 and list(notes) == [(SHA, "reads-1")]
    assert data.runs[0].success is True and run.steps() is steps


def test_a_reader_that_takes_too_long_again_and_again_is_not_asked_any_more() -> None:
    class Slow:
        times = 0

        def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
            self.times += 1
            raise TimeoutError("slow died, or took longer than 24 s")

    images = {hashlib.sha256(b"%d" % n).hexdigest(): b"%d" % n for n in range(20)}
    steps = [Step(run=RUN, index=n, after=a_bare_screen(sha)) for n, sha in enumerate(images, 1)]
    run = msgspec.structs.replace(a_labelled_run(run=RUN, steps=steps), frames=images.get)
    slow, failed = Slow(), dict[str, str]()
    reader = BoundedOcrReader(slow)

    def reader_of(one: Labelled) -> ScreenReader:
        frames = RecordedFrames(one.frames, {})
        return ScreenReader(
            reader, "slow-1", frames, lambda sha, why: failed.update({sha: str(why)})
        )

    read_screens(LabelledSet(name="one", runs=(run,)), reader_of)
    assert slow.times == MAX_LATE_FRAMES_IN_A_ROW and failed.keys() == images.keys()
    assert failed[[*images][-1]].startswith("it was not asked")


def test_a_reader_that_reads_a_part_in_time_is_asked_again() -> None:
    class Slow:
        answers = 4 * [TimeoutError("late")] + [PartlyReadError((), PixelBox(0, 9, 9, 9))]

        def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
            raise self.answers[int(image) % len(self.answers)]

    reader = BoundedOcrReader(Slow())
    for n in range(20):
        with pytest.raises(type(Slow.answers[n % 5])):
            reader.read(b"%d" % n)


def a_bare_screen(sha: str = SHA) -> Observation:
    return Observation(at_ms=0, frame=sha, width=320, height=240)
