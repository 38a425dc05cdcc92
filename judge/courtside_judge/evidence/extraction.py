"""Asks every extractor of the catalogue: about a run so far, about its end, about one step."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from courtside_judge.protocol import Ending

from .bars import barring, is_bar
from .catalogue import AT_END, OF_RUN, OF_STEP, entry_of
from .contradicted import without_contradicted
from .extractors.single_step import Moment
from .finding import Finding
from .tracker import Tracker

_OF_RUN = tuple(dict.fromkeys(entry.extractor for entry in OF_RUN))
_AT_END = tuple(dict.fromkeys(entry.extractor for entry in AT_END))
_BARRING = tuple(dict.fromkeys(entry.extractor for entry in AT_END if is_bar(entry.kind)))
_OF_STEP = tuple(dict.fromkeys(entry.extractor for entry in OF_STEP))


def run_findings(run: Tracker) -> list[Finding]:
    """Everything that a run shows so far."""
    return [finding for extract in _OF_RUN for finding in extract(run)]


def end_findings(run: Tracker, ending: Ending) -> list[Finding]:
    """Everything that a run shows at its end."""
    at_end = [finding for extract in _AT_END for finding in extract(run, ending)]
    return run_findings(run) + without_contradicted(run, at_end)


def bars_at_end(run: Tracker, ending: Ending) -> list[Finding]:
    """What bars a success and shows only at an end."""
    at_end = [finding for extract in _BARRING for finding in extract(run, ending)]
    return barring(without_contradicted(run, at_end))


def step_findings(
    run: Tracker, moment: Moment, now: Sequence[Finding], before: Sequence[Finding]
) -> list[Finding]:
    """What one step brought to the run's findings, took away, and did by itself."""
    index = moment.step.index
    changes = _brought(index, now, before) + _taken(index, now, before)
    return changes + [finding for extract in _OF_STEP for finding in extract(run, moment)]


def _brought(step: int, now: Sequence[Finding], before: Sequence[Finding]) -> list[Finding]:
    known = {finding.key for finding in before}
    return [
        replace(finding, change="new", amount=1.0, step=step)
        for finding in now
        if finding.key not in known and (finding.step == step or entry_of(finding.kind).is_event)
    ]


def _taken(step: int, now: Sequence[Finding], before: Sequence[Finding]) -> list[Finding]:
    """What held before and does not any more: a wrong value put right, or a right one undone."""
    kept = {finding.kind for finding in now}
    return [
        replace(finding, change="gone", amount=1.0, step=step)
        for finding in before
        if finding.step is not None and finding.kind not in kept
    ]
