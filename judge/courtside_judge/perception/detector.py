"""Finds what can be acted on in a picture alone: boxes with a role. Knows no text and no tree.

A small network on onnxruntime, on one core; its first stages are those of PP-OCR's text detector
(PaddleOCR, Apache-2.0). How it was made and how far to believe it: docs/lab/detector.md.
"""

from __future__ import annotations

import math
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from PIL import Image

from courtside_store.geometry import Box
from courtside_store.records import Record

from .networks import load_network

Numbers: TypeAlias = Any
"""An array of numpy, which comes with onnxruntime."""
WEIGHTS = Path(__file__).with_name("detector.onnx")
ROLES = ("button", "link", "textbox", "checkbox", "combobox", "item")
"""item: anything else that can be pressed, as a tab, a row or a slider."""
STRIDES = (8, 16, 32)
"""Pixels between the places of each level of the network."""
MAPS = tuple(f"at_{stride}" for stride in STRIDES)
"""What the network gives, by its names."""
PIXELS = 420_000
"""The network sees a picture, with its filling, at no more pixels; only these cost time."""
MAX_SCALE = 1.5
"""A small picture is enlarged at most so far: a phone's screen is mostly sent reduced."""
ALIKE = 0.6
"""Overlap (intersection over union) from which two of its boxes are one element. What the tree has
too, and what is left of doubles, `fusion.distinct` takes out, from a smaller overlap on.
"""
MAX_DETECTIONS = 300
"""A picture gives at most so many elements."""
_CANDIDATES = 1_500


class DetectorMeasures(Record, frozen=True, kw_only=True):
    """How well the detector finds the boxes of pictures that it never saw."""

    images: int
    boxes: int
    recall: float
    """At an overlap of 0.5 and the card's threshold, as `precision`."""
    precision: float
    ap: float
    """Of all overlaps; this and the rest are COCO's, in percent."""
    ap50: float
    ap75: float
    ar100: float


class DetectorCard(Record, frozen=True, kw_only=True):
    """The model card, which stands beside the weights."""

    version: str
    threshold: float
    """Least confidence, as chosen by hand. The best F1 on screenshots of the training, which the
    network knows, asks for a higher one (docs/lab/detector.md).
    """
    made_by: str
    licence: str = ""
    """Of the weights."""
    learned_from: tuple[str, ...] = ()
    """What the weights began as and what they were trained on, each with its licence."""
    measures: dict[str, DetectorMeasures] = msgspec.field(default_factory=dict)
    """By set of pictures, by `courtside_training.detector.evaluate`; how far to believe them:
    docs/lab/detector.md."""


def read_card(weights: Path = WEIGHTS) -> DetectorCard | None:
    """What the detector that would be loaded says of itself; None where none can be. Raises
    ValueError where the card is damaged.
    """
    if not weights.is_file() or find_spec("onnxruntime") is None:
        return None
    card = weights.with_suffix(".json")
    try:
        return msgspec.json.decode(card.read_bytes(), type=DetectorCard)
    except ValueError as error:
        raise ValueError(f"{card} is damaged: {error}; install Courtside again") from error


class Detection(Record, frozen=True, kw_only=True):
    """One element that can be acted on."""

    box: Box
    """In pixels of the picture."""
    role: str
    """One of ROLES."""
    confidence: float
    """How well the box is expected to fit an element, from 0 to 1."""


class Detector:
    """The network with its weights. Use from one thread at a time."""

    @classmethod
    def load(cls, weights: Path = WEIGHTS) -> Detector | None:
        """None without the weights, or where onnxruntime is not installed."""
        card = read_card(weights)
        return cls(weights, card) if card else None

    def __init__(self, weights: Path, card: DetectorCard) -> None:
        """Raises OSError where the weights are damaged."""
        self._session = load_network(weights)
        self.card = card

    def detect(self, image: Image.Image, threshold: float | None = None) -> tuple[Detection, ...]:
        """What can be acted on in the picture, the surest first. `threshold`: least confidence,
        the card's unless given.
        """
        least = self.card.threshold if threshold is None else threshold
        scale = scale_of(image.width, image.height)
        maps = self._session.run(MAPS, {"picture": network_input(image, scale)})
        boxes, scores, roles = decode(maps, least)
        boxes = clipped(boxes / scale, image.width, image.height)
        return tuple(
            Detection(
                box=_box(boxes[at]), role=ROLES[roles[at]], confidence=round(float(scores[at]), 4)
            )
            for at in non_maximum_suppression(boxes, scores)
        )


