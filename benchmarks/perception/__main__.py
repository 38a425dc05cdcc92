"""How well screens that are only pictures are read, and what it costs.

    python -m benchmarks.perception [--quick] [--shared FOLDER] [--json]

`ocr_word_recall`: of the words on pages drawn by Chromium from a seed, light and dark, English,
German and Chinese, from 11 pixels on, those that OCR reads in their place, capital letters and all.
`web_` and `phone_recall`, `_precision`: of the detector, on the screenshots with boxes in FOLDER
(../shared/data). `pages_ap50`, `pages_ap`: on families of pages that it was not trained on, as
`courtside_training.detector` measured them. `cpu_s_...`: CPU seconds of one thread; `full` is OCR,
detector and fusion of a new 1280x720 frame, `share_one_region` what a frame with one changed region
costs of that. What cannot be measured here is null, with a line that says why.

`--quick`: a few pictures of each set, in less than two minutes. The last line is one object.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")

from courtside_judge.perception.detector import Detector
from courtside_judge.perception.protocol import OcrReader
from courtside_judge.perception.registry import is_installed, load_reader, load_screen_reader

from .boxes import box_numbers
from .cost import costs, detector_cost, empty_screen, shared_costs, with_message
from .known_pages import KnownPage, render
from .word_recall import found_words

SHARED = Path("../shared/data")
KEYS = (
    *("web_recall", "web_precision", "phone_recall", "phone_precision", "pages_ap50", "pages_ap"),
    *("cpu_s_detector", "cpu_s_full", "cpu_s_unchanged", "share_one_region", "ocr_word_recall"),
)
PAGES, QUICK_PAGES = 48, 6
QUICK_BOXED = 10
COSTED = 6

SEED = 1_000
"""The first of the pages: others were looked at while the reader was tuned."""


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--shared", type=Path, default=SHARED, help="screenshots with boxes")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    said = measure(options.shared, options.quick)
    print(json.dumps(said) if options.json else json.dumps(said, indent=1))


def measure(shared: Path, quick: bool) -> dict[str, Any]:
    """All keys, and those of the shared screenshots where they are."""
    said: dict[str, Any] = dict.fromkeys(KEYS)
    detector = Detector.load()
    if detector is None:
        _explain("the detector has no weights here, or onnxruntime is missing: its keys are null")
    else:
        boxes = shared / "element_boxes"
        found, missing = box_numbers(detector, boxes, QUICK_BOXED if quick else None)
        said |= found
        for why in missing:
            _explain(why)
    if not is_installed("rapidocr"):
        _explain("rapidocr is not installed: nothing is read")
        return said
    most = QUICK_PAGES if quick else PAGES
    pages, has_chinese = render(range(SEED, SEED + most))
    if not has_chinese:
        _explain("no font has Chinese letters (apt-get install fonts-wqy-microhei): no such page")
    said |= recall(load_reader("rapidocr", Path()), pages)
    images = [page.image for page in render(range(SEED + most, SEED + most + COSTED))[0]]
    said |= costs(_fresh(), images)
    if detector:
        said["cpu_s_detector"] = detector_cost(detector, images)
    if not shared.is_dir():
        _explain(f"{shared} is missing: no shared screenshot is read")
        return said
    runs, frames = (1, 2) if quick else (4, 5)
    return said | shared_costs(_fresh, shared, runs, frames)


def _fresh() -> OcrReader:
    """A reader as the judge has it, that has loaded its models and remembers no line."""
    reader = load_screen_reader("rapidocr", Path())
    reader.read(with_message(empty_screen()))
    return reader


def recall(ocr: OcrReader, pages: list[KnownPage]) -> dict[str, Any]:
    """Of all pages, and by theme and language."""
    found: dict[str, list[int]] = {"all": [0, 0]}
    for page in pages:
        hit, whole = found_words(page.lines, ocr.read(page.image))
        for kind in ("all", *page.name.split("-")[1:]):
            counts = found.setdefault(kind, [0, 0])
            counts[0] += hit
            counts[1] += whole
    shares = {kind: round(hit / whole, 4) for kind, (hit, whole) in found.items() if whole}
    return {
        "ocr_word_recall": shares.get("all"),
        "ocr_word_recall_of": shares,
        "words": found["all"][1],
    }


def _explain(why: str) -> None:
    print(why, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
