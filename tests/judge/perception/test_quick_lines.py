"""The small network that reads a line first, and what it leaves to RapidOCR's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from drawing import a_drawn_screen

from courtside_judge.perception.picture import open_picture
from courtside_judge.perception.registry import is_installed, load_reader

if not is_installed("rapidocr"):
    pytest.skip("rapidocr is missing: pip install 'courtside[ocr]'", allow_module_level=True)

import numpy as np
from rapidocr import RapidOCR

from courtside_judge.perception import quick_lines
from courtside_judge.perception.quick_lines import QuickLines


def a_line(text: str) -> Any:
    """Its picture, with blue first."""
    picture = open_picture(a_drawn_screen(text)).crop((56, 40, 76 + 12 * len(text), 68))
    return np.ascontiguousarray(np.asarray(picture)[:, :, ::-1])


def test_a_plain_line_is_read_whole_and_surely() -> None:
    (part,) = QuickLines().read(a_line("Total: $38.20"))
    assert part.text == "Total: $38.20" and part.sure and part.confidence > 0.8


@pytest.mark.parametrize("weights", [None, b"", b"no network"])
def test_weights_that_are_missing_or_damaged_are_named(
    weights: bytes | None, tmp_path: Path
) -> None:
    path = tmp_path / "line_reader.onnx"
    if weights is not None:
        path.write_bytes(weights)
    with pytest.raises(OSError, match=r"line_reader\.onnx.* install Courtside again"):
        QuickLines(path)


def test_parts_that_are_not_sure_stand_where_their_words_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = a_line("Your order 4711 was placed")
    monkeypatch.setattr(quick_lines, "SURE", 1.1)
    (part,) = QuickLines().read(line)
    assert not part.sure and part.text == "Your order 4711 was placed"
    assert part.left < 8 and 250 < part.right <= line.shape[1]


def test_a_line_without_letters_has_no_text() -> None:
    blank: Any = np.full((20, 200, 3), 255, np.uint8)
    assert "".join(part.text for part in QuickLines().read(blank)) == ""


@pytest.mark.parametrize("shape", [(1, 1), (1, 400), (40, 1)])
def test_the_smallest_lines_are_read_without_an_error(shape: tuple[int, int]) -> None:
    QuickLines().read(np.zeros((*shape, 3), np.uint8))


def test_a_line_of_several_parts_has_one_space_between_them_and_none_at_its_ends() -> None:
    from courtside_judge.perception.rapidocr_engine import joined

    line, sure = joined([(" Show", 0.5), ("", 0.0), ("line\u3000", 1.0)])
    assert line == "Show line" and sure == 0.75


def test_only_words_that_are_not_sure_are_read_by_the_larger_network(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    widths: list[int] = []
    recognise = RapidOCR.recognize_txt

    def counted(self: Any, img: Any) -> Any:
        widths.extend(one.shape[1] for one in img)
        return recognise(self, img)

    monkeypatch.setattr(RapidOCR, "recognize_txt", counted)
    screen = a_drawn_screen("Your order 4711 was placed", "Total: $38.20", button="Submit order")
    wanted = ["Your order 4711 was placed", "Total: $38.20", "Submit order"]
    assert [one.text for one in load_reader("rapidocr", Path()).read(screen)] == wanted
    assert not widths
    monkeypatch.setattr(quick_lines, "SURE", 1.1)
    assert [one.text for one in load_reader("rapidocr", Path()).read(screen)] == wanted
    assert len(widths) == 3
