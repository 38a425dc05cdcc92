"""Writes judged runs as training data: JSON lines and images. Knows no form and no training."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from courtside_store.blobs import Blobs
from courtside_store.reading import Reader
from courtside_store.records import Record

from .folder import new_folder
from .judged import JudgedRun, Selection, judged_runs
from .shape import Shape, Shaped
from .steps import STEPS


class Exported(Record, frozen=True, kw_only=True):
    """What an export wrote and what it left out."""

    rows: int = 0
    runs: int = 0
    images: int = 0
    below_reward: int = 0
    without_verdict: int = 0
    """Steps whose verdict is an error, unparsed or still pending: never a reward."""
    below_score: int = 0
    """Steps whose verdict has a lower score than was asked for, or none."""
    below_agreement: int = 0
    """Steps judged by a judge that agrees with people less than was asked for."""
    without_form: int = 0
    """Steps that the chosen form cannot hold."""


def export_runs(
    reader: Reader,
    blobs: Blobs,
    out: Path,
    selection: Selection | None = None,
    shape: Shape = STEPS,
) -> Exported:
    """The rows in `out/steps.jsonl`, or as `shape` has it, and the frames in `out/images/`.

    Runs are rewarded by the verdict as it is counted now, also those judged before thresholds.
    The folder is there whole or not at all. Raises ValueError on a bad filter, FileExistsError
    where something is in `out` already, OSError where the disk is full.
    """
    count: Counter[str] = Counter()
    runs: set[str] = set()
    with new_folder(out) as folder:
        (folder / "images").mkdir()
        judged = _tally(judged_runs(reader, selection or Selection()), count)
        with (folder / f"{shape.name}.jsonl").open("xb") as lines:
            for shaped in shape.write(judged, blobs):
                lines.writelines(msgspec.json.encode(row) + b"\n" for row in shaped.rows)
                count["rows"] += len(shaped.rows)
                count["images"] += _write_images(shaped, blobs, folder / "images")
                count["without_form"] += shaped.without_form
                runs |= {shaped.run} if shaped.rows else set()
    return Exported(**count, runs=len(runs))


def _tally(runs: Iterable[JudgedRun], count: Counter[str]) -> Iterator[JudgedRun]:
    """The same runs; counts what of them is left out."""
    for run in runs:
        count.update(one.left_out for one in run.steps if one.left_out)
        yield run


def _write_images(shaped: Shaped, blobs: Blobs, folder: Path) -> int:
    """How many were not there yet."""
    written = 0
    for name, sha in shaped.images.items():
        data = None if (folder / name).exists() else blobs.read(sha)
        if data is not None:
            (folder / name).write_bytes(data)
            written += 1
    return written
