"""Fits the evidence judge's models to collected episodes, and writes them with their card.

    python -m courtside_training.fit [TABLE...] [--write]

Logistic regression (scikit-learn): a reader can add up its weights. Findings that may speak one way
only are left out where the data would turn them round.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
from sklearn.linear_model import LogisticRegression

from courtside_judge.evidence.features import feature_signs
from courtside_judge.evidence.linear import Model, Weights

from .rows import READ, Row, RunRow, StepRow, run_rows, step_rows
from .tables import read_tables
from .worlds.catalogue import NAMES

VERSION = "4"
STRENGTH = 1.0
"""Inverse of the quadratic penalty."""
APP = 2.0
"""A row of a real app of ours counts so much: they are more like what is to be judged, and few."""
RAREST = 5
"""A finding that fewer rows show gets no weight."""
WEIGHTS = Path(__file__).parents[2] / "judge/courtside_judge/evidence/weights.json"


def fit_model(
    rows: Sequence[dict[str, float]],
    right: Sequence[bool],
    worlds: Sequence[str],
) -> Model:
    """A logistic model. In our own worlds both classes weigh the same; how often our agents succeed
    is our choice. Runs of other people's agents keep their own rate."""
    seen: dict[str, int] = {}
    for row in rows:
        for name in row:
            seen[name] = seen.get(name, 0) + 1
    signs = feature_signs()
    names = sorted(name for name, count in seen.items() if count >= RAREST)
    y = np.array(right, dtype=int)
    count = Counter(zip(worlds, right, strict=True))
    size = Counter(worlds)
    weigh = [
        (1.0 if w == "miniwob" else APP) * size[w] / (2 * count[w, r]) if w in NAMES else 1.0
        for w, r in zip(worlds, right, strict=True)
    ]
    while True:
        x = np.array([[row.get(name, 0.0) for name in names] for row in rows])
        model = LogisticRegression(C=STRENGTH, max_iter=2000).fit(x, y, sample_weight=weigh)
        turned = {n for n, w in zip(names, model.coef_[0], strict=True) if signs.get(n, 0) * w < 0}
        if not turned:
            break
        names = [name for name in names if name not in turned]
    pairs = zip(names, model.coef_[0], strict=True)
    return Model(
        bias=round(float(model.intercept_[0]), 3),
        weights={name: round(float(weight), 3) for name, weight in pairs},
    )


def fit_run(rows: Sequence[RunRow]) -> Model:
    """The model of a run's success."""
    worlds = [row.episode.world for row in rows]
    right = [row.episode.oracle for row in rows]
    return fit_model([row.amounts for row in rows], right, worlds)


def fit_step(rows: Sequence[StepRow]) -> Model:
    """The model of a step's progress."""
    worlds = [row.group.split("/")[0] for row in rows]
    return fit_model([row.amounts for row in rows], [row.helped for row in rows], worlds)


def fit(rows: Sequence[Row]) -> Weights:
    """All models, from everything."""
    run = fit_run(run_rows(rows))
    read = fit_run(run_rows(rows, READ))
    steps = step_rows(rows, run)
    return Weights(
        version=VERSION,
        run=run,
        unsighted=fit_run(run_rows(rows, ("blind",))),
        read=read,
        step=fit_step(steps),
        read_step=fit_step(step_rows(rows, read, READ)),
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
