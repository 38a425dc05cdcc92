"""Which reader is taken, what to install where there is none, and that none is imported early."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from drawing import a_drawn_screen

from courtside_judge.perception import registry
from courtside_judge.perception.fused_reader import FusedReader
from courtside_judge.perception.registry import (
    choose,
    is_installed,
    load_reader,
    load_screen_reader,
)
from courtside_store.config import Config, load_config
from courtside_store.geometry import PixelBox


@pytest.fixture
def there(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The readers that count as installed; a test fills it."""
    installed: set[str] = set()
    monkeypatch.setattr(registry, "is_installed", installed.__contains__)
    return installed


def test_off_is_off_whatever_is_installed(there: set[str]) -> None:
    there.update(("rapidocr", "tesseract", "easyocr"))
    assert choose("off") is None


def test_auto_takes_rapidocr_then_tesseract_and_never_easyocr(there: set[str]) -> None:
    there.add("easyocr")
    assert choose("auto") is None
    there.add("tesseract")
    assert choose("auto") == "tesseract"
    there.add("rapidocr")
    assert choose("auto") == "rapidocr"


@pytest.mark.parametrize(
    ("wanted", "advice"),
    [
        ("rapidocr", r"pip install 'courtside\[ocr\]'"),
        ("easyocr", r"pip install 'courtside\[easyocr\]'"),
        ("tesseract", "apt-get install tesseract-ocr"),
    ],
)
def test_one_that_is_named_and_missing_is_an_error_that_says_what_to_install(
    there: set[str], wanted: str, advice: str
) -> None:
    with pytest.raises(ValueError, match=f"ocr is '{wanted}', which is not installed; .*{advice}"):
        choose(wanted)  # type: ignore[arg-type]


def test_a_reader_that_there_is_none_of_is_refused_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="ocr"):
        load_config({"data_dir": str(tmp_path)}, {"COURTSIDE_OCR": "abbyy"})
    assert load_config({}, {}).ocr == "auto"


def test_without_ocr_the_judges_process_imports_nothing_of_it(config: Config) -> None:
    code = (
        "import sys; from courtside_judge.process import server; server.main();"
        "readers = ('rapid', 'easy', 'tesseract', 'registry', 'ocr_process', 'screen_reading');"
        "print([m for m in sys.modules if m.split('.')[0] in ('rapidocr', 'onnxruntime', 'numpy')"
        " or m in [f'courtside_judge.perception.{one}' for one in readers]], file=sys.stderr)"
    )
    command = [sys.executable, "-c", code, "--blobs", str(config.blobs)]
    done = subprocess.run(command, input=b"", capture_output=True, check=True)
    assert done.stderr.decode().splitlines()[-1] == "[]"


def test_easyocr_says_which_weights_it_lacks_and_downloads_nothing(tmp_path: Path) -> None:
    (tmp_path / "english_g2.pth").touch()
    with pytest.raises(OSError, match=r"no craft_mlt_25k.pth in .*; put them there by hand"):
        load_reader("easyocr", tmp_path)


def test_easyocr_is_asked_for_paragraphs_and_told_not_to_download(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stand-in with easyocr's own signatures; what a paragraph is in them: corners and text."""
    settings_given: dict[str, object] = {}

    class Reader:
        def __init__(self, languages: list[str], **settings: object) -> None:
            settings_given.update(settings, languages=languages)

        def readtext(self, image: object, paragraph: bool = False) -> list[object]:
            settings_given["paragraph"] = paragraph
            return [[[[60, 40], [200, 38], [200, 90], [60, 92]], "Your order was placed"]]

    for name in ("craft_mlt_25k.pth", "english_g2.pth"):
        (tmp_path / name).touch()
    monkeypatch.setitem(sys.modules, "easyocr", SimpleNamespace(Reader=Reader))
    (read,) = load_reader("easyocr", tmp_path).read(a_drawn_screen("x"), PixelBox(10, 0, 400, 300))
    assert (read.text, read.box) == ("Your order was placed", (70, 38, 140, 54))
    assert read.confidence is None and read.source == "ocr"
    assert (
        settings_given["paragraph"]
        and settings_given["download_enabled"] is False
        and settings_given["gpu"] is False
    )
    assert settings_given["model_storage_directory"] == str(tmp_path)


def test_easyocr_reads_paragraphs_where_its_weights_are(config: Config) -> None:
    if not is_installed("easyocr"):
        pytest.skip("easyocr is not installed: pip install 'courtside[easyocr]'")
    try:
        load_reader("easyocr", Config().ocr_weights)
    except OSError as error:
        pytest.skip(str(error))
    read = load_reader("easyocr", Config().ocr_weights).read(a_drawn_screen("Total: 38"))
    assert "Total" in read[0].text and read[0].confidence is None


def test_where_the_detector_has_weights_those_who_act_read_controls_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = SimpleNamespace(detect=lambda image: ())
    monkeypatch.setattr(registry, "Detector", SimpleNamespace(load=lambda: found))
    assert isinstance(load_screen_reader("tesseract", Path()), FusedReader)
    assert not isinstance(load_reader("tesseract", Path()), FusedReader)
    monkeypatch.setattr(registry, "Detector", SimpleNamespace(load=lambda: None))
    assert not isinstance(load_screen_reader("tesseract", Path()), FusedReader)
