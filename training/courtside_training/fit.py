"""Fits the evidence judge's models to the tables, and writes them with their card.

    python -m courtside_training.fit [TABLE...] [--write]

The probabilities are calibrated on families left out, and so are the limits between which the judge
abstains.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import msgspec

from courtside_judge.evidence.linear import Model, Weights

from .calibration import calibrated
from .models import fit_step
from .rows import READ, Row, StepRow, run_rows, step_rows
from .tables import read_tables

VERSION = "5"
WEIGHTS = Path(__file__).parents[2] / "judge/courtside_judge/evidence/weights.json"


def fit(rows: Sequence[Row]) -> Weights:
    """All models, from everything."""
    run, run_limits = calibrated(run_rows(rows))
    read, read_limits = calibrated(run_rows(rows, READ))
    unsighted, unsighted_limits = calibrated(run_rows(rows, ("blind",)))
    steps = step_rows(rows, run)
    return Weights(
        version=VERSION,
        run=run,
        unsighted=unsighted,
        read=read,
        step=fit_step(steps),
        read_step=fit_step(step_rows(rows, read, READ)),
        run_limits=run_limits,
        read_limits=read_limits,
        unsighted_limits=unsighted_limits,
        made_by=_card(rows, steps),
    )


def _card(rows: Sequence[Row], steps: Sequence[StepRow]) -> str:
    worlds = sorted({row.episode.world for row in rows})
    kinds = len({row.group for row in rows})
    return (
        f"training/courtside_training/fit.py on {len(rows)} episodes of {kinds} kinds of task "
        f"({', '.join(worlds)}), {len(steps)} steps with a label by replay"
    )


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", type=Path, nargs="*", help="all in the repository unless given")
    parser.add_argument("--write", action="store_true", help="replace the shipped weights")
    options = parser.parse_args()
    weights = fit(read_tables(options.tables))
    if options.write:
        WEIGHTS.write_bytes(msgspec.json.format(msgspec.json.encode(weights), indent=2) + b"\n")
    for title in ("run", "unsighted", "read", "step", "read_step"):
        model: Model = getattr(weights, title)
        print(f"{title}: bias {model.bias:+.2f}")
        for kind, weight in sorted(model.weights.items(), key=lambda one: one[1]):
            print(f"  {weight:+.2f}  {kind}")
    print(weights.made_by)


if __name__ == "__main__":
    main()
