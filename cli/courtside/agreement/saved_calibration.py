"""Stores what `courtside agreement --calibrate` found. Measures nothing."""

from __future__ import annotations

from contextlib import suppress

import click
from msgspec.structs import replace

from courtside_judge.agreement.candidates import Composed
from courtside_judge.agreement.report import MIN_LABELLED_RUNS, SetReport
from courtside_store.config import Config
from courtside_store.daemon_state import read_running
from courtside_store.rendering import counted
from courtside_store.thresholds import Thresholds, load_thresholds, save_thresholds


def save_calibration(config: Config, report: SetReport) -> None:
    """The thresholds of the set's first judge, and how it was put together.

    Raises ValueError where it answered on no run, or on too few for a score that costs choose.
    """
    judged = report.judged[0]
    if judged.calibrated is None:
        raise ValueError(f"{judged.row.judge} gave no verdict on any labelled run")
    costs = judged.calibrated.costs
    if costs and costs.n < MIN_LABELLED_RUNS:
        raise ValueError(
            f"no thresholds are written: costs choose a score on at least {MIN_LABELLED_RUNS} "
            f"labelled runs that the judge decided, and there are {costs.n}; "
            "`courtside label --blind` asks for more labels"
        )
    composed = judged.row.composed
    config.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = judged.calibrated.thresholds
    save_thresholds(config, _with_choices(config, found, composed))
    written = f"thresholds written to {config.thresholds_file}"
    click.echo(f"{written}{_use_of(found)}", err=True)
    if composed and read_running(config):
        click.echo("a running daemon uses them after `courtside stop` and `courtside up`", err=True)


def _use_of(found: Thresholds) -> str:
    if found.max_false_success is None or found.success_from is not None:
        return "; retry and export use them"
    runs = counted(found.n, "labelled run")
    return (
        f": no score is known to be that safe by {runs}, so retry and export take every success "
        "for unknown; more labels may show one, and without the file the limits that ship count"
    )


def _with_choices(config: Config, thresholds: Thresholds, composed: Composed | None) -> Thresholds:
    """With what was chosen now for the cascade and the panel, else what was chosen before."""
    before: Thresholds | None = None
    with suppress(ValueError):  # a file that cannot be read is written again
        before = load_thresholds(config)
    cascade, panel = (before.cascade, before.panel) if before else (None, None)
    if composed:
        cascade, panel = composed.cascade or cascade, composed.panel or panel
    return replace(thresholds, cascade=cascade, panel=panel)
