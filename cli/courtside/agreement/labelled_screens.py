"""Reads the screens of labelled runs before they are judged, and says how far it is."""

from __future__ import annotations

from collections.abc import Callable

import click

from courtside.output.progress_bar import progress_bar
from courtside_judge.agreement.labelled import Labelled, LabelledSet
from courtside_judge.agreement.ocr_runs import (
    BoundedOcrReader,
    count_unread,
    read_screens,
    with_screen_texts,
)
from courtside_judge.perception.frame_reading import FrameReader, OnRead
from courtside_judge.perception.ocr_process import OcrProcess
from courtside_judge.perception.protocol import PartlyReadError
from courtside_judge.perception.registry import choose, gap_stamp_of, stamp_of
from courtside_judge.perception.screen_reading import ScreenReader
from courtside_judge.protocol import FrameStore
from courtside_store.config import Config

FRAME_SHARE = 0.4
"""The share of `judge_timeout_s` that one frame gets: as live, where a step has two."""
FramesOf = Callable[[Labelled], FrameStore]


class Screens:
    """The reader that the configuration names, and what it could and could not read."""

    def __init__(self, config: Config) -> None:
        """Raises ValueError where the reader is not installed."""
        kind = choose(config.ocr)
        self.frame_s = FRAME_SHARE * config.judge_timeout_s
        self.stamp = stamp_of(kind) if kind else ""
        fills = kind if config.ocr_screens == "with-gaps" else None
        self._gap_stamp = gap_stamp_of(fills) if fills else ""
        self.read = 0
        self.skipped: dict[str, str] = {}
        """Why, by frame."""
        self.partly: dict[str, str] = {}
        """What of a frame that was read there was no time for, by frame."""
        self._ocr_process = OcrProcess(kind, config.ocr_weights, self.frame_s) if kind else None

    def close(self) -> None:
        """Ends the reader's process."""
        if self._ocr_process:
            self._ocr_process.close()

    def with_texts(self, data: LabelledSet, frames_of: FramesOf) -> LabelledSet:
        """The runs as a judge would see them live: screens without elements are read first."""
        if self._ocr_process is None:
            return data
        reader = BoundedOcrReader(self._ocr_process)
        filler = BoundedOcrReader(self._ocr_process.with_detector()) if self._gap_stamp else None

        def known(run: Labelled, on_read: OnRead | None = None) -> ScreenReader:
            frames = frames_of(run)
            gaps = FrameReader(filler, self._gap_stamp, frames, on_read) if filler else None
            return ScreenReader(reader, self.stamp, frames, on_read, gaps)

        if frames := count_unread(data, known):
            click.echo(f"reading {frames} screens with {self.stamp}; Ctrl-C ends it", err=True)
            with progress_bar() as bar:
                work = bar.add_task(f"screens read by {self.stamp}", total=frames)

                def on_read(sha: str, error: OSError | None) -> None:
                    self._count(sha, error)
                    bar.update(work, completed=self.read + len(self.skipped))

                read_screens(data, lambda run: known(run, on_read))
        return with_screen_texts(data, known)

    def _count(self, sha: str, error: OSError | None) -> None:
        if error is None or isinstance(error, PartlyReadError):
            self.read += 1
            self.partly |= {sha: str(error)} if error else {}
        else:
            self.skipped[sha] = str(error)

    def sentence(self) -> str:
        """For the report: it changes what a judge can know."""
        if self._ocr_process is None:
            return "Screens without elements were not read by OCR."
        which = "Screens without elements"
        if self._gap_stamp:
            which += ", and what other screens' elements leave out,"
        return f"{which} were read by {self.stamp}. {self.trouble()}".strip()

    def trouble(self) -> str:
        """How many screens were skipped or read only in part, and why; empty where none was."""
        whole = self.read + len(self.skipped)
        sentences = []
        if self.skipped:
            first = next(iter(self.skipped.values()))
            sentences.append(
                f"{len(self.skipped)} of {whole} screens could not be read "
                f"({first}) and are judged without their text."
            )
        if self.partly:
            first = next(iter(self.partly.values()))
            sentences.append(f"{len(self.partly)} of {whole} screens were read in part ({first}).")
        return " ".join(sentences)
