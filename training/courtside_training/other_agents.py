"""Measures models of runs without screens on other people's agents, each set left out of its fit.

    python -m courtside_training.other_agents FOLDER FOLDER... [--times 3] [--json]

A folder holds labelled runs that `courtside import` reads. Beside the weights that ship: a model of
our own worlds with their screens hidden, and one of those and of the other folders' runs, each of
which counts `--times` as much. Nothing is written.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from courtside_judge.agreement.calibration import auroc
from courtside_judge.evidence.linear import LogisticModel, load_weights
from courtside_training.fitting.features import rows_of
from courtside_training.fitting.imported_episodes import imported_episodes
from courtside_training.fitting.logistic_models import fit_run
from courtside_training.fitting.rows import RunRow, View, run_row, run_rows

from .tables import read_tables

HALF = 0.5


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    sets = {folder.name: unseen_rows(folder) for folder in options.folders}
    metrics = compared(run_rows(read_tables(), ("blind",)), sets, options.times)
    print(json.dumps(metrics) if options.json else json.dumps(metrics, indent=1))


def unseen_rows(folder: Path) -> list[RunRow]:
    """Runs as the judge sees them where nothing reads their pictures."""
    found = []
    for row in rows_of(imported_episodes(folder)):
        view: View = "elements" if "elements" in row.views else "blind"
        found.append(run_row(row, view, row.views[view].run))
    return found


def compared(
    own: Sequence[RunRow], sets: Mapping[str, Sequence[RunRow]], times: int
) -> dict[str, dict[str, Any]]:
    """By set: what ships, and what is fitted without the set."""
    ours, found = fit_run(own), {}
    for name, rows in sets.items():
        others = [row for other, more in sets.items() if other != name for row in more]
        found[name] = {
            "runs": len(rows),
            "ships": numbers(load_weights().unsighted, rows),
            "own worlds": numbers(ours.long, rows),
            "own worlds and other sets": numbers(fit_run([*own, *others * times]).long, rows),
        }
    return found


def numbers(model: LogisticModel, rows: Sequence[RunRow]) -> dict[str, float | None]:
    """At full coverage."""
    pairs = [(model.probability(row.amounts), row.episode.oracle) for row in rows]
    called = [right for score, right in pairs if score >= HALF]
    kept = {
        "accuracy": fmean((score >= HALF) == right for score, right in pairs),
        "precision": fmean(called) if called else None,
        "auroc": auroc(pairs),
        "brier": fmean((score - right) ** 2 for score, right in pairs),
    }
    return {name: None if x is None else round(x, 3) for name, x in kept.items()}


if __name__ == "__main__":
    main()
