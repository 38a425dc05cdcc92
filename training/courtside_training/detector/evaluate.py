"""Measures the detector on screenshots that it never saw.

    python -m courtside_training.detector.evaluate [--weights FILE] [--tables] [--json]
    python -m courtside_training.detector.evaluate --faster-rcnn [--weights CHECKPOINT] [--most N]

Recall and precision at an overlap of 0.5 and the card's threshold on web_eval and phone_eval; by
pycocotools AP50:95, AP50, AP75, of small, medium and large boxes, and AR100, there and on the page
families that were left out; processor seconds at 1280x720.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec
from PIL import Image

from courtside_judge.perception.detector import WEIGHTS, Detection, Detector

from . import coco
from .matching import Found, match
from .pages import families
from .shots import Shot, page_shots, phone_shots, web_shots

MIN_CONFIDENCE = 0.02
"""Detections below this confidence do not enter the curve of average precision."""
SETS = ("web", "phone", "pages")
MAX_PAGES = 300
TABLED = (0.1, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5)
TIMED = 5
CHOSEN_ON = 40
"""Pictures of each published training set that the threshold is chosen on."""
THRESHOLDS = tuple(round(0.05 * n, 2) for n in range(1, 15))


def shots_of(name: str) -> list[Shot]:
    """The screenshots of one of SETS; of pages those of families left out, evenly up to a bound."""
    if name != "pages":
        return (web_shots if name == "web" else phone_shots)("eval")
    return evenly(page_shots(families("held_out")), MAX_PAGES)


def evenly(shots: list[Shot], most: int) -> list[Shot]:
    """At most so many of them, one in so many."""
    return shots[:: max(1, -(-len(shots) // most))]


class Finder(Protocol):
    """Ours, or the one of the paper."""

    def detect(self, image: Image.Image, threshold: float | None = None) -> tuple[Detection, ...]:
        """Elements from that confidence, the surest first."""


def find(detector: Finder, shots: Sequence[Shot]) -> list[tuple[Detection, ...]]:
    """What it finds in each, down to the lowest confidence."""
    found = []
    for shot in shots:
        with Image.open(shot.file) as image:
            found.append(detector.detect(image.convert("RGB"), MIN_CONFIDENCE))
    return found


def counted(shots: Sequence[Shot], found: Sequence[Sequence[Detection]], threshold: float) -> Found:
    """At that confidence, over all pictures."""
    total = Found()
    for shot, detections in zip(shots, found, strict=True):
        drawn = [one.box for one in detections if one.confidence >= threshold]
        total += match(drawn, [box for _, box in shot.boxes])
    return total


def measures_of_set(
    detector: Finder, name: str, threshold: float, most: int | None = None, tables: bool = False
) -> dict[str, Any]:
    """The measures on one of SETS, or on `most` of its pictures, evenly chosen."""
    shots = shots_of(name)
    shots = evenly(shots, most) if most else shots
    found = find(detector, shots)
    row = measures(shots, found, threshold)
    if not tables:
        return row
    at = {str(other): _shares(counted(shots, found, other)) for other in TABLED}
    places: dict[str, list[int]] = {}
    for place, shot in enumerate(shots):
        places.setdefault(shot.family, []).append(place)
    by_family = {
        family: measures([shots[n] for n in own], [found[n] for n in own], threshold)
        for family, own in places.items()
    }
    return {**row, "at": at, "families": by_family}


def measures(
    shots: Sequence[Shot], found: Sequence[Sequence[Detection]], threshold: float
) -> dict[str, Any]:
    """How well what was found in these pictures fits their boxes."""
    total = counted(shots, found, threshold)
    row = {"images": len(shots), "boxes": total.wanted, **_shares(total)}
    return {**row, **(coco.measure(shots, found) if shots else {})}


def _shares(total: Found) -> dict[str, float | None]:
    shares = {"recall": total.recall, "precision": total.precision}
    return {key: round(share, 3) if share is not None else None for key, share in shares.items()}


def cpu_s(detector: Finder) -> float:
    """The time of one picture of 1280x720, the least of some tries: others use the machine too."""
    image = Image.effect_noise((1280, 720), 64).convert("RGB")
    detector.detect(image)
    tries = []
    for _ in range(TIMED):
        before = time.process_time()
        detector.detect(image)
        tries.append(time.process_time() - before)
    return round(min(tries), 4)


def choose(detector: Finder) -> tuple[float, float]:
    """The threshold with the best F1 on pictures of the training, and that F1: the measured sets
    have no say in it.
    """
    best = (0.0, 0.0)
    parts = [part[:CHOSEN_ON] for part in (web_shots("train"), phone_shots("train"))]
    drawn = [find(detector, part) for part in parts]
    for threshold in THRESHOLDS:
        scores = []
        for part, found in zip(parts, drawn, strict=True):
            total = counted(part, found, threshold)
            scores.append(2 * total.right / (total.drawn + total.wanted))
        best = max(best, (sum(scores) / len(scores), threshold))
    return best[1], best[0]


def _open_finder(weights: Path | None, faster_rcnn: bool) -> tuple[Finder, float]:
    if faster_rcnn:
        from .faster_rcnn import CHECKPOINT, FasterRcnn

        checkpoint = weights or CHECKPOINT
        if not checkpoint.is_file():
            raise SystemExit(
                f"there is no checkpoint {checkpoint}; train one, or name it: --weights"
            )
        return FasterRcnn(checkpoint), 0.5
    if (detector := Detector.load(weights or WEIGHTS)) is None:
        raise SystemExit(f"there are no weights in {weights}, or onnxruntime is missing")
    return detector, detector.card.threshold


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, help="file; the shipped ones unless given")
    parser.add_argument("--only", choices=SETS, action="append", help="may be repeated")
    parser.add_argument("--most", type=int, help="pictures of each set")
    parser.add_argument("--tables", action="store_true", help="by threshold and by family")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--choose", action="store_true", help="the threshold, on training data")
    parser.add_argument("--faster-rcnn", action="store_true", help="the paper's, with torchvision")
    options = parser.parse_args()
    detector, threshold = _open_finder(options.weights, options.faster_rcnn)
    table: dict[str, object] = {"cpu_s_1280x720": cpu_s(detector), "threshold": threshold}
    for name in options.only or (() if options.choose else SETS):
        table[name] = measures_of_set(detector, name, threshold, options.most, options.tables)
    if options.choose:
        table["best_threshold"], table["f1"] = choose(detector)
    if options.json:
        print(msgspec.json.encode(table).decode())
    else:
        for key, row in table.items():
            print(key, row)


if __name__ == "__main__":
    main()
