"""The model of runs whose screens were only read.

It is made of families of apps with their trees hidden, and of what an earlier one was made of.

Weights 4 were made of episodes of MiniWoB++, Fossil and django-oscar that are in no table any more:
their model stands in `read_screens_4.json`, and has a quarter of the log-odds. Alone, the families
overlook more of other people's runs (docs/lab/perception.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from courtside_judge.evidence.linear import LogisticModel, RunModel
from courtside_training.fitting.calibration import Calibrated, calibrated
from courtside_training.fitting.rows import RunRow

EARLIER = Path(__file__).with_name("read_screens_4.json")
SHARE = 0.75
"""How much the families' model counts in the log-odds."""


def fit_read_screens(rows: Sequence[RunRow]) -> Calibrated:
    """Of runs whose screens were only read; its model is the same for all tasks. Needs two families
    of apps or more."""
    earlier = msgspec.json.decode(EARLIER.read_bytes(), type=LogisticModel)
    found = calibrated(rows)
    model = earlier.blended(found.model.long, SHARE)
    return replace(found, model=RunModel.alike(model))
