"""Writes one stored run as a Playwright test, for `courtside export`. Prints nothing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import click
from msgspec.structs import replace

from courtside.options.run_ids import find_run
from courtside_formats.exports.judged import Selection, judged_run
from courtside_formats.exports.output_errors import writing
from courtside_formats.exports.playwright.script import is_weak, test_name, unchecked, write_test
from courtside_formats.exports.playwright.visible_results import VisibleResult
from courtside_judge.evidence.catalogue import CATALOGUE
from courtside_store.private_files import write_private
from courtside_store.reading import Reader
from courtside_store.records import Evidence

_ENTRIES = {entry.kind: entry for entry in CATALOGUE}


class WrittenTest(NamedTuple):
    """A test in its file."""

    file: Path
    is_weak: bool
    """It may pass where the outcome is spoiled."""
    unchecked: str
    """Which values of the task it does not check, in a sentence; empty: none."""


def write_run(
    reader: Reader, words: Sequence[str], out: Path, selection: Selection, allow_weak_test: bool
) -> WrittenTest:
    """The test, written to `out`, or to a file named after the task in that folder.

    Raises ValueError for a run that makes no test, FileExistsError where the file is there,
    CannotWrite where that is impossible.
    """
    if len(words) != 1 or ":" in words[0]:
        raise click.UsageError(
            "--format playwright takes one RUN and no filter: an id, the beginning of one, or last"
        )
    run = judged_run(reader, find_run(reader, words[0]), replace(selection, filter=""))
    file = out if out.suffix == ".py" else out / f"{test_name(run)}.py"
    source = write_test(run, find_result, allow_weak_test, file.name)
    if file.exists():
        raise FileExistsError(f"{file} is there already; choose another --out")
    with writing(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        write_private(file, source.encode(), flush=True)
    return WrittenTest(file, is_weak(source), unchecked(source))


def find_result(evidence: Evidence) -> VisibleResult | None:
    """What a finding for success leaves on a page: by its fields, never by its sentence."""
    if not _speaks_for(evidence):
        return None
    entry = _ENTRIES.get(evidence.kind)
    seen_in = entry.seen_in if entry else None
    beside = "" if entry and entry.requirement else evidence.where  # there it says how it was met
    return VisibleResult(
        words=tuple(dict.fromkeys(words for words in (evidence.what, beside) if words)),
        why=evidence.text,
        step=evidence.step,
        is_request=seen_in == "request",
        is_title=seen_in == "title",
        is_gone=seen_in == "nowhere",
    )


def _speaks_for(evidence: Evidence) -> bool:
    """Whether a finding speaks for success; one that weighs nothing yet does by its meaning."""
    entry = _ENTRIES.get(evidence.kind)
    if entry is None or evidence.weight:
        return evidence.weight > 0 and (entry is None or entry.proves != "nothing")
    return entry.sign == "towards" and entry.proves != "nothing"