def scale_of(width: int, height: int) -> float:
    """By how much the network sees a picture of that size enlarged: the most that costs no more
    than PIXELS. One side then fills whole strides, so that little is spent on filling.
    """
    last = STRIDES[-1]
    whole = (n * last / side for side in (width, height) for n in range(1, PIXELS // last**2 + 1))
    scales = {min(MAX_SCALE, scale) for scale in whole}
    return max(scale for scale in scales if math.prod(_filled(width, height, scale)) <= PIXELS)


def _filled(width: int, height: int, scale: float) -> tuple[int, int]:
    """Width and height as the network sees them, up to whole strides."""
    last = STRIDES[-1]
    wide, high = (-(-max(1, round(side * scale)) // last) * last for side in (width, height))
    return wide, high


def network_input(image: Image.Image, scale: float) -> Numbers:
    """(1, 3, height, width) of 0 to 1; grey at the right and below, up to whole strides."""
    import numpy as np

    width, height = (max(1, round(side * scale)) for side in image.size)
    seen = image.convert("RGB")
    if seen.size != (width, height):
        seen = seen.resize((width, height), Image.Resampling.BILINEAR)
    wide, high = _filled(*image.size, scale)
    padded: Numbers = np.full((high, wide, 3), 127, np.uint8)
    padded[:height, :width] = np.asarray(seen)
    return np.ascontiguousarray(padded.transpose(2, 0, 1)[None], np.float32) / np.float32(255)


def decode(maps: list[Numbers], threshold: float) -> tuple[Numbers, Numbers, Numbers]:
    """Boxes (n, 4) as left, top, right, bottom in the network's pixels, scores (n,) and numbers of
    roles (n,) of all places that reach the threshold, the surest first. `maps`: of each stride
    (1, 5 + roles, height, width): the score's log-odds, how far the four sides are, in strides, and
    the log-odds of the roles.
    """
    import numpy as np

    boxes, scores, roles = [], [], []
    for stride, level in zip(STRIDES, maps, strict=True):
        score = 1 / (1 + np.exp(-level[0, 0]))
        y, x = np.nonzero(score >= threshold)
        here = level[0, :, y, x]
        middle = (np.stack((x, y), 1) + 0.5) * stride
        far = here[:, 1:5] * stride
        boxes.append(np.concatenate((middle - far[:, :2], middle + far[:, 2:]), 1))
        scores.append(score[y, x])
        roles.append(here[:, 5:].argmax(1))
    score = np.concatenate(scores)
    order = np.argsort(-score, kind="stable")[:_CANDIDATES]
    return np.concatenate(boxes)[order], score[order], np.concatenate(roles)[order]


def clipped(boxes: Numbers, width: int, height: int) -> Numbers:
    """The parts of the boxes that lie in the picture."""
    import numpy as np

    limits = np.array((width, height, width, height), np.float64)
    return np.clip(boxes, 0, limits)


def non_maximum_suppression(boxes: Numbers, scores: Numbers) -> list[int]:
    """Which boxes to keep, the surest first: of those that cover the same, the surest."""
    import numpy as np

    sizes = boxes[:, 2:] - boxes[:, :2]
    areas = sizes.prod(1)
    left = np.argsort(-scores, kind="stable")
    left = left[(sizes[left] >= 1).all(1)]
    kept: list[int] = []
    while left.size and len(kept) < MAX_DETECTIONS:
        best, left = int(left[0]), left[1:]
        kept.append(best)
        inner = np.minimum(boxes[best, 2:], boxes[left, 2:]) - np.maximum(
            boxes[best, :2], boxes[left, :2]
        )
        shared = inner.clip(min=0).prod(1)
        left = left[shared < ALIKE * (areas[best] + areas[left] - shared)]
    return kept


def _box(corners: Numbers) -> Box:
    left, top, right, bottom = (float(side) for side in corners)
    return Box(round(left, 1), round(top, 1), round(right - left, 1), round(bottom - top, 1))
