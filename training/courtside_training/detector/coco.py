"""Average precision and recall by pycocotools, one class. Knows no network."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Sequence
from typing import Any

from courtside_judge.perception.detector import Detection

from .shots import Shot

NAMES = ("ap", "ap50", "ap75", "ap_small", "ap_medium", "ap_large")
"""What COCOeval.summarize computes first, in its order; the recalls follow."""
AR100 = 8
"""Place of AR100 in what it computes."""
MAX_DETECTIONS = (1, 10, 100)
"""So many detections of a picture count, in COCO's three measures of recall."""


def measure(shots: Sequence[Shot], found: Sequence[Sequence[Detection]]) -> dict[str, float]:
    """AP50:95, AP50, AP75, of small, medium and large boxes, and AR100, as percentages; all 0 where
    nothing was found.
    """
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval

    with contextlib.redirect_stdout(io.StringIO()):  # it prints its progress
        truth = COCO()
        truth.dataset = _truth(shots)
        truth.createIndex()
        results = _results(found)
        if not results:
            return dict.fromkeys((*NAMES, "ar100"), 0.0)
        task = COCOeval(truth, truth.loadRes(results), "bbox")
        task.params.maxDets = list(MAX_DETECTIONS)
        task.evaluate()
        task.accumulate()
        task.summarize()
    numbers = [round(100 * float(one), 1) for one in task.stats]
    return {**dict(zip(NAMES, numbers, strict=False)), "ar100": numbers[AR100]}


def _truth(shots: Sequence[Shot]) -> dict[str, Any]:
    boxes = [
        {
            "image_id": at,
            "category_id": 1,
            "bbox": list(box),
            "area": box[2] * box[3],
            "iscrowd": 0,
        }
        for at, shot in enumerate(shots)
        for _, box in shot.boxes
    ]
    return {
        "images": [{"id": at, "width": s.width, "height": s.height} for at, s in enumerate(shots)],
        "categories": [{"id": 1, "name": "interactable"}],
        "annotations": [{"id": number, **box} for number, box in enumerate(boxes, 1)],
    }


def _results(found: Sequence[Sequence[Detection]]) -> list[dict[str, Any]]:
    return [
        {"image_id": at, "category_id": 1, "bbox": list(one.box), "score": one.confidence}
        for at, detections in enumerate(found)
        for one in detections
    ]
