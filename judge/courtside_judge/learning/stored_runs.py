"""Finds the stored runs that something can be learned from. Learns nothing and writes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from courtside_judge.agreement.labelled import Labelled, stored_run, truth_of
from courtside_judge.perception.frame_reading import FrameReader
from courtside_judge.perception.registry import ReaderName, choose, gap_stamp_of, stamp_of
from courtside_judge.perception.screen_reading import ScreenReader
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.geometry import PixelBox
from courtside_store.reading import Reader
from courtside_store.records import Element, Step
from courtside_store.summaries import RunSummary

from .scope import Scope, site_of

MAX_RUNS = 1000
"""Only the newest runs are learned from; more would take minutes."""


def usable_runs(reader: Reader, agent: str = "") -> Iterator[tuple[RunSummary, bool]]:
    """Ended runs with a task, a step and a label that decides, newest first, and whether each is a
    success: what `courtside learn` reads and what the page counts. `agent`: only its runs.
    """
    for summary in reader.labelled_runs(agent):
        success = truth_of(summary)
        if success is not None and not _why_unusable(summary):
            yield summary, success


def unusable_runs(reader: Reader, agent: str = "") -> Counter[str]:
    """How many ended runs have a label and teach nothing, by the reason in words. `agent`: only of
    its runs.
    """
    reasons = map(_why_unusable, reader.labelled_runs(agent))
    return Counter(reason for reason in reasons if reason)


def _why_unusable(summary: RunSummary) -> str:
    """Empty where something can be learned from it."""
    if truth_of(summary) is None:
        return "on which people are even"
    if not summary.run.task:
        return "without a task"
    return "" if summary.steps else "without a step"


def labelled_runs(config: Config, reader: Reader, scope: Scope) -> list[Labelled]:
    """The newest labelled runs of a scope, as the judge saw them live."""
    blobs = Blobs(config.blobs)
    kind = choose(config.ocr)
    found = []
    for summary, _ in usable_runs(reader, scope.agent):
        run = stored_run(reader, blobs.read, summary)
        if scope.site and site_of(_first(run.steps())) != scope.site:
            continue
        fills = config.ocr_screens == "with-gaps"
        found.append(_as_read(run, kind, fills, blobs) if kind else run)
        if len(found) == MAX_RUNS:
            break
    return found


def begins_any_run(reader: Reader, site: str) -> bool:
    """Whether any stored run begins on this site, labelled or not. Looks through all of them."""
    runs = (reader.steps(one.run.id, 1, 1) for one in reader.every_run())
    return any(site_of(_first(steps)) == site for steps in runs)


def _first(steps: Iterable[Step]) -> Step | None:
    return next(iter(steps), None)


def _as_read(run: Labelled, kind: ReaderName, fills: bool, blobs: Blobs) -> Labelled:
    """With what OCR read of its screens when it was judged; nothing is read again."""
    steps = run.steps

    def seen() -> list[Step]:
        gaps = FrameReader(_NoReader(), gap_stamp_of(kind), blobs) if fills else None
        reader = ScreenReader(_NoReader(), stamp_of(kind), blobs, gaps=gaps)
        return [reader.read_step(step, only_known=True) for step in steps()]

    return msgspec.structs.replace(run, steps=seen)


class _NoReader:
    def read(self, image: bytes, region: PixelBox | None = None) -> tuple[Element, ...]:
        raise OSError("this picture was not read while the run was live; learning reads none")
