"""A picture is read as controls with their words, also where only a part of it is read."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from drawing import BUTTON, a_drawn_screen
from PIL import Image

from courtside_judge.perception.detector import Detector
from courtside_judge.perception.fused_reader import RETRY_S, FusedReader
from courtside_judge.perception.protocol import TextLine, elements
from courtside_judge.perception.registry import with_controls
from courtside_store.geometry import Box, PixelBox
from courtside_store.records import Element

SCREEN = a_drawn_screen("Your order was placed", button="Go on")
WORDS = (
    TextLine(text="Your order was placed", box=Box(60, 43, 200, 20)),
    TextLine(text="Go on", box=Box(940, 615, 60, 20)),
)


class Reads:
    """Knows where the lines of the screen stand."""

    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        return elements(WORDS if region is None else WORDS[1:], None)


@dataclass(frozen=True)
class Control:
    """As a detector says it."""

    box: Box
    role: str = "button"
    confidence: float = 0.8


class Finds:
    """The blue button, wherever it lies in the picture that it is shown."""

    def __init__(self) -> None:
        self.shown: list[tuple[int, int]] = []

    def detect(self, image: Image.Image) -> tuple[Control, ...]:
        self.shown.append(image.size)
        box = image.getchannel("R").point(lambda level: 255 * (level < 12)).getbbox()
        assert box
        left, top, right, bottom = box
        return (Control(Box(left, top, right - left, bottom - top)), Control(Box(0, 0, 4, 4)))


def test_the_words_of_a_button_are_the_buttons() -> None:
    text, button = FusedReader(Reads(), Finds()).read(SCREEN)[-2:]
    assert (text.text, text.source, text.interactable) == ("Your order was placed", "ocr", False)
    assert (button.text, button.role, button.source) == ("Go on", "button", "detector")
    assert button.interactable and button.confidence == 0.8


def test_of_a_region_the_detector_sees_a_little_more_and_only_what_is_in_it_counts() -> None:
    finds = Finds()
    x, y, width, height = BUTTON
    (button,) = FusedReader(Reads(), finds).read(
        SCREEN, PixelBox(x - 10, y - 10, width + 20, height + 20)
    )
    assert finds.shown == [(width + 116, height + 116)]
    assert button.text == "Go on" and button.box and abs(button.box[0] - x) < 3


class Fails:
    """A detector whose library raises; counts how often it was asked."""

    asked = 0

    def detect(self, image: Image.Image) -> tuple[Control, ...]:
        self.asked += 1
        raise RuntimeError("no such\n node")


def test_words_stay_where_the_detector_fails_which_is_said_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    fails = Fails()
    reader = FusedReader(Reads(), fails)
    for _ in range(3):
        assert [one.text for one in reader.read(SCREEN)] == ["Your order was placed", "Go on"]
    said = capsys.readouterr().err
    assert said.count("no control is found in pictures, only words") == fails.asked == 1
    assert "RuntimeError: no such node" in said


class Recovers(Finds):
    """Fails while there is too little memory, say."""

    is_short = True

    def detect(self, image: Image.Image) -> tuple[Control, ...]:
        if self.is_short:
            raise MemoryError
        return super().detect(image)


def test_a_detector_that_failed_is_asked_again_later_and_each_failing_is_said_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    now_s, finder = [0.0], Recovers()
    reader = FusedReader(Reads(), finder, clock=lambda: now_s[0])

    def finds_after(seconds: float) -> bool:
        now_s[0] += seconds
        return any(one.source == "detector" for one in reader.read(SCREEN))

    assert not finds_after(0) and not finds_after(RETRY_S + 1)
    finder.is_short = False
    assert not finds_after(RETRY_S - 1) and finds_after(1) and finds_after(0)
    assert capsys.readouterr().err.count("MemoryError") == 1
    finder.is_short = True
    assert not finds_after(0)
    assert capsys.readouterr().err.count("MemoryError") == 1


def test_words_stay_where_the_detector_s_weights_are_damaged(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def damaged() -> None:
        raise OSError("Protobuf parsing failed; install Courtside again")

    monkeypatch.setattr(Detector, "load", damaged)
    reader = Reads()
    assert with_controls(reader) is reader
    assert "install Courtside again" in capsys.readouterr().err
