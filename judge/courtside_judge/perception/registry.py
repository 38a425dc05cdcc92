"""Which readers there are, which is installed, and what to install. Imports no library of them."""

from __future__ import annotations

import shutil
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, assert_never

from courtside_store.config import Ocr

from .detector import Detector, read_card
from .fused_reader import FusedReader, say_without_controls
from .protocol import OcrReader

ReaderName = Literal["rapidocr", "easyocr", "tesseract"]
INSTALL: dict[ReaderName, str] = {
    "rapidocr": "pip install 'courtside[ocr]'",
    "easyocr": "pip install 'courtside[easyocr]'",
    "tesseract": "install the program, e.g. apt-get install tesseract-ocr",
}
_AUTO: tuple[ReaderName, ...] = ("rapidocr", "tesseract")
"""EasyOCR is not among them: it wants weights that nothing of ours brings."""


def is_installed(kind: ReaderName) -> bool:
    """Is its library, or its program, there?"""
    if kind == "tesseract":
        return shutil.which(kind) is not None
    needs = ("rapidocr", "onnxruntime") if kind == "rapidocr" else (kind,)
    return all(find_spec(name) is not None for name in needs)


def choose(wanted: Ocr) -> ReaderName | None:
    """The reader that the configuration asks for; None where it asks for none, or none is there.

    Raises ValueError, saying what to install, where it names one that is not installed.
    """
    if wanted == "off":
        return None
    if wanted == "auto":
        return next((kind for kind in _AUTO if is_installed(kind)), None)
    if not is_installed(wanted):
        raise ValueError(f"ocr is {wanted!r}, which is not installed; {INSTALL[wanted]}")
    return wanted


def stamp_of(kind: ReaderName) -> str:
    """Name and version of an installed reader: what another one read does not count as its own."""
    if kind == "tesseract":
        return kind
    return f"{kind}-{version(kind)}" + ("-tiny-parted-2" if kind == "rapidocr" else "")


def gap_stamp_of(kind: ReaderName) -> str:
    """Of the reader with the detector, where that can be loaded."""
    card = read_card()
    return f"{stamp_of(kind)}-detector-{card.version}" if card else stamp_of(kind)


def controls_stamp() -> str:
    """Of the detector by itself; empty where it cannot be loaded."""
    card = read_card()
    return f"detector-{card.version}" if card else ""


def load_screen_reader(kind: ReaderName, weights: Path) -> OcrReader:
    """The reader, whose texts are in the controls that the detector finds: for those who act, and
    for what a tree leaves out.

    A screen without any tree is read for the evidence judge by OCR alone (`load_reader`): its
    weights for read screens were fitted to texts, and with controls a press got no better name
    (docs/lab/detector.md).
    """
    return with_detector(load_reader(kind, weights))


def with_detector(reader: OcrReader) -> OcrReader:
    """The reader with the detector; as it is where the detector is not there, or damaged: that is
    said.
    """
    try:
        detector = Detector.load()
    except (OSError, ValueError) as error:
        say_without_controls(error)
        return reader
    return FusedReader(reader, detector) if detector else reader


def load_reader(kind: ReaderName, weights: Path, budget_s: float | None = None) -> OcrReader:
    """The reader itself, in this process. `weights`: EasyOCR's folder. `budget_s`: after this time
    RapidOCR begins no further part of a high picture; the others read a picture at once.
    """
    match kind:
        case "rapidocr":
            from .rapidocr_reader import RapidReader

            return RapidReader(budget_s)
        case "easyocr":
            from .easyocr_reader import EasyReader

            return EasyReader(weights)
        case "tesseract":
            from .tesseract_reader import TesseractReader

            return TesseractReader()
        case _:
            assert_never(kind)
