"""Fits the evidence judge's models of runs and steps, and writes them with their card.

    python -m courtside_training.fit [TABLE...] [--write]

The probabilities are calibrated on families left out, and so are the limits between which the judge
abstains.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from courtside_judge.evidence.linear import Model, Weights, load_weights

from .calibration import calibrated
from .models import fit_step
from .rows import READ, Row, StepRow, run_rows, step_rows
from .tables import read_tables

VERSION = "6"
WEIGHTS = Path(__file__).parents[2] / "judge/courtside_judge/evidence/weights.json"


def fit(rows: Sequence[Row], before: Weights) -> Weights:
    """The models, from everything.

    Those of runs whose screens were only read, or never seen, stay as they were before: made of our
    own worlds alone, whose agents lie more than others do, they called hardly any run of other
    people's agents a success (docs/lab/agreement.md).
    """
    found = calibrated(run_rows(rows))
    steps = step_rows(rows, found.model)
    return replace(
        before,
        version=VERSION,
        run=found.model,
        step=fit_step(steps),
        read_step=fit_step(step_rows(rows, before.read, READ)),
        run_limits=found.limits,
        made_by=_card(rows, steps),
    )


def _card(rows: Sequence[Row], steps: Sequence[StepRow]) -> str:
    worlds = sorted({row.episode.world for row in rows})
    kinds = len({row.group for row in rows})
    return (
        f"training/courtside_training/fit.py on {len(rows)} episodes of {kinds} kinds of task "
        f"({', '.join(worlds)}), {len(steps)} steps with a label by replay; the models of runs "
        "whose screens were only read or never seen are those of version 4"
    )


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", type=Path, nargs="*", help="all in the repository unless given")
    parser.add_argument("--write", action="store_true", help="replace the shipped weights")
    options = parser.parse_args()
    weights = fit(read_tables(options.tables), load_weights())
    if options.write:
        WEIGHTS.write_bytes(msgspec.json.format(msgspec.json.encode(weights), indent=2) + b"\n")
    for title in ("run", "step", "read_step"):
        model: Model = getattr(weights, title)
        print(f"{title}: bias {model.bias:+.2f}")
        for kind, weight in sorted(model.weights.items(), key=lambda one: one[1]):
            print(f"  {weight:+.2f}  {kind}")
    print(weights.made_by)


if __name__ == "__main__":
    main()
