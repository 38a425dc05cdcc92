"""How much of a real program is found in its pixels, held against its accessibility tree.

    python -m benchmarks.desktop_programs [--detector FILE] [--quick] [--json]

An editor, a file manager, a spreadsheet and a settings dialog on a screen in memory; a program that
is not installed is left out. What can be acted on by AT-SPI and shows is wanted. `overlap`: the
share that something read overlaps by half (intersection over union). `pressed`: the share that a
click in the middle of something read hits before anything else. Read is by OCR, its lines parted
at wide gaps, and by the detector where it has weights (`--detector`: others than those installed).
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Protocol

from PIL import Image

os.environ.setdefault("OMP_NUM_THREADS", "1")
ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))
from desktops import Screen, a_screen, missing  # noqa: E402
from real_programs import PROGRAMS, Program, is_there, started  # noqa: E402
from waiting import wait_until  # noqa: E402

from courtside_bridges.desktop.tree_process import TreeProcess  # noqa: E402
from courtside_formats.ui_trees.atspi import WindowContents  # noqa: E402
from courtside_judge.perception.detector import WEIGHTS, Detector  # noqa: E402
from courtside_judge.perception.fused_reader import FusedReader  # noqa: E402
from courtside_judge.perception.protocol import OcrReader  # noqa: E402
from courtside_judge.perception.registry import load_reader  # noqa: E402
from courtside_store.geometry import Box  # noqa: E402
from courtside_training.measures.program_pixels import (  # noqa: E402
    Counts,
    found_in,
    wanted_boxes,
)

TREE_S = 60.0
"""How long a program has until its tree is whole and stays as it is."""


class Tree(Protocol):
    """What tells what is in the active window."""

    def look(self) -> WindowContents | None:
        """None where it is not known."""


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--detector", type=Path, default=WEIGHTS)
    parser.add_argument("--quick", action="store_true", help="the first program that is there")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if gone := missing():
        raise SystemExit(f"no desktop to measure on ({gone}); `make test` installs it")
    metrics = measure(Detector.load(options.detector), 1 if options.quick else None)
    print(json.dumps(metrics) if options.json else json.dumps(metrics, indent=1))


def measure(detector: Detector | None, most: int | None) -> dict[str, dict[str, object]]:
    """Each reader on each program that is there, `most` at most, and on all of them together."""
    ocr = load_reader("rapidocr", Path())
    readers: dict[str, OcrReader] = {"ocr": ocr}
    if detector:
        readers["ocr+detector"] = FusedReader(ocr, detector)
    metrics: dict[str, dict[str, object]] = {name: {} for name in readers}
    whole: dict[str, list[Counts]] = {name: [] for name in readers}
    for program in installed()[:most]:
        wanted, picture = shown(program)
        for name, found in found_in(picture, wanted, readers).items():
            metrics[name][program.name] = found
            whole[name].append(found)
    for name, counts in whole.items():
        metrics[name]["all"] = {key: sum(one[key] for one in counts) for key in counts[0]}
    return metrics


def installed() -> list[Program]:
    """The programs that are there; of each other one line says so."""
    for program in PROGRAMS.values():
        if not is_there(program):
            print(f"{program.words[0]} is not installed", file=sys.stderr)
    return [program for program in PROGRAMS.values() if is_there(program)]


def shown(program: Program) -> tuple[list[Box], bytes]:
    """What can be acted on in it, by its tree, and its picture."""
    with tempfile.TemporaryDirectory() as folder, a_screen(Path(folder)) as screen:
        os.environ.update(screen.environ)
        with started(screen, program):
            tree = TreeProcess()
            try:
                wanted = wait_until(TwoLooks(tree), TREE_S)
            finally:
                tree.close()
            return wanted, picture_of(screen)


class TwoLooks:
    """What can be acted on, once two whole looks agree: on a busy machine the first answers are cut
    short, and a program may not have drawn everything yet.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._last: list[Box] = []

    def __call__(self) -> list[Box]:
        """Empty as long as they do not agree."""
        look = self._tree.look()
        found = wanted_boxes(look) if look and look.whole else []
        agreed, self._last = found == self._last, found
        return found if agreed else []


def picture_of(screen: Screen) -> bytes:
    """The whole screen as a PNG."""
    import mss

    with mss.MSS(display=screen.environ["DISPLAY"]) as grabber:
        shot = grabber.grab(grabber.monitors[0])
    held = BytesIO()
    Image.frombytes("RGB", shot.size, shot.rgb).save(held, "PNG")
    return held.getvalue()


if __name__ == "__main__":
    main()
