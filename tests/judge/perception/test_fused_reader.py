"""A picture is read as controls with their words, also where only a part of it is read."""

from __future__ import annotations

import io
from dataclasses import dataclass

import pytest
from drawing import BUTTON, a_drawn_screen
from PIL import Image, ImageDraw

from courtside_judge.perception.detector import Detector
from courtside_judge.perception.fused_reader import RETRY_S, FusedReader, pieces_of
from courtside_judge.perception.protocol import TextLine, elements
from courtside_judge.perception.registry import with_detector
from courtside_store.geometry import Box, PixelBox, overlap
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


@pytest.mark.parametrize(
    ("size", "count"), [((1920, 1080), 1), ((1080, 2400), 1), ((2560, 1440), 2), ((3440, 1440), 4)]
)
def test_a_large_screen_is_seen_in_pieces_that_cover_it_once(
    size: tuple[int, int], count: int
) -> None:
    whole = PixelBox(7, 9, *size)
    pieces = pieces_of(whole)
    assert len(pieces) == count and sum(one.area for one in pieces) == whole.area
    assert all(one.intersection(whole) == one for one in pieces)
    assert not any(one.intersection(other) for one in pieces for other in pieces if one != other)


def test_the_real_detector_finds_the_buttons_of_a_wide_screen_once() -> None:
    finder = Detector.load()
    if finder is None:
        pytest.skip("no detector: pip install 'courtside[ocr]'")
    screen = Image.new("RGB", (2560, 1440), "white")
    draw = ImageDraw.Draw(screen)
    boxes = [Box(x, y, 110, 32) for x in range(20, 2410, 205) for y in range(20, 1380, 170)]
    for box in boxes:
        draw.rounded_rectangle(box.corners(), 6, fill="#0b57d0")
        draw.text((box.x + 25, box.y + 8), "Save it", fill="white")
    out = io.BytesIO()
    screen.save(out, "PNG")
    found = [one.box for one in FusedReader(NoText(), finder).read(out.getvalue()) if one.box]
    hits = [sum(overlap(box, one) >= 0.5 for one in found) for box in boxes]
    assert max(hits) == 1 and sum(hits) > 0.9 * len(boxes)


class NoText:
    """Reads no word."""

    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        return ()


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
    assert with_detector(reader) is reader
    assert "install Courtside again" in capsys.readouterr().err
