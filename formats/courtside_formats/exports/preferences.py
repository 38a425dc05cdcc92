"""Writes pairs of answers to one screen, a better and a worse, in TRL's format for preferences."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from courtside_store.blobs import Blobs
from courtside_store.records import Observation, Record

from .chat import prompt
from .export_format import ExportedRows, ExportFormat, ExportRow, columns
from .frame_names import picture
from .judged import JudgedRun
from .turns import ModelTurn, turns_of

GOOD = {"goal-reached", "towards-the-goal"}
ScreenHash = str
"""A task and what a screen shows, as a hash."""


class _Seen(Record, frozen=True, kw_only=True):
    """What was answered to each screen in all runs."""

    good: dict[ScreenHash, dict[str, float]]
    bad: dict[ScreenHash, dict[str, None]]
    """Answers that a judge or a person called a step away from the goal."""
    worse: dict[tuple[ScreenHash, str], dict[str, None]]
    """Answers of failed attempts, by what a successful one did on the same screen instead."""


def _write(runs: Iterable[JudgedRun], blobs: Blobs) -> Iterator[ExportedRows]:
    seen = _look_through(runs)
    written: set[tuple[ScreenHash, str, str]] = set()
    for run in runs:
        images: dict[str, str] = {}
        rows = [
            _pair(run, turn, worse, kind, blobs, images)
            for turn in turns_of(run)
            for worse, kind in _worse(run, turn, seen, written)
        ]
        summary = run.summary.run
        yield ExportedRows(run=summary.id, task=run.task, rows=rows, images=images)


def _look_through(runs: Iterable[JudgedRun]) -> _Seen:
    good: dict[ScreenHash, dict[str, float]] = {}
    bad: dict[ScreenHash, dict[str, None]] = {}
    paths: dict[str, tuple[list[_Path], list[_Path]]] = {}
    for run in runs:
        turns = [turn for turn in turns_of(run) if turn.step]
        path = [(screen_of(run, turn.look), turn.answer) for turn in turns]
        for (screen, answer), turn in zip(path, turns, strict=True):
            label = turn.step.label if turn.step else None
            if turn.is_kept and label in GOOD and turn.step and turn.step.reward is not None:
                good.setdefault(screen, {})[answer] = turn.step.reward
            elif label == "away-from-the-goal":
                bad.setdefault(screen, {})[answer] = None
        if run.task and run.reward is not None:
            paths.setdefault(run.task, ([], []))[run.reward].append(path)
    return _Seen(good=good, bad=bad, worse=_partings(paths))


_Path = list[tuple[ScreenHash, str]]


def _partings(
    paths: dict[str, tuple[list[_Path], list[_Path]]],
) -> dict[tuple[ScreenHash, str], dict[str, None]]:
    """Where a failed attempt first did something else than a successful one on the same screen."""
    worse: dict[tuple[ScreenHash, str], dict[str, None]] = {}
    for failed, succeeded in paths.values():
        for good in succeeded:
            for bad in failed:
                for (screen, better), (other, answer) in zip(good, bad, strict=False):
                    if screen != other:
                        break
                    if better != answer:
                        worse.setdefault((screen, better), {})[answer] = None
                        break
    return worse


def _worse(
    run: JudgedRun, turn: ModelTurn, seen: _Seen, written: set[tuple[ScreenHash, str, str]]
) -> Iterator[tuple[str, str]]:
    """Answers that this one is better than, each told once, and why."""
    if turn.step is None or turn.look is None:
        return
    screen = screen_of(run, turn.look)
    good = seen.good.get(screen, {}) if turn.is_kept else {}
    bad = seen.bad.get(screen, {}) if turn.answer in good else {}
    parted = seen.worse.get((screen, turn.answer), {}) if run.reward == 1 else {}
    for answer, kind in [*((a, "step") for a in bad), *((a, "attempt") for a in parted)]:
        key = (screen, turn.answer, answer)
        if answer not in good and answer != turn.answer and key not in written:
            written.add(key)
            yield answer, kind


def screen_of(run: JudgedRun, look: Observation | None) -> ScreenHash:
    """A key that is the same for the same task on a screen that shows the same."""
    parts: list[object] = [run.task]
    if look is not None:
        texts = [(one.role, one.text, one.value, one.state) for one in look.elements]
        parts += [look.url, look.text, texts] if texts or look.text else [look.frame]
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _pair(
    run: JudgedRun, turn: ModelTurn, worse: str, kind: str, blobs: Blobs, images: dict[str, str]
) -> ExportRow:
    name = picture(turn.look, blobs, images)
    return {
        "prompt": prompt(run, turn),
        "chosen": [{"role": "assistant", "content": turn.answer}],
        "rejected": [{"role": "assistant", "content": worse}],
        "images": [name] if name else [],
        "run": run.summary.run.id,
        "step": turn.number,
        "task": run.summary.run.task,
        "because": kind,
    }


PREFERENCE = ExportFormat(
    name="preference",
    about="a better and a worse answer to one screen, for TRL's DPOTrainer; because: step: they "
    "were judged so; attempt: an attempt that succeeded and one that failed parted here",
    write=_write,
    columns=columns(
        prompt="messages",
        chosen="messages",
        rejected="messages",
        images="images",
        run="text",
        step="int",
        task="text",
        because="text",
    ),
)
