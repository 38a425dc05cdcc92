"""RapidOCR, with lines cut straight out of the picture and none recognised twice.

Screens have straight lines, and much of one screen stands on the next. Most words are so plain that
a much smaller network reads them; RapidOCR's own reads those of which that one is not sure. What a
later version of RapidOCR would name differently is not changed there: it reads the same, more
slowly.
"""

from __future__ import annotations

from collections import OrderedDict
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import rapidocr
from omegaconf import flag_override
from rapidocr import RapidOCR
from rapidocr.ch_ppocr_rec import TextRecOutput

from courtside_store.geometry import PixelBox

from .denormals import without_denormals
from .found_line_splitting import split_found_line
from .networks import load_network
from .quick_lines import QuickLines

KEPT_LINES = 4_096
"""Lines whose text is kept: some 20 screens."""
TUNED = {
    "Global.use_cls": False,  # screens do not stand on their heads
    "Global.log_level": "error",
    "Global.min_height": 1,  # a thin region too is searched, not read as one line
    "Global.width_height_ratio": -1,
    "Global.max_side_len": 10_000,  # lines are cut out of the picture as it is
    "Det.limit_type": "max",
    "Det.limit_side_len": 1280,
    "Rec.rec_batch_num": 1,
    "Rec.rec_img_shape": [3, 48, 32],  # a short line is not filled up to 320 pixels
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,
    "EngineConfig.onnxruntime.inter_op_num_threads": 1,
}
_SLANT = 0.15
"""A line that rises by no more of its height is still cut out straight."""
_TRIM = 0.09
"""Of its height, above and below, that the finder of lines adds and the recogniser reads better
without."""
_UPRIGHT = 2.5
"""Times its width from which a tall line is read from the side: below that it is a single letter.
"""


class RapidEngine(RapidOCR):
    """Finds and reads lines."""

    def __init__(self) -> None:
        self._quick = QuickLines()
        super().__init__(params=TUNED)
        self._read: OrderedDict[bytes, Any] = OrderedDict()

    def _initialize(self, cfg: Any) -> None:
        """Takes RapidOCR's finder of lines without the weights that make it slow."""
        finder = _finder()
        if finder is not None:
            with flag_override(cfg.Det, "allow_objects", True):
                cfg.Det.session = finder
        super()._initialize(cfg)

    def detect_and_crop(self, img: Any, op_record: dict[str, Any]) -> Any:
        """The lines, split where one of them is several, and their pictures."""
        found: Any = super().detect_and_crop(img, op_record)[1]
        split = [_split(img, box) for box in found.boxes]
        found.scores = [
            score for score, some in zip(found.scores, split, strict=True) for _ in some
        ]
        found.boxes = np.array([box for some in split for box in some])
        return self.crop_text_regions(img, found.boxes), found

    def crop_text_regions(self, img: Any, det_boxes: Any) -> list[Any]:
        """The pictures of the lines."""
        cut = [_cut(img, box) for box in det_boxes]
        slanted = np.array([box for box, one in zip(det_boxes, cut, strict=True) if one is None])
        turned = iter(super().crop_text_regions(img, slanted) if len(slanted) else ())
        return [next(turned) if one is None else one for one in cut]

    def recognize_txt(self, img: list[Any]) -> Any:
        """The texts of the lines; of those that were read before, what they said then."""
        keys = [_key(one) for one in img]
        new = {key: one for key, one in zip(keys, img, strict=True) if key not in self._read}
        groups = {key: self._quick.read(one) for key, one in new.items()}
        unsure = [
            new[key][:, one.left : one.right]
            for key, some in groups.items()
            for one in some
            if not one.sure
        ]
        second = iter(self._read_surely(unsure))
        for key, some in groups.items():
            texts = [(g.text, g.confidence) if g.sure else next(second) for g in some]
            self._read[key] = (*joined(texts), None)
        for key in keys:
            self._read.move_to_end(key)
        txts, scores, word_results = zip(*(self._read[key] for key in keys), strict=True)
        while len(self._read) > KEPT_LINES:
            self._read.popitem(last=False)
        return TextRecOutput(img, txts, list(scores), word_results)

    def _read_surely(self, img: list[Any]) -> list[tuple[str, float]]:
        """By RapidOCR's own network: texts and how sure they are."""
        if not img:
            return []
        found: Any = super().recognize_txt(img)
        return list(zip(found.txts, map(float, found.scores), strict=True))


def _finder() -> onnxruntime.InferenceSession | None:
    """The network of RapidOCR that finds lines, where one alone comes with it. What is wrong with
    its file RapidOCR says itself."""
    models = [*Path(rapidocr.__file__).with_name("models").glob("*_det_*.onnx")]
    if len(models) != 1:
        return None
    try:
        return load_network(without_denormals(models[0].read_bytes()), arena=False)
    except (OSError, ValueError):
        return None


def joined(texts: list[tuple[str, float]]) -> tuple[str, float]:
    """A line of its groups of words, as sure as its letters are on average; a gap is one space, and
    none stands at an end.
    """
    letters = sum(len(text) for text, _ in texts)
    sure = sum(len(text) * confidence for text, confidence in texts)
    line = " ".join(word for text, _ in texts for word in text.split())
    return line, sure / letters if letters else 0.0


def _key(line: Any) -> bytes:
    return blake2b(repr(line.shape).encode() + line.tobytes(), digest_size=16).digest()


def _split(img: Any, box: Any) -> list[Any]:
    """The corners of what a line is split into."""
    straight = _straight(box)
    found = split_found_line(img, straight) if straight else []
    if not found or found == [straight]:
        return [box]
    sides = (one.corners() for one in found)
    return [
        np.array(((x, y), (right, y), (right, low), (x, low)), box.dtype)
        for x, y, right, low in sides
    ]


def _straight(box: Any) -> PixelBox | None:
    """A line that lies straight, else None."""
    (left, top), (right, bottom) = np.floor(box.min(axis=0)), np.ceil(box.max(axis=0))
    height = bottom - top
    rises = abs(box[1][1] - box[0][1])
    if rises > _SLANT * height or height > _UPRIGHT * max(1, right - left):
        return None
    return PixelBox.between(int(left), int(top), int(right), int(bottom))


def _cut(img: Any, box: Any) -> Any:
    """The picture of a line that lies straight, else None."""
    straight = _straight(box)
    if straight is None:
        return None
    left, top, right, bottom = straight.corners()
    trim = round(_TRIM * straight.height)
    line = img[top + trim : bottom - trim, left:right]
    return line if line.size else None
