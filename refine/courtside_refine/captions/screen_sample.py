"""Samples recorded screens, as many of each domain as can be. Describes none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from urllib.parse import urlsplit

from courtside_store.blobs import Blobs
from courtside_store.reading import Reader
from courtside_store.records import Observation, Record, RunId, Sha256, Surface
from courtside_store.summaries import RunSummary


class CaptionScreen(Record, frozen=True, kw_only=True):
    """One recorded screen with its picture."""

    frame: Sha256
    domain: str
    """The site's host; of a phone or desktop its kind."""
    surface: Surface
    run: RunId
    step: int


def sample_screens(
    reader: Reader, blobs: Blobs, filter: str, most: int, seed: int
) -> Sequence[CaptionScreen]:
    """So many at most, each picture once, the domains in turn; the same for the same seed and
    store. Raises ValueError where there is none."""
    by_domain: dict[str, dict[str, CaptionScreen]] = defaultdict(dict)
    for screen in _screens(reader, filter):
        by_domain[screen.domain].setdefault(screen.frame, screen)
    groups = [sorted(by_domain[name].values(), key=lambda one: one.frame) for name in by_domain]
    draw = Random(f"captions {seed}")
    for group in groups:
        draw.shuffle(group)
    groups.sort(key=lambda group: group[0].domain if group else "")
    chosen: list[CaptionScreen] = []
    while len(chosen) < most and any(groups):
        for group in groups:
            while group and not blobs.has(group[-1].frame):
                group.pop()
            if group and len(chosen) < most:
                chosen.append(group.pop())
    if not chosen:
        which = f"no run that {filter!r} finds" if filter.strip() else "no run"
        raise ValueError(f"{which} has a screen with a picture; `courtside list` lists runs")
    return chosen


def _screens(reader: Reader, filter: str) -> Iterator[CaptionScreen]:
    for summary in reader.every_run(filter):
        for step in reader.steps(summary.run.id):
            for look in (step.before, step.after):
                if look is not None and look.frame:
                    yield _screen(summary, step.index, look, look.frame)


def _screen(summary: RunSummary, step: int, look: Observation, frame: str) -> CaptionScreen:
    host = urlsplit(look.url).netloc
    return CaptionScreen(
        frame=frame,
        domain=host or summary.surface,
        surface=summary.surface,
        run=summary.run.id,
        step=step,
    )
