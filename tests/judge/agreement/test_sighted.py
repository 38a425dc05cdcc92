"""Judges are measured on the screens that they would see live."""

from __future__ import annotations

import hashlib

import msgspec
from labels import a_labelled_run
from screens import RUN, a_button, a_screen

from courtside_judge.agreement.labelled import Found
from courtside_judge.agreement.sighted import Notes, RecordedFrames, sighted
from courtside_judge.perception.reader import Region
from courtside_judge.perception.sight import Sight
from courtside_store.records import Element, Observation, Step

IMAGE = b"a picture of words"
SHA = hashlib.sha256(IMAGE).hexdigest()


class Reads:
    """One word on every frame."""

    def __init__(self) -> None:
        self.times = 0

    def read(self, image: bytes, region: Region | None = None) -> tuple[Element, ...]:
        assert image == IMAGE
        self.times += 1
        return (Element(id=1, text="Done", source="ocr", box=(0.0, 0.0, 9.0, 9.0)),)


def test_bare_frames_are_read_once_and_screens_with_elements_never() -> None:
    steps = [
        Step(run=RUN, index=1, before=a_screen(a_button("Go")), after=a_bare_screen()),
        Step(run=RUN, index=2, before=a_bare_screen(), after=a_bare_screen("0" * 64)),
    ]
    run = msgspec.structs.replace(a_labelled_run(run=RUN, steps=steps), frames={SHA: IMAGE}.get)
    reader, notes = Reads(), Notes()
    found = sighted(
        Found(name="one", runs=(run,)),
        lambda one: Sight(reader, "reads-1", RecordedFrames(one.frames, notes)),
    )
    for _ in range(2):
        first, second = found.runs[0].steps()
        assert first.before == steps[0].before
        for look in (first.after, second.before):
            assert look is not None and [e.text for e in look.elements] == ["Done"]
        assert second.after == steps[1].after, "a frame that is gone has no text"
    assert reader.times == 1 and list(notes) == [(SHA, "reads-1")]
    assert found.runs[0].success is True and run.steps() is steps


def a_bare_screen(sha: str = SHA) -> Observation:
    return Observation(at_ms=0, frame=sha, width=320, height=240)
