"""Does a press on a screen that is only a picture get the name and role that its page would give?

    python -m benchmarks.pressed_names [--apps FOLDER --app NAME ...] [--pages FOLDER]
        [--quick] [--json]

Pages are opened in Chromium at 1280x720 and read from their screenshot: by OCR alone, and by OCR
and the detector (`--detector`: other weights than those installed). Then each thing that the page
says can be acted on and that shows is pressed in its middle. `named`: those whose press gets the
name that the page gives (alike by 0.8); `role`: of those with a role that the detector knows, those
whose press gets it.

`--half`: what lies right of the middle counts as a canvas: the page's own elements there are
hidden, only presses there count, and each reader fills the gap, as with `ocr_screens = "with-gaps"`
("tree": the half tree alone).
"""

from __future__ import annotations

import argparse
import json
import os
import random
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
from benchmarks.pieces import existing, need_browser

from courtside_judge.perception.detector import WEIGHTS, Detector
from courtside_judge.perception.fused_reader import FusedReader
from courtside_judge.perception.protocol import OcrReader
from courtside_judge.perception.registry import load_reader
from courtside_training.measures.pressed_names import (
    Counts,
    a_page,
    counted,
    counted_by_half,
    screen,
    sum_counts,
)
from courtside_training.measures.served_app import served

SEED = 7
QUICK = 2
"""Pages of a folder."""


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--apps", type=existing, help="the data set webarena_infinity")
    parser.add_argument("--app", action="append", default=[], help="of --apps; may be repeated")
    parser.add_argument("--pages", type=existing, action="append", default=[])
    parser.add_argument("--most", type=int, default=8, help="pages of a folder")
    parser.add_argument("--half", action="store_true", help="hide the right half of the trees")
    parser.add_argument("--quick", action="store_true", help="two pages of a folder")
    parser.add_argument("--detector", type=Path, default=WEIGHTS)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if bool(options.app) != bool(options.apps) or not (options.app or options.pages):
        parser.error("name pages: --pages FOLDER, or --apps FOLDER with --app NAME")
    ocr = load_reader("rapidocr", Path())
    readers: dict[str, OcrReader] = {"ocr": ocr}
    if detector := Detector.load(options.detector):
        readers["ocr+detector"] = FusedReader(ocr, detector)
    metrics: dict[str, dict[str, Counts]] = {}
    count = counted_by_half if options.half else counted
    names = ["tree", *readers] if options.half else list(readers)
    most = QUICK if options.quick else options.most
    with a_page(need_browser()) as page:
        for app in options.app:
            with served(options.apps / app) as address:
                metrics[app] = count([screen(page, address)], readers)
        for folder in options.pages:
            files = sorted(folder.resolve().rglob("*.html"))
            random.Random(SEED).shuffle(files)
            screens = (screen(page, file.as_uri()) for file in files[:most])
            metrics[folder.name] = count(screens, readers)
    metrics["all"] = {name: sum_counts([one[name] for one in metrics.values()]) for name in names}
    print(json.dumps(metrics) if options.json else json.dumps(metrics, indent=1))


if __name__ == "__main__":
    main()
