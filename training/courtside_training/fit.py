"""Fits the evidence judge's models of runs and steps, and writes them with their card.

    python -m courtside_training.fit [TABLE...] [--limits] [--write]

The probabilities are calibrated on families left out, and so are the limits between which the judge
abstains. Those stay as they were unless `--limits` is said: they hang on few runs, so that chosen
again after each fit they move more than the weights do (docs/lab/evidence.md). The limits for the
setting `max_false_success` are chosen with each fit: they promise something of these very weights.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from courtside_judge.evidence.linear import LogisticModel, Promise, Weights, load_weights
from courtside_training.fitting.abstaining import PROMISES
from courtside_training.fitting.calibration import calibrated, typical_limits
from courtside_training.fitting.logistic_models import fit_read_step, fit_step
from courtside_training.fitting.read_screens_model import fit_read_screens
from courtside_training.fitting.rows import READ, Row, StepRow, run_rows, step_rows

from .tables import read_tables

VERSION = "26"
WEIGHTS = Path(__file__).parents[2] / "judge/courtside_judge/evidence/weights.json"


def fit(rows: Sequence[Row], before: Weights, *, new_limits: bool = False) -> Weights:
    """The models, from everything.

    That of runs whose screens were never seen stays as it was before: made of our own worlds alone,
    whose agents lie more than others do, it called hardly any run of other people's agents a
    success (docs/lab/agreement.md). Its limits and those of read screens stay as well: nothing
    calibrates the first, and of the second each run is among them three times, so that their own
    would be those of one of two models.
    """
    found = calibrated(run_rows(rows))
    limits = typical_limits(run_rows(rows)) if new_limits else before.run_limits
    read = fit_read_screens(run_rows(rows, READ), found.model)
    steps = step_rows(rows, found.model)
    return replace(
        before,
        version=VERSION,
        run=found.model,
        read=read.model,
        step=fit_step(steps),
        read_step=fit_read_step(step_rows(rows, read.model, READ)),
        run_limits=limits,
        promises=tuple(
            Promise(max_false_success=share, limits=found.promised[share]) for share in PROMISES
        ),
        made_by=_card(rows, steps),
    )


def _card(rows: Sequence[Row], steps: Sequence[StepRow]) -> str:
    worlds = sorted({row.episode.world for row in rows})
    kinds = len({row.group for row in rows})
    return (
        f"training/courtside_training/fit.py on {len(rows)} episodes of {kinds} kinds of task "
        f"({', '.join(worlds)}), {len(steps)} steps with a label by replay; the model of runs "
        "whose screens were only read is the mean of that of runs with trees and of another, three "
        "parts of these with their trees hidden and one of version 4, that of runs whose screens "
        "were never seen is that of version 4"
    )


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", type=Path, nargs="*", help="all in the repository unless given")
    parser.add_argument("--limits", action="store_true", help="choose again where it abstains")
    parser.add_argument("--write", action="store_true", help="replace the shipped weights")
    options = parser.parse_args()
    rows = read_tables(options.tables)
    weights = fit(rows, load_weights(), new_limits=options.limits)
    if options.write:
        WEIGHTS.write_bytes(msgspec.json.format(msgspec.json.encode(weights), indent=2) + b"\n")
    models: dict[str, LogisticModel] = {
        "run, plain task": weights.run.plain,
        "run, long task": weights.run.long,
        "read, plain task": weights.read.plain,
        "read, long task": weights.read.long,
        **{title: getattr(weights, title) for title in ("step", "read_step")},
    }
    for title, model in models.items():
        print(f"{title}: bias {model.bias:+.2f}")
        for kind, weight in sorted(model.weights.items(), key=lambda one: one[1]):
            print(f"  {weight:+.2f}  {kind}")
    print(weights.made_by)


if __name__ == "__main__":
    main()
