"""Reading is counted right: words in their place, boxes once each."""

from __future__ import annotations

from pathlib import Path

import msgspec
from PIL import Image

from courtside_judge.perception.detector import Detection
from courtside_judge.perception.protocol import TextLine, elements
from courtside_store.geometry import Box, PixelBox
from courtside_store.records import Element
from courtside_training.detector.evaluate import counted, find
from courtside_training.detector.shots import web_shots
from courtside_training.measures.known_pages import (
    LANGUAGES,
    THEMES,
    KnownLine,
    KnownPage,
    describe,
    html,
)
from courtside_training.measures.word_recall import found_words, recall


def read(*lines: tuple[str, Box]) -> tuple[Element, ...]:
    return elements((TextLine(text=text, box=box) for text, box in lines), None)


def test_a_word_counts_where_it_stands_as_it_is_written() -> None:
    known = [("Total 12 %", Box(10.0, 10.0, 80.0, 14.0)), ("Öffnen", Box(10.0, 50.0, 60.0, 14.0))]
    assert found_words(
        known, read(("Total 12 %", Box(9, 9, 82, 16)), ("Öffnen.", Box(10, 50, 60, 14)))
    ) == (4, 4)
    assert found_words(
        known, read(("Total 12%", Box(9, 9, 82, 16)), ("öffnen", Box(10, 50, 60, 14)))
    ) == (1, 4)
    assert found_words(known, read(("Öffnen", Box(9, 9, 82, 16)))) == (0, 4)


def test_each_chinese_letter_is_a_word() -> None:
    known = [("设置 ok", Box(0.0, 0.0, 60.0, 14.0))]
    assert found_words(known, read(("置设ok", Box(0, 0, 60, 14)))) == (3, 3)
    assert found_words(known, read(("置", Box(0, 0, 60, 14)))) == (1, 3)


class ReadsLargeLetters:
    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        return read(("Total 12 %", Box(10, 10, 80, 18)))


def test_small_letters_are_counted_by_themselves() -> None:
    large = KnownLine("Total 12 %", Box(10.0, 10.0, 80.0, 18.0), 17.0)
    small = KnownLine("Fee", Box(10.0, 50.0, 20.0, 12.0), 11.0)
    found = recall(ReadsLargeLetters(), [KnownPage("7-dark-german", b"", (large, small))])
    parts = {"all": 0.75, "dark": 0.75, "german": 0.75, "17 px": 1.0, "11 px": 0.0}
    assert found["ocr_word_recall_of"] == parts
    assert found["words_of"] == {
        **dict.fromkeys(("all", "dark", "german"), 4),
        "17 px": 3,
        "11 px": 1,
    }


def test_the_same_seed_makes_the_same_page_and_all_themes_and_languages_come() -> None:
    assert html(5) == html(5) != html(6)
    names = {tuple(describe(seed)[0].split("-")[1:]) for seed in range(12)}
    assert names == {(theme, language) for theme in THEMES for language in LANGUAGES}


class Finds:
    def detect(self, image: Image.Image, threshold: float | None = None) -> tuple[Detection, ...]:
        boxes = (Box(0, 0, 10, 10), 0.6), (Box(70, 70, 10, 10), 0.5), (Box(20, 20, 9, 9), 0.4)
        return tuple(Detection(box=box, role="button", confidence=sure) for box, sure in boxes)


def test_recall_and_precision_are_of_the_classes_that_count(tmp_path: Path) -> None:
    Image.new("RGB", (100, 100)).save(tmp_path / "a.png")
    boxes = [["button", 0, 0, 10, 10], ["link", 20, 20, 9, 9], ["text", 70, 70, 10, 10]]
    row = {"file": "a.png", "width": 100, "height": 100, "boxes": boxes}
    (tmp_path / "web_eval.jsonl").write_bytes(msgspec.json.encode(row))
    shots = web_shots("eval", tmp_path)
    found = counted(shots, find(Finds(), shots), 0.5)
    assert (found.recall, found.precision) == (0.5, 0.5)
