"""The perception benchmark: the cost of a screen's own reading, and the keys that it prints."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from benchmarks.perception.cost import Timed, costs, empty_screen
from drawing import a_drawn_screen
from PIL import Image

from courtside_judge.perception.detector import Detection, Detector, DetectorCard
from courtside_judge.perception.protocol import TextLine, elements
from courtside_store.geometry import Box, PixelBox
from courtside_store.records import Element
from courtside_training.measures import box_recall
from courtside_training.measures.known_pages import KnownLine, KnownPage

KEYS = (
    *("web_recall", "web_precision", "phone_recall", "phone_precision", "pages_ap50", "pages_ap"),
    *("cpu_s_detector", "cpu_s_full", "cpu_s_unchanged", "share_one_region", "ocr_word_recall"),
)
"""What its readers look up."""
BUTTON = Box(40.0, 30.0, 100.0, 30.0)
WRITTEN = KnownLine("Your order was placed", Box(60.0, 40.0, 200.0, 25.0), 18.0)


class Reads:
    """Counts what it is asked to read."""

    def __init__(self) -> None:
        self.asked: list[PixelBox | None] = []

    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        self.asked.append(region)
        line = TextLine(text="Your order was placed", box=Box(60, 40, 200, 25))
        return elements((line,), None)


def test_the_cost_is_of_a_new_screen_the_same_again_and_one_changed_region() -> None:
    reads = Reads()
    cost = costs(reads, [a_drawn_screen("Your order was placed")])
    whole, region = reads.asked
    assert whole is None and region is not None and region[2] * region[3] < 0.1 * 1280 * 720
    assert set(cost) == {"cpu_s_full", "cpu_s_unchanged", "cpu_s_same_pixels", "share_one_region"}
    assert cost["cpu_s_unchanged"] < 0.01


def test_what_a_reading_takes_is_of_its_own_screen() -> None:
    timed = Timed(Reads())
    assert timed.cpu_s(empty_screen()) >= 0


class Finds:
    """Finds one button on every picture."""

    card = DetectorCard(version="1", threshold=0.3, made_by="a test")

    def detect(self, image: Image.Image, threshold: float | None = None) -> tuple[Detection, ...]:
        return (Detection(box=BUTTON, role="button", confidence=0.9),)


@pytest.fixture
def benchmark(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Its command, with a small detector, reader and page in place of the real ones."""
    command = importlib.import_module("benchmarks.perception.__main__")
    screen = a_drawn_screen("Your order was placed")
    page = KnownPage("1-light-en", screen, (WRITTEN,))
    monkeypatch.setattr(Detector, "load", Finds)
    for name, value in {
        "is_installed": lambda _: True,
        "render": lambda _: ([page], True),
        "load_reader": lambda *_: Reads(),
        "load_screen_reader": lambda *_: Reads(),
    }.items():
        monkeypatch.setattr(command, name, value)
    return command


def printed(command: ModuleType, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """What its last line holds."""
    command.main()
    found: dict[str, Any] = json.loads(capsys.readouterr().out.splitlines()[-1])
    return found


def test_every_key_has_its_number(
    benchmark: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    boxes = tmp_path / "element_boxes"
    boxes.mkdir()
    (boxes / "a.jpg").write_bytes(a_drawn_screen())
    for name, kind in (("web", "button"), ("phone", "TextButton")):
        line = {"file": "a.jpg", "width": 1280, "height": 720, "boxes": [[kind, *BUTTON]]}
        (boxes / f"{name}_eval.jsonl").write_text(json.dumps(line) + "\n")
    pages = {"ap50": 60.0, "ap": 30.0, "ap75": 40.0}
    monkeypatch.setattr(box_recall, "find_spec", lambda _: object())
    monkeypatch.setattr(box_recall, "page_shots", lambda _: ["one"])
    monkeypatch.setattr(box_recall, "measures_of_set", lambda *_: pages)
    monkeypatch.setattr(benchmark, "Recorded", Nothing)
    monkeypatch.setattr(sys, "argv", ["perception", "--json", "--datasets", str(tmp_path)])
    found = printed(benchmark, capsys)
    assert {key: type(found.get(key)) for key in KEYS} == dict.fromkeys(KEYS, float)
    assert found["web_recall"] == found["phone_precision"] == found["ocr_word_recall"] == 1.0
    assert (found["pages_ap50"], found["pages_ap"]) == (60.0, 30.0)


class Nothing:
    """No recorded frame."""

    frames = 0

    def __init__(self, *_: object) -> None: ...

    def alone(self, _: object) -> None: ...

    def in_runs(self, _: object) -> None: ...


def test_without_detector_and_reader_every_key_is_null_and_each_has_a_reason(
    benchmark: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Detector, "load", lambda: None)
    monkeypatch.setattr(benchmark, "is_installed", lambda _: False)
    monkeypatch.setattr(sys, "argv", ["perception", "--json"])
    benchmark.main()
    out, why = capsys.readouterr()
    assert json.loads(out.splitlines()[-1]) == dict.fromkeys(KEYS)
    assert "the detector has no weights here" in why and "rapidocr is not installed" in why
