"""What the doctor says of the reader of frames."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from courtside.main import cli
from courtside_judge.perception import registry

READS = "reads frames that come without elements"


@pytest.mark.parametrize(
    ("ocr", "installed", "ok", "detail"),
    [
        ("off", ["rapidocr"], True, "off"),
        ("auto", ["rapidocr", "tesseract"], True, f"rapidocr {READS}"),
        ("auto", ["tesseract"], True, f"tesseract {READS}"),
        ("auto", [], False, "pip install 'courtside[ocr]'"),
        ("tesseract", [], False, "apt-get install tesseract-ocr"),
        ("easyocr", ["easyocr"], False, "easyocr has no craft_mlt_25k.pth and no english_g2.pth"),
    ],
)
def test_the_doctor_says_what_reads_frames_or_what_is_missing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    ocr: str,
    installed: list[str],
    ok: bool,
    detail: str,
) -> None:
    monkeypatch.setattr(registry, "is_installed", installed.__contains__)
    words = ["--data-dir", str(tmp_path), "doctor", "--json"]
    done = CliRunner().invoke(cli, words, env={"COURTSIDE_OCR": ocr}, catch_exceptions=False)
    (check,) = [one for one in json.loads(done.stdout) if one["what"] == "ocr"]
    assert check["ok"] is ok and detail in check["detail"]
