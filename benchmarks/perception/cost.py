"""What reading screens costs: new ones, the same again, and those with a changed region.

CPU seconds of one thread, as a judge's worker spends them: by the screen reader, with its caches.
"""

from __future__ import annotations

import hashlib
import io
import random
import re
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from PIL import Image, ImageDraw, ImageFont

from courtside_judge.agreement.ocr_runs import RecordedFrames, StoredReadings
from courtside_judge.perception.fused_reader import Finder
from courtside_judge.perception.picture import open_picture
from courtside_judge.perception.protocol import OcrReader
from courtside_judge.perception.screen_reading import ScreenReader
from courtside_store.records import Observation, Step, new_id
from courtside_training.measures.known_pages import HEIGHT, WIDTH

CHANGED = (700, 600, 240, 80)
"""x, y, width, height in pixels of what changes: a message with a button appears."""
RECORDED = ("webvoyager", "screenagent", "element_boxes/web_eval", "element_boxes/phone_eval")
"""Folders of screenshots that are no animations: of web runs, desktop sessions, pages, phones."""
SEED = 7


class Timed:
    """A screen reader over pictures, with what each took."""

    def __init__(self, reader: OcrReader) -> None:
        self._pictures: dict[str, bytes] = {}
        notes: StoredReadings = {}
        frames = RecordedFrames(self._pictures.get, notes)
        self._screens = ScreenReader(reader, "measured", frames, _raise)

    def cpu_s(self, image: bytes) -> float:
        """Of this picture after those before. Raises OSError where it cannot be read."""
        sha = hashlib.sha256(image).hexdigest()
        self._pictures[sha] = image
        look = Observation(at_ms=0, frame=sha)
        begun = time.process_time()
        self._screens.read_step(Step(run=new_id("run"), index=1, after=look))
        return time.process_time() - begun


def costs(reader: OcrReader, images: Sequence[bytes]) -> dict[str, float]:
    """Means over the pictures, each read as the first of its run."""
    new, again, repacked, region = [], [], [], []
    for image in images:
        timed = Timed(reader)
        new.append(timed.cpu_s(image))
        again.append(timed.cpu_s(image))
        repacked.append(timed.cpu_s(_packed(open_picture(image))))
        region.append(timed.cpu_s(with_message(image)))
    return {
        "cpu_s_full": round(fmean(new), 4),
        "cpu_s_unchanged": round(fmean(again), 4),
        "cpu_s_same_pixels": round(fmean(repacked), 4),
        "share_one_region": round(fmean(region) / fmean(new), 4),
    }


def detector_cost(finder: Finder, images: Sequence[bytes]) -> float:
    """Of the detector alone."""
    took = []
    for image in images:
        picture = open_picture(image)
        begun = time.process_time()
        finder.detect(picture)
        took.append(time.process_time() - begun)
    return round(fmean(took), 4)


class Recorded:
    """Recorded screenshots: so many runs of so many frames from each set."""

    def __init__(self, folder: Path, runs: int, frames: int) -> None:
        self._runs = [run for name in RECORDED for run in _runs(folder / name, runs, frames)]

    @property
    def frames(self) -> int:
        """How many there are."""
        return sum(map(len, self._runs))

    def alone(self, reader: OcrReader) -> float:
        """Of a run's first frame, on average."""
        return round(fmean(Timed(reader).cpu_s(run[0]) for run in self._runs), 4)

    def in_runs(self, reader: OcrReader) -> float:
        """Of a frame after those of its run before it, on average."""
        took = []
        for run in self._runs:
            timed = Timed(reader)
            took += [timed.cpu_s(image) for image in run]
        return round(fmean(took), 4)


def empty_screen() -> bytes:
    """A screen with nothing on it."""
    return _packed(Image.new("RGB", (WIDTH, HEIGHT), "white"))


def with_message(image: bytes) -> bytes:
    """The screen with a message and its button on it."""
    picture = open_picture(image)
    x, y, width, height = CHANGED
    pen, font = ImageDraw.Draw(picture), ImageFont.load_default(14)
    pen.rectangle((x, y, x + width, y + height), fill="#ffffff", outline="#59636e")
    pen.text((x + 14, y + 10), "Your changes were saved", fill="#1f2328", font=font)
    pen.rectangle((x + 14, y + 38, x + 90, y + 66), fill="#0969da")
    pen.text((x + 30, y + 43), "Close", fill="#ffffff", font=font)
    return _packed(picture)


def _runs(folder: Path, runs: int, frames: int) -> list[list[bytes]]:
    """Pictures that follow each other, from places of the set drawn with a seed."""
    files = [one for one in folder.rglob("*") if one.suffix in {".png", ".jpg", ".jpeg"}]
    files.sort(key=lambda one: [int(n) if n.isdigit() else n for n in _parts(one)])
    most = max(0, len(files) - frames)
    begins = sorted(random.Random(SEED).sample(range(most + 1), min(runs, most + 1)))
    return [[file.read_bytes() for file in files[at : at + frames]] for at in begins if files]


def _parts(file: Path) -> list[str]:
    return re.split(r"(\d+)", str(file))


def _packed(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=1)
    return out.getvalue()


def _raise(sha: str, error: OSError | None) -> None:
    if error is not None:
        raise error
