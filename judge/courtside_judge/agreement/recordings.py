"""Labelled runs of other people's agents, read from files. Knows no judge and stores nothing."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from msgspec.structs import replace

from courtside_formats.importers import Broken, Imported, read_runs
from courtside_judge.protocol import Case, Ending

from .labelled import Labelled, LabelledSet


def find_recorded(path: Path, format: str = "auto", name: str = "") -> LabelledSet:
    """Every labelled run in a file or folder; what is broken is counted.

    Raises ValueError where there is nothing of a known format, FileNotFoundError where there is no
    such path.
    """
    runs, left_out = [], Counter[str]()
    tasks: dict[str, str] = {}
    for imported in read_runs(path, format):
        if isinstance(imported, Imported):
            tasks |= dict.fromkeys((*imported.with_task, imported.run), imported.task)
        match imported:
            case Broken():
                left_out["broken"] += 1
            case Imported(oracle=None) if not imported.step_labels:
                left_out["without a label"] += 1
            case Imported():
                runs.append(_recorded(imported))
    known = (replace(one, case=replace(one.case, task=tasks[one.case.run])) for one in runs)
    return LabelledSet(name=name or _name(path), runs=tuple(known), left_out=dict(left_out))


def _name(path: Path) -> str:
    """The last two parts, without an ending: "androidworld/episodes"."""
    parts = path.resolve().with_suffix("").parts
    return "/".join(parts[-2:])


def _recorded(run: Imported) -> Labelled:
    """Judges see of it what they would see of a run from the store."""
    return Labelled(
        case=Case(
            run=run.run, task=run.task, agent=run.agent, source="import", surface=run.surface
        ),
        steps=lambda: run.steps,
        ending=Ending(ended_by=run.ended_by, answer=run.answer, claims_success=run.claims_success),
        frames=run.frames,
        success=run.oracle,
        labelled_by="recording",
        step_labels=run.step_labels,
        domain=run.domain or run.surface,
    )
