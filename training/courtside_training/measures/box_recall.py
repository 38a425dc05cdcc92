"""Does a detector find the controls that people or a page's markup marked? Knows no reader.

A control counts as found where a box of the detector overlaps it by half (intersection over union),
each box once, the surest first, as `courtside_training.detector` counts.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from courtside_judge.perception.detector import Detector
from courtside_training.detector.evaluate import counted, find, measures_of_set
from courtside_training.detector.pages import families
from courtside_training.detector.shots import page_shots, phone_shots, web_shots

Numbers = dict[str, float | None]


def box_numbers(detector: Detector, folder: Path, most: int | None) -> tuple[Numbers, list[str]]:
    """Recall and precision on the first `most` pictures of web_eval and phone_eval in the folder,
    average precision on the pages of families left out; and why where one is missing.
    """
    metrics: Numbers = {}
    missing: list[str] = []
    for name, shots_of in (("web", web_shots), ("phone", phone_shots)):
        if not (folder / f"{name}_eval.jsonl").is_file():
            missing.append(f"{folder}/{name}_eval.jsonl is missing")
            continue
        shots, threshold = shots_of("eval", folder)[:most], detector.card.threshold
        found = counted(shots, find(detector, shots), threshold)
        metrics |= {f"{name}_recall": found.recall, f"{name}_precision": found.precision}
    if find_spec("pycocotools") is None:
        missing.append("pycocotools is missing: no pages_ap")
    elif not page_shots(families("held_out")):
        missing.append("no page was rendered (courtside_training.detector.render): no pages_ap")
    else:
        pages = measures_of_set(detector, "pages", detector.card.threshold)
        metrics |= {f"pages_{key}": pages.get(key) for key in ("ap50", "ap")}
    return metrics, missing
