"""Writes judged runs as training data: rows, pictures and a data card. Knows no export format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from courtside_store.blobs import Blobs
from courtside_store.reading import Reader
from courtside_store.records import Record

from .data_card import CARD, write_card
from .export_format import ExportFormat
from .folder import new_folder
from .judged import JudgedRun, Selection, judged_run, judged_runs
from .layout import Layout, Split
from .provenance import Provenance
from .public import made_public, marked_words, without_pictures
from .row_files import drop_empty_splits, row_files
from .step_rows import STEPS


class Exported(Record, frozen=True, kw_only=True):
    """What an export wrote and what it left out."""

    rows: int = 0
    test_rows: int = 0
    """Of these, rows of the test split."""
    runs: int = 0
    images: int = 0
    """Files below `images/`, and pictures that stand in the rows themselves."""
    below_reward: int = 0
    without_label: int = 0
    """Where people's labels alone count: steps that nobody labelled, or in a format of whole runs
    such runs."""
    without_verdict: int = 0
    """Steps whose verdict is an error, unparsed or still pending: never a reward."""
    below_score: int = 0
    """Steps whose verdict has a lower score than was asked for, or none."""
    below_agreement: int = 0
    """Steps judged by a judge that agrees with people less than was asked for."""
    without_outcome: int = 0
    """Runs that are neither a success nor a failure, of a format of whole runs."""
    without_form: int = 0
    """Steps that the chosen format cannot hold."""


def export_runs(
    reader: Reader,
    blobs: Blobs,
    out: Path,
    selection: Selection | None = None,
    format: ExportFormat = STEPS,
    layout: Layout | None = None,
    require_rows: bool = False,
) -> Exported:
    """The rows in `out/steps.jsonl`, or as `format` and `layout` have it, the frames in
    `out/images/`, and the data card.

    Runs are rewarded by the verdict as it is counted now, also those judged before thresholds.
    The folder is there whole or not at all. Raises ValueError on a bad filter, on a format that has
    no such layout, and with `require_rows` where there is nothing to write; FileExistsError where
    something is in `out` already, OSError where the disk is full, ModuleNotFoundError where
    Parquet is asked for without pyarrow.
    """
    selection, layout = selection or Selection(), layout or Layout()
    chosen = _Chosen(reader, selection, format, layout)
    count: Counter[str] = Counter()
    in_split: Counter[Split] = Counter()
    kinds: Counter[str] = Counter()
    runs: set[str] = set()
    with new_folder(out) as folder:
        with row_files(folder, format, layout, blobs) as files:
            for exported in format.write(chosen, blobs):
                split = layout.split_of(exported.task)
                count["images"] += files.add(split, exported) + exported.images_inside
                count["rows"] += len(exported.rows)
                in_split[split] += len(exported.rows)
                if kind := format.kind_column:
                    kinds.update(row[kind] for row in exported.rows)
                count["without_form"] += exported.without_form
                if exported.rows:
                    runs |= {exported.run, *exported.further_runs}
                    chosen.count_written()
        chosen.count_further(runs)
        counts = {**count, **chosen.left_out, "runs": len(runs), "test_rows": in_split["test"]}
        if require_rows:
            _refuse_nothing(Exported(**counts), chosen.runs, format)
        splits = drop_empty_splits(folder, format, layout, in_split)
        card = write_card(
            format, selection, layout, splits, Counter(counts), kinds, chosen.provenance
        )
        (folder / CARD).write_text(card, "utf-8")
    return Exported(**counts)


LEFT_OUT = {
    "without_label": "that no person labelled",
    "without_verdict": "without a verdict",
    "below_reward": "below the reward",
    "below_score": "below the score",
    "below_agreement": "of a judge that agrees too little",
    "without_outcome": "without an outcome (unknown, not judged, or cut short)",
    "without_form": "that the format cannot hold",
}


TO_LABEL = (
    "`courtside label` asks for labels, with --steps of each step; --labels both counts the judge's"
    " too"
)


def left_out(done: Exported) -> str:
    """What an export left out, in words; empty where it was nothing."""
    return ", ".join(
        f"{n} {words}" for name, words in LEFT_OUT.items() if (n := getattr(done, name))
    )


def _refuse_nothing(done: Exported, runs: int, format: ExportFormat) -> None:
    if not runs:
        raise ValueError("no run matches: nothing to export; `courtside list` shows what there is")
    if not done.rows:
        why = left_out(done)
        lacks = f"left out: {why}" if why else f"a row of {format.name} is {format.about}"
        how = f"; {TO_LABEL}" if done.without_label else ""
        raise ValueError(f"nothing to export; {lacks}{how}")


class _Chosen:
    """The runs that a format is made of; what is left out of them is counted the first time."""

    def __init__(
        self, reader: Reader, selection: Selection, format: ExportFormat, layout: Layout
    ) -> None:
        self._reader = reader
        self._selection = selection
        self._format = format
        self._layout = layout
        self._is_counted = False
        self._marked = marked_words(reader) if layout.public else []
        self.left_out: Counter[str] = Counter()
        self.runs = 0
        """That the selection finds, whether something of them is written or not."""
        self.provenance = Provenance()
        self._written: set[str] = set()
        self._newest: JudgedRun | None = None

    def __iter__(self) -> Iterator[JudgedRun]:
        counts, self._is_counted = not self._is_counted, True
        for run in judged_runs(self._reader, self._selection):
            is_used = self._format.of == "steps" or run.reward is not None
            if counts:
                self._count(run, is_used)
            if is_used:
                self._newest = run
                yield self._shown(run)

    def count_written(self) -> None:
        """That rows are made of the run that was handed out last."""
        if self._newest:
            self._count_labels(self._newest)

    def count_further(self, runs: Iterable[str]) -> None:
        """That rows are made of these runs too, as far as they are not counted."""
        for run in sorted(set(runs) - self._written):
            if summary := self._reader.summary(run):
                self._count_labels(judged_run(self._reader, summary, self._selection))

    def _count_labels(self, run: JudgedRun) -> None:
        self._written.add(run.summary.run.id)
        if self._format.rests_on == "kept":
            return self.provenance.add(run, run.kept)
        return self.provenance.add(run, [one for one in run.steps if one.label])

    def _count(self, run: JudgedRun, is_used: bool) -> None:
        self.runs += 1
        if self._format.of == "steps":
            self.left_out.update(one.left_out for one in run.steps if one.left_out)
        if not is_used:
            is_unlabelled = self._selection.labels == "people" and run.label is None
            self.left_out["without_label" if is_unlabelled else "without_outcome"] += 1

    def _shown(self, run: JudgedRun) -> JudgedRun:
        if self._layout.public:
            return made_public(run, [*self._marked, *self._layout.hidden])
        return run if self._layout.images else without_pictures(run)
