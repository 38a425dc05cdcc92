"""Reads with the `tesseract` program, if it is installed. Needs no library."""

from __future__ import annotations

import csv
import os
import subprocess
from collections.abc import Iterator
from io import BytesIO
from itertools import groupby

from courtside_store.geometry import Box, PixelBox
from courtside_store.records import Element

from .protocol import TextLine, crop, elements

PROGRAM = "tesseract"
_SCATTERED = "11"
"""Page segmentation: text anywhere, in no order, as on a screen."""
_LIMIT_S = 60
"""A picture takes a second or two; a program that hangs must not hold the judge for ever."""


class TesseractReader:
    """Five times as quick as RapidOCR, but misses light text on dark buttons."""

    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        """Lines; the confidence is the mean of their words'. OSError where the program fails or
        hangs.
        """
        picture, shown = crop(image, region)
        sent = BytesIO()
        picture.save(sent, "PPM")
        try:
            done = subprocess.run(
                [PROGRAM, "stdin", "stdout", "--psm", _SCATTERED, "tsv"],
                input=sent.getvalue(),
                capture_output=True,
                env={**os.environ, "OMP_THREAD_LIMIT": "1"},
                check=False,
                timeout=_LIMIT_S,
            )
        except subprocess.TimeoutExpired as error:
            raise OSError(f"{PROGRAM} took longer than {_LIMIT_S} s") from error
        if done.returncode:
            lines = done.stderr.decode(errors="replace").strip().splitlines()
            raise OSError(f"{PROGRAM} failed: {lines[-1] if lines else done.returncode}")
        return elements(lines_of(done.stdout.decode(errors="replace")), shown)


def lines_of(tsv: str) -> Iterator[TextLine]:
    """The lines in tesseract's table, which has a row for each word."""
    rows = csv.DictReader(tsv.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    words = [row for row in rows if row["level"] == "5" and row["text"].strip()]
    for _, group in groupby(words, key=lambda w: (w["block_num"], w["par_num"], w["line_num"])):
        line = list(group)
        left, top = (min(int(w[side]) for w in line) for side in ("left", "top"))
        right = max(int(w["left"]) + int(w["width"]) for w in line)
        bottom = max(int(w["top"]) + int(w["height"]) for w in line)
        yield TextLine(
            text=" ".join(w["text"] for w in line),
            box=Box(left, top, right - left, bottom - top),
            confidence=round(sum(float(w["conf"]) for w in line) / len(line) / 100, 4),
        )
