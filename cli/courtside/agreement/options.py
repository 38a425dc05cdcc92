"""What is asked of `courtside agreement`, and whether it can be done. Measures nothing."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from courtside.options.run_options import check_one_source
from courtside_judge.agreement.calibrated import Wanted
from courtside_judge.agreement.composing import COMPOSED
from courtside_judge.agreement.disagreements import ErrorKind
from courtside_store.config import Config
from courtside_store.records import Record


class AgreementOptions(Record, frozen=True, kw_only=True):
    """The options of `courtside agreement`."""

    words: tuple[str, ...]
    data: tuple[Path, ...]
    format: str
    judges: tuple[str, ...]
    """At least one: without --judge the one that judges live."""
    reference: str | None
    seed: int
    sample: int | None
    as_json: bool
    html: Path | None
    markdown: Path | None
    errors: int
    tag: tuple[str, ErrorKind] | None
    cost_false_negative: float | None
    cost_false_positive: float | None
    calibrate: bool


def check(config: Config, asked: AgreementOptions) -> None:
    """Raises ValueError or RuntimeError on what cannot be done, before the long work."""
    costs = (asked.cost_false_negative, asked.cost_false_positive)
    check_one_source(asked.words, asked.data)
    if (costs[0] is None) != (costs[1] is None):
        raise ValueError(
            "only one cost is given; give both --cost-false-negative and --cost-false-positive"
        )
    is_composed = asked.judges[0] in COMPOSED
    if asked.calibrate and not is_composed and not wanted_of(config, asked).anything:
        raise ValueError(
            "nothing to calibrate for: set max_false_success (COURTSIDE_MAX_FALSE_SUCCESS=0.05), "
            "or give both costs"
        )
    if asked.calibrate and (len(asked.data) > 1 or len(asked.judges) > 1):
        raise ValueError("--calibrate is for one judge on one set; give one --judge and one --data")
    for out in (asked.html, asked.markdown):
        if out and not out.parent.is_dir():
            raise ValueError(f"{out} cannot be written: there is no folder {out.parent}")
    if asked.html and not all(map(find_spec, ("matplotlib", "jinja2"))):
        raise RuntimeError("--html needs matplotlib and Jinja2: pip install 'courtside[report]'")


def wanted_of(config: Config, asked: AgreementOptions) -> Wanted:
    """What calibrated thresholds must hold to, by the options and the settings."""
    return Wanted(
        cost_false_negative=asked.cost_false_negative,
        cost_false_positive=asked.cost_false_positive,
        max_false_success=config.max_false_success,
    )
