"""How well screens that are only pictures are read, and what it costs.

    python -m benchmarks.perception [--quick] [--datasets FOLDER] [--json]

`ocr_word_recall`: of the words on pages drawn by Chromium from a seed, light and dark, English,
German and Chinese, from 11 pixels on, those that OCR reads in their place, capital letters and all.
`web_` and `phone_recall`, `_precision`: of the detector, on the data set with boxes in FOLDER
(docs/lab/datasets.md). `pages_ap50`, `pages_ap`: on families of pages that it was not trained on,
as `courtside_training.detector` measured them. `cpu_s_...`: CPU seconds of one thread; `full` is
OCR, detector and fusion of a new 1280x720 frame, `share_one_region` what a frame with one changed
region costs of that, `cpu_s_shared_ocr` OCR alone, as the judge reads, of a recorded frame after
those of its run before it. What cannot be measured here is null, with a line that says why.

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
from courtside_training.datasets import datasets_folder
from courtside_training.measures.box_recall import box_numbers
from courtside_training.measures.known_pages import render
from courtside_training.measures.word_recall import recall

from .cost import Recorded, costs, detector_cost, empty_screen, with_message

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
    parser.add_argument(
        "--datasets", type=Path, default=datasets_folder(), help="the folder of the data sets"
    )
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    metrics = measure(options.datasets, options.quick)
    print(json.dumps(metrics) if options.json else json.dumps(metrics, indent=1))


def measure(datasets: Path, quick: bool) -> dict[str, Any]:
    """All keys, and those of recorded screenshots where they are."""
    metrics: dict[str, Any] = dict.fromkeys(KEYS)
    detector = Detector.load()
    if detector is None:
        _explain("the detector has no weights here, or onnxruntime is missing: its keys are null")
    else:
        boxes = datasets / "element_boxes"
        found, missing = box_numbers(detector, boxes, QUICK_BOXED if quick else None)
        metrics |= found
        for why in missing:
            _explain(why)
    if not is_installed("rapidocr"):
        _explain("rapidocr is not installed: nothing is read")
        return metrics
    most = QUICK_PAGES if quick else PAGES
    pages, has_chinese = render(range(SEED, SEED + most))
    if not has_chinese:
        _explain("no font has Chinese letters (apt-get install fonts-wqy-microhei): no such page")
    metrics |= recall(load_reader("rapidocr", Path()), pages)
    images = [page.image for page in render(range(SEED + most, SEED + most + COSTED))[0]]
    metrics |= costs(_fresh(), images)
    if detector:
        metrics["cpu_s_detector"] = detector_cost(detector, images)
    if not datasets.is_dir():
        _explain(f"{datasets} is missing (docs/lab/datasets.md): no recorded screenshot is read")
        return metrics
    recorded = Recorded(datasets, *((1, 2) if quick else (4, 5)))
    return metrics | {
        "shared_frames": recorded.frames,
        "cpu_s_shared_alone": recorded.alone(_fresh()),
        "cpu_s_shared_in_runs": recorded.in_runs(_fresh()),
        "cpu_s_shared_ocr": recorded.in_runs(_warmed(load_reader("rapidocr", Path()))),
    }


def _fresh() -> OcrReader:
    """A reader with the detector that remembers no line."""
    return _warmed(load_screen_reader("rapidocr", Path()))


def _warmed(reader: OcrReader) -> OcrReader:
    """The same, with its models loaded."""
    reader.read(with_message(empty_screen()))
    return reader


def _explain(why: str) -> None:
    print(why, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
