"""Tesseract: its table, its errors, and the program itself where it is installed."""

from __future__ import annotations

from pathlib import Path

import pytest
from drawing import a_drawn_screen

from courtside_judge.perception import tesseract_reader
from courtside_judge.perception.protocol import TextLine
from courtside_judge.perception.registry import INSTALL, is_installed, load_reader
from courtside_store.geometry import Box

HEAD = "level page_num block_num par_num line_num word_num left top width height conf text"
TABLE = "\n".join(
    "\t".join(row.split(" "))
    for row in (
        HEAD,
        "1 1 0 0 0 0 0 0 1280 720 -1 ",
        "5 1 1 1 1 1 60 44 42 18 96.5 Your",
        '5 1 1 1 1 2 110 40 50 22 90.5 "order',
        "5 1 1 1 2 1 60 100 50 20 80 Total",
        "5 1 1 1 2 2 60 100 50 20 95 ",
    )
)


def test_words_of_a_line_stand_together() -> None:
    assert list(tesseract_reader.lines_of(TABLE)) == [
        TextLine(text='Your "order', box=Box(60, 40, 100, 22), confidence=0.935),
        TextLine(text="Total", box=Box(60, 100, 50, 20), confidence=0.8),
    ]


def test_a_program_that_fails_is_an_error_with_its_own_last_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "tesseract"
    program.write_text("#!/bin/sh\ncat >/dev/null\necho no language eng >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setattr(tesseract_reader, "PROGRAM", str(program))
    with pytest.raises(OSError, match="failed: no language eng"):
        load_reader("tesseract", tmp_path).read(a_drawn_screen("x"))


def test_a_program_that_hangs_is_an_error_after_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "tesseract"
    program.write_text("#!/bin/sh\nexec sleep 30\n")
    program.chmod(0o755)
    monkeypatch.setattr(tesseract_reader, "PROGRAM", str(program))
    monkeypatch.setattr(tesseract_reader, "_LIMIT_S", 0.2)
    with pytest.raises(OSError, match=r"took longer than 0\.2 s"):
        load_reader("tesseract", tmp_path).read(a_drawn_screen("x"))


def test_dark_words_are_read_where_the_program_is(tmp_path: Path) -> None:
    if not is_installed("tesseract"):
        pytest.skip(f"tesseract is missing: {INSTALL['tesseract']}")
    (line,) = load_reader("tesseract", tmp_path).read(a_drawn_screen("Your order was placed"))
    assert line.text == "Your order was placed" and line.source == "ocr"
