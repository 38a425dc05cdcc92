"""`courtside agreement`: how far judges agree with people and oracles. It needs no daemon."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from courtside.agreement.labelled_screens import Screens
from courtside.agreement.measuring import measure
from courtside.agreement.options import AgreementOptions, check
from courtside.agreement.output import write_reports
from courtside.agreement.saved_calibration import save_calibration
from courtside.agreement.sets import open_sets
from courtside.options.empty_words import FilePath
from courtside.options.filters import filter_of
from courtside.options.finite_numbers import MAX_COST, FiniteRange
from courtside.options.run_ids import find_run
from courtside.options.run_options import run_options
from courtside.output.printing import as_json
from courtside.running_daemon import judge_in_use
from courtside_bridges.client.control_api import call
from courtside_judge.agreement.disagreements import KINDS, ErrorKind, write_tag
from courtside_judge.agreement.labelled import draw
from courtside_judge.context import JudgeContext, context_of
from courtside_judge.protocol import Judge
from courtside_judge.readiness import check_ready
from courtside_judge.registry import load_judge
from courtside_store.config import Config
from courtside_store.daemon_state import read_running
from courtside_store.database import Store
from courtside_store.login_name import login_name
from courtside_store.reading import Reader
from courtside_store.records import Override, now_ms


@click.command()
@run_options(
    "Labelled runs in a file or folder instead of the stored ones, not imported; may be repeated."
)
@click.option(
    "--judge",
    "judges",
    multiple=True,
    metavar="NAME",
    help="The judge to measure; may be repeated.",
)
@click.option("--reference", metavar="AGENT", help="Use this agent's runs as demonstrations.")
@click.option(
    "--errors", type=click.IntRange(0), metavar="N", default=0, help="Show this many disagreements."
)
@click.option(
    "--tag",
    type=(str, click.Choice(KINDS)),
    metavar="RUN KIND",
    help=f"Note why a judge was wrong: {', '.join(KINDS)}.",
)
@click.option(
    "--cost-false-negative",
    type=FiniteRange(0, MAX_COST),
    help="Cost of calling a success a failure.",
)
@click.option(
    "--cost-false-positive",
    type=FiniteRange(0, MAX_COST),
    help="Cost of calling a failure a success.",
)
@click.option(
    "--calibrate",
    is_flag=True,
    help="Choose thresholds by the labels and store them; for panel also which judges it asks.",
)
@click.option("--html", type=FilePath(path_type=Path), help="Write a page with plots.")
@click.option("--markdown", type=FilePath(path_type=Path), help="Write the tables as Markdown.")
@click.option(
    "--sample",
    type=click.IntRange(1),
    metavar="N",
    help="Judge this many runs of each set, drawn by --seed.",
)
@click.option(
    "--seed", default=7, show_default=True, help="Seed of all drawing, resampling and shuffling."
)
@as_json
@click.pass_obj
def agreement(config: Config, /, **options: Any) -> None:
    """Measure how far judges agree with labels.

    The labelled runs are judged again. Labels are people's, else a benchmark's oracle's. Without
    FILTER and --data: all stored runs.
    """
    asked = AgreementOptions(**options)
    if asked.tag:
        return _tag(config, *asked.tag)
    asked = replace(asked, judges=asked.judges or (judge_in_use(config),))
    check(config, asked)
    context = context_of(config)
    judges = [_load(config, name, context) for name in asked.judges]
    with ExitStack() as held:
        screens = Screens(config)
        held.callback(screens.close)
        filter = filter_of(asked.words)
        choose = partial(draw, most=asked.sample, seed=asked.seed)
        sets = open_sets(config, filter, asked.data, asked.format, screens, held, choose)
        reports = [measure(config, asked, data, judges, context, held) for data in sets]
        write_reports(asked, reports, screens)
    if asked.calibrate:
        save_calibration(config, reports[0])
    return None


def _load(config: Config, name: str, context: JudgeContext) -> Judge:
    """Raises ValueError on a name that is none, or a judge without the model that it asks."""
    judge = load_judge(name, context)
    check_ready(config, name)
    return judge


def _tag(config: Config, run: str, kind: ErrorKind) -> None:
    """Through the daemon where one runs: it alone writes."""
    with Reader(config) as reader:
        run = find_run(reader, run).run.id
    if running := read_running(config):
        call(config, running, "POST", "/v1/overrides", {"run": run, "note": write_tag(kind)})
    else:
        with Store.open(config) as store:
            tag = Override(run=run, note=write_tag(kind), who=login_name(), at_ms=now_ms())
            store.add_override(tag)
    click.echo(f"{run} is tagged {kind}")
