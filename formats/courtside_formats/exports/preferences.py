"""Writes pairs of answers to one screen, a better and a worse, in TRL's format for preferences."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from courtside_store.blobs import Blobs
from courtside_store.records import Observation, Record

from .chat import prompt
from .export_format import ExportedRows, ExportFormat, ExportRow, columns
from .frame_names import picture
from .judged import JudgedRun
from .turns import ModelTurn, turns_of, without_form

GOOD = {"goal-reached", "towards-the-goal"}
ScreenHash = str
"""A task and what a screen shows, as a hash."""
Answers = dict[str, str]
"""A run that gave it, by the answer."""


class _Seen(Record, frozen=True, kw_only=True):
    """What was answered to each screen in all runs."""

    good: dict[ScreenHash, dict[str, float]]
    bad: dict[ScreenHash, Answers]
    """Those that a judge or a person called a step away from the goal."""
    worse: dict[tuple[ScreenHash, str], Answers]
    """Those of failed attempts, by what a successful one did on the same screen instead."""


def _write(runs: Iterable[JudgedRun], blobs: Blobs) -> Iterator[ExportedRows]:
    seen = _look_through(runs)
    written: set[tuple[ScreenHash, str, str]] = set()
    for run in runs:
        images: dict[str, str] = {}
        rows: list[ExportRow] = []
        rejected: set[str] = set()
        turns = turns_of(run)
        for turn in turns:
            for worse, of_run, kind in _worse(run, turn, seen, written):
                rows.append(_pair(run, turn, worse, kind, blobs, images))
                rejected.add(of_run)
        yield ExportedRows(
            run=run.summary.run.id,
            further_runs=frozenset(rejected),
            task=run.task,
            rows=rows,
            images=images,
            without_form=without_form(turns),
        )


def _look_through(runs: Iterable[JudgedRun]) -> _Seen:
    good: dict[ScreenHash, dict[str, float]] = {}
    bad: dict[ScreenHash, Answers] = {}
    paths: dict[str, tuple[list[_Path], list[_Path]]] = {}
    for run in runs:
        turns = [turn for turn in turns_of(run) if turn.step]
        id = run.summary.run.id
        answers = [
            _Answer(screen_of(run, turn.look), turn.answer, turn.is_learnable) for turn in turns
        ]
        for (screen, answer, is_learnable), turn in zip(answers, turns, strict=True):
            label = turn.step.label if turn.step else None
            if turn.is_kept and label in GOOD and turn.step and turn.step.reward is not None:
                good.setdefault(screen, {})[answer] = turn.step.reward
            elif is_learnable and label == "away-from-the-goal":
                bad.setdefault(screen, {})[answer] = id
        if run.task and run.reward is not None:
            path = _Path(run=id, answers=answers)
            paths.setdefault(run.task, ([], []))[run.reward].append(path)
    return _Seen(good=good, bad=bad, worse=_partings(paths))


class _Answer(NamedTuple):
    screen: ScreenHash
    text: str
    is_learnable: bool


class _Path(Record, frozen=True, kw_only=True):
    """What a run answered to each of its screens."""

    run: str
    answers: list[_Answer]


def _partings(
    paths: dict[str, tuple[list[_Path], list[_Path]]],
) -> dict[tuple[ScreenHash, str], Answers]:
    """Where a failed attempt first did something else than a successful one on the same screen."""
    worse: dict[tuple[ScreenHash, str], Answers] = {}
    for failed, succeeded in paths.values():
        for good in succeeded:
            for bad in failed:
                for better, answer in zip(good.answers, bad.answers, strict=False):
                    if better.screen != answer.screen:
                        break
                    if better.text != answer.text:
                        if better.is_learnable and answer.is_learnable:
                            key = better.screen, better.text
                            worse.setdefault(key, {})[answer.text] = bad.run
                        break
    return worse


def _worse(
    run: JudgedRun, turn: ModelTurn, seen: _Seen, written: set[tuple[ScreenHash, str, str]]
) -> Iterator[tuple[str, str, str]]:
    """Answers that this one is better than, each told once, with a run that gave it, and why."""
    if turn.step is None or turn.look is None:
        return
    screen = screen_of(run, turn.look)
    good = seen.good.get(screen, {}) if turn.is_kept else {}
    bad = seen.bad.get(screen, {}) if turn.answer in good else {}
    parted = seen.worse.get((screen, turn.answer), {}) if run.reward == 1 else {}
    found = [(*one, "step") for one in bad.items()]
    found += [(*one, "attempt") for one in parted.items()]
    for answer, of_run, kind in found:
        key = (screen, turn.answer, answer)
        if answer not in good and answer != turn.answer and key not in written:
            written.add(key)
            yield answer, of_run, kind


def screen_of(run: JudgedRun, look: Observation | None) -> ScreenHash:
    """A key that is the same for the same task on a screen that shows the same, wherever the
    keyboard is."""
    parts: list[object] = [run.task]
    if look is not None:
        texts = [
            (one.role, one.text, one.value, [state for state in one.state if state != "focused"])
            for one in look.elements
        ]
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
    rests_on="labelled",
    kind_column="because",
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
