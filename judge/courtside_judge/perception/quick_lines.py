"""Reads lines of text with a network that costs a fifth of RapidOCR's. Finds no lines.

PP-OCRv6's tiny recogniser (PaddleOCR, Apache-2.0; NOTICE). How well it reads, and when another one
has to read after it: docs/lab/perception.md.
"""

from __future__ import annotations

import math
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np

from .networks import load_network
from .picture import Pixels

WEIGHTS = Path(__file__).with_name("line_reader.onnx")
HEIGHT = 48
"""Of a line as the network sees it, in pixels."""
MIN_WIDTH = 32
MARGIN = 1
"""Places of the space beside a group of words that are cut out with it."""
SURE = 0.6
"""A group is sure where the network is at least so sure of each place in it. Chosen on 12 pages
(docs/lab/perception.md).
"""


class WordGroup(NamedTuple):
    """Words of a line that stand beside each other and are all sure, or none of them."""

    text: str
    confidence: float
    """Mean over its letters; 0 without any."""
    sure: bool
    left: int
    right: int
    """Where it stands in the line, in pixels."""


class QuickLines:
    """The network with its weights. Use from one thread at a time."""

    def __init__(self, weights: Path = WEIGHTS) -> None:
        """Raises OSError where the weights are missing or damaged."""
        self._session = load_network(weights)
        letters = self._session.get_modelmeta().custom_metadata_map["character"]
        self._letters = ("", *letters.splitlines(), " ")
        """By their numbers in the network; the first is none, the last a space."""

    def read(self, line: Pixels) -> tuple[WordGroup, ...]:
        """The text of one line, cut out of its picture."""
        height, width = line.shape[:2]
        seen = _network_input(line)
        places = self._session.run(None, {"x": seen})[0][0]
        best, sure = places.argmax(1), places.max(1)
        pixels = seen.shape[3] / len(best) * height / HEIGHT
        groups = []
        for is_sure, words in groupby(
            _words(best == len(self._letters) - 1),
            lambda word: bool(sure[word].min() >= SURE),
        ):
            group = list(words)
            begin, end = group[0].start, group[-1].stop
            begins = _letter_begins(best[begin:end])
            text = "".join(self._letters[number] for number in best[begin:end][begins])
            confidence = float(sure[begin:end][begins].mean()) if text else 0.0
            left, right = int((begin - MARGIN) * pixels), math.ceil((end + MARGIN) * pixels)
            groups.append(WordGroup(text, confidence, is_sure, max(0, left), min(width, right)))
        return tuple(groups)


def _words(space: Any) -> list[slice]:
    """Places between spaces; all of them where there is none."""
    edges = np.flatnonzero(np.diff(np.concatenate(((1,), space, (1,))).astype(np.int8)))
    return [slice(int(begin), int(end)) for begin, end in edges.reshape(-1, 2)]


def _letter_begins(best: Any) -> Any:
    """Which places show a letter first: each is seen at several places beside each other."""
    return (best != 0) & (best != np.concatenate(((-1,), best[:-1])))


def _network_input(line: Pixels) -> Any:
    """(1, 3, HEIGHT, width) of -1 to 1, at least MIN_WIDTH wide."""
    height, width = line.shape[:2]
    wide = max(1, math.ceil(HEIGHT * width / height))
    seen = cv2.resize(line, (wide, HEIGHT)).astype(np.float32) / 127.5 - 1
    filled = np.zeros((1, 3, HEIGHT, max(MIN_WIDTH, wide)), np.float32)
    filled[0, :, :, :wide] = seen.transpose(2, 0, 1)
    return filled
