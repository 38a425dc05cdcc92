"""The model of runs whose screens were only read.

It is a mean of two: that of runs with trees, and one of read screens, made of families of apps with
their trees hidden and of what an earlier one was made of.

Weights 4 were made of episodes of MiniWoB++, Fossil and django-oscar that are in no table any more:
their model stands in `read_screens_4.json`. Alone, the families overlook more of other people's
runs. The model with trees knows plain tasks from long ones, and what texts seldom show
(docs/lab/perception.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
from msgspec.structs import replace as changed

from courtside_judge.evidence.linear import LogisticModel, RunModel
from courtside_training.fitting.calibration import Calibrated, calibrated
from courtside_training.fitting.logistic_models import without_language
from courtside_training.fitting.rows import RunRow, run_rows

EARLIER = Path(__file__).with_name("read_screens_4.json")
FAMILIES_SHARE = 0.75
"""How much the families with their trees hidden count in the log-odds beside the earlier model."""
TREES_SHARE = 0.5
"""How much the model of runs with trees counts in the log-odds beside both."""


def fit_read_screens(rows: Sequence[RunRow], with_trees: RunModel | None = None) -> Calibrated:
    """Of runs whose screens were only read. Needs two families of apps or more.

    `with_trees`: the model of the same runs with their trees; None: it is made here.
    """
    if with_trees is None:
        seen = {id(row.row): row.row for row in rows}
        with_trees = calibrated(run_rows(seen.values())).model
    earlier = msgspec.json.decode(EARLIER.read_bytes(), type=LogisticModel)
    found = calibrated([replace(row, length=1.0) for row in rows])
    read = RunModel.alike(earlier.blended(found.model.long, FAMILIES_SHARE))
    return replace(found, model=read.blended(with_trees.each(_unread), TREES_SHARE))


def _unread(model: LogisticModel) -> LogisticModel:
    """Without a language model's word, which reads runs with trees alone."""
    return changed(model, weights=without_language(model.weights))
