"""Runs that somebody else than a judge has labelled, from the store. Knows no judge."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from msgspec import field
from msgspec.structs import replace

from courtside_judge.pending import case_of, ending_of
from courtside_judge.protocol import Case, Ending, ReadFrame
from courtside_store.reading import Reader
from courtside_store.records import Record, RunLabel, Short, Step, StepLabel
from courtside_store.summaries import RunSummary


class Labelled(Record, frozen=True, kw_only=True):
    """A run as a judge may see it, and apart from that its ground truth."""

    case: Case
    steps: Callable[[], Iterable[Step]]
    """Reads the steps, in order; may be called again."""
    ending: Ending
    frames: ReadFrame

    success: bool | None = None
    """The label; None where only steps have one. Never handed to a judge, nor what follows."""
    labelled_by: Literal["person", "oracle", "recording"] = "oracle"
    """A recording came with its label; it does not name who gave it."""
    step_labels: dict[int, StepLabel] = field(default_factory=dict)
    """What people say of single steps, by number."""
    domain: Short = ""
    """Site, app or part of a data set, for the tables."""


class CountedOutcome(NamedTuple):
    """What became of a run, and who decided it."""

    label: RunLabel
    by: Literal["person", "oracle", "judge"] | None
    """None where the run is not judged yet."""


class LabelledSet(Record, frozen=True, kw_only=True):
    """The labelled runs of one set, and how many others there were, by reason."""

    name: str
    runs: tuple[Labelled, ...]
    left_out: dict[str, int] = field(default_factory=dict)


def draw(data: LabelledSet, most: int | None, seed: int) -> LabelledSet:
    """So many of its runs at most, drawn at random by the seed, in their order. None: all."""
    if most is None or len(data.runs) <= most:
        return data
    drawn = sorted(random.Random(seed).sample(range(len(data.runs)), most))
    left_out = {**data.left_out, "not drawn": len(data.runs) - most}
    runs = tuple(data.runs[number] for number in drawn)
    return replace(data, runs=runs, left_out=left_out)


def find_stored(reader: Reader, frames: ReadFrame, filter: str = "") -> LabelledSet:
    """Ended runs that match and have a label: of most people who gave one, else an oracle's.

    Raises ValueError on a filter that it does not understand.
    """
    runs, left_out = [], Counter[str]()
    for summary in reader.every_run(filter):
        reason = _reason(summary)
        cells = reader.every_step_summary(summary.run.id, summary.steps)
        labels = {cell.step: cell.override for cell in cells if cell.override}
        if reason and not (labels and reason == "without a label"):
            left_out[reason] += 1
        else:
            runs.append(stored_run(reader, frames, summary, labels))
    return LabelledSet(
        name=f"stored runs {filter}".strip(), runs=tuple(runs), left_out=dict(left_out)
    )


def truth_of(summary: RunSummary) -> bool | None:
    """The label that most annotators gave; without any, the oracle's."""
    if not summary.people:
        return summary.oracle
    labels = [*summary.people.values()]
    more = labels.count("success") - labels.count("failure")
    return more > 0 if more else None


def outcome_of(summary: RunSummary) -> CountedOutcome:
    """What counts of a run: people's labels, else the oracle's, else the verdict that counts.

    An answer of the judge that failed or could not be read decides nothing.
    """
    truth = truth_of(summary)
    if summary.people or truth is not None:
        label: RunLabel = "unknown" if truth is None else "success" if truth else "failure"
        return CountedOutcome(label, "person" if summary.people else "oracle")
    judged = summary.verdict if summary.status == "ok" else None
    return CountedOutcome(judged or "unknown", "judge" if summary.status else None)


def _reason(summary: RunSummary) -> str:
    """Why a run cannot be counted; empty where it can."""
    if summary.run.ended_at_ms is None:
        return "not ended yet"
    if truth_of(summary) is not None:
        return ""
    if "success" in summary.people.values():
        return "of which people disagree"
    return f"a person says {summary.override}" if summary.people else "without a label"


def stored_run(
    reader: Reader,
    frames: ReadFrame,
    summary: RunSummary,
    step_labels: dict[int, StepLabel] | None = None,
) -> Labelled:
    """A run and what is said of it, as `find_stored` has it."""
    return Labelled(
        case=case_of(summary),
        steps=partial(reader.steps, summary.run.id),
        ending=ending_of(summary.run),
        frames=frames,
        success=truth_of(summary),
        labelled_by="person" if summary.people else "oracle",
        step_labels=step_labels or {},
        domain=_domain(reader, summary),
    )


def _domain(reader: Reader, summary: RunSummary) -> str:
    """Host of the page that the run began on; elsewhere the surface."""
    first = next(iter(reader.steps(summary.run.id, 1, 1)), None)
    look = (first.before or first.after) if first else None
    return (urlsplit(look.url).hostname if look else None) or summary.surface
