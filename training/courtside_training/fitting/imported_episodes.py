"""Labelled runs of other people's agents as episodes, of which a fit makes rows."""

from __future__ import annotations

from pathlib import Path

from courtside_formats.importers import load_runs
from courtside_formats.importers.imported import Imported
from courtside_training.collecting.episodes import Episode


def imported_episodes(path: Path, without: Path | None = None) -> list[Episode]:
    """The labelled runs in a folder, less the tasks that another folder has as well."""
    out = {_task_of(one) for one in _runs(without)} if without else set()
    return [
        Episode(
            world=path.name,
            kind=_task_of(one),
            seed=0,
            behaviour="found",
            task=one.task,
            steps=one.steps,
            answer=one.answer,
            claims_success=one.claims_success,
            oracle=one.oracle,
        )
        for one in _runs(path)
        if one.oracle is not None and _task_of(one) not in out
    ]


def _runs(path: Path) -> list[Imported]:
    return [one for one in load_runs(path) if isinstance(one, Imported)]


def _task_of(one: Imported) -> str:
    """An id is "number:task" or "number:task:instance"."""
    return one.id.split(":")[1] if ":" in one.id else one.id
