"""`courtside agreement`: how far judges agree with people and oracles. It needs no daemon."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace
from rich.console import Console
from rich.progress import Progress

from courtside.agreement.calibration import save_calibration
from courtside.agreement.screen_reading import Screens
from courtside.agreement.sets import open_sets
from courtside.agreement.terminal import print_blocks
from courtside.filters import filter_of
from courtside.printing import as_json, print_json
from courtside.run_ids import find_run
from courtside.run_options import run_options
from courtside_bridges.client.daemon_address import call
from courtside_judge.agreement.baselines import BASELINES
from courtside_judge.agreement.blocks import Block, Shown, Words
from courtside_judge.agreement.calibrated import Wanted
from courtside_judge.agreement.composing import COMPOSED, compose, parts_of
from courtside_judge.agreement.errors import KINDS, ErrorKind, find_errors, write_tag
from courtside_judge.agreement.labelled import LabelledSet, draw
from courtside_judge.agreement.markdown import render_markdown
from courtside_judge.agreement.matching import ActionMatching, demonstrations
from courtside_judge.agreement.page import render_page
from courtside_judge.agreement.report import SetReport, set_blocks
from courtside_judge.agreement.row import judge_set
from courtside_judge.backends.chosen import live_judge
from courtside_judge.context import JudgeContext, context_of
from courtside_judge.protocol import Judge
from courtside_judge.registry import load_judge
from courtside_store.config import Config, read_running
from courtside_store.database import Store
from courtside_store.people import login_name
from courtside_store.reading import Reader
from courtside_store.records import Override, Record, now_ms

METHOD = (
    "Success is the positive class. Error, unparsed and unknown are never counted right or wrong: "
    "they lower the coverage, and all other numbers are over the decided runs. Intervals are for "
    "95 %: Wilson's for shares, else percentiles of 1,000 bootstrap resamples of runs. Runs are "
    "taken as independent; where several share a task the intervals are too narrow. The control "
    "measures the same verdicts against shuffled labels: the mean of 200 shuffles, and the range "
    "that holds 95 % of them."
)


class Asked(Record, frozen=True, kw_only=True):
    """The command's options."""

    words: tuple[str, ...]
    data: tuple[Path, ...]
    format: str
    judges: tuple[str, ...]
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


@click.command()
@run_options("Labelled runs in a file or folder instead of the stored ones; may be repeated.")
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
@click.option("--cost-false-negative", type=float, help="Cost of calling a success a failure.")
@click.option("--cost-false-positive", type=float, help="Cost of calling a failure a success.")
@click.option(
    "--calibrate", is_flag=True, help="Store thresholds; for cascade and panel, their parts too."
)
@click.option("--html", type=click.Path(path_type=Path), help="Write a page with plots.")
@click.option("--markdown", type=click.Path(path_type=Path), help="Write the tables as Markdown.")
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
    asked = Asked(**options)
    if asked.tag:
        return _tag(config, *asked.tag)
    _check(config, asked)
    context = context_of(config)
    judges = [load_judge(name, context) for name in asked.judges or (live_judge(config),)]
    with ExitStack() as held:
        screens = Screens(config)
        held.callback(screens.close)
        filter = filter_of(asked.words)
        choose = partial(draw, most=asked.sample, seed=asked.seed)
        sets = open_sets(config, filter, asked.data, asked.format, screens, held, choose)
        reports = [_measure(config, asked, data, judges, context, held) for data in sets]
        _print(asked, reports, screens)
    if asked.calibrate:
        save_calibration(config, reports[0])
    return None


def _check(config: Config, asked: Asked) -> None:
    """Raises ValueError or RuntimeError on what cannot be done, before the long work."""
    costs = (asked.cost_false_negative, asked.cost_false_positive)
    if asked.words and asked.data:
        raise ValueError(
            f"FILTER {' '.join(asked.words)!r}; --data is given too: give one of the two"
        )
    if (costs[0] is None) != (costs[1] is None):
        raise ValueError(
            "only one cost is given; give both --cost-false-negative and --cost-false-positive"
        )
    judge = (asked.judges or (live_judge(config),))[0]
    if asked.calibrate and judge not in COMPOSED and not _wanted(config, asked).anything:
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


def _wanted(config: Config, asked: Asked) -> Wanted:
    return Wanted(
        cost_false_negative=asked.cost_false_negative,
        cost_false_positive=asked.cost_false_positive,
        max_false_success=config.max_false_success,
    )


def _measure(
    config: Config,
    asked: Asked,
    data: LabelledSet,
    judges: Sequence[Judge],
    context: JudgeContext,
    held: ExitStack,
) -> SetReport:
    """Raises ValueError where there is nothing to agree with."""
    if not data.runs:
        others = ", ".join(f"{n} {reason}" for reason, n in data.left_out.items())
        raise ValueError(
            f"{data.name}: no labelled run ({others or 'nothing matches'}); label some on the "
            "page, or import runs that have an oracle"
        )
    baselines: tuple[Judge, ...] = BASELINES
    if asked.reference is not None:
        baselines += (ActionMatching(demonstrations(data.runs, asked.reference)),)
    parts = parts_of(judges[0].name, context) if asked.calibrate else ()
    with Progress(console=Console(stderr=True), transient=True) as bar:
        work = bar.add_task(data.name, total=len(data.runs) * (len(judges) + len(parts)))
        wanted = _wanted(config, asked)
        limit_s = config.run_timeout_s
        on_judged = partial(bar.advance, work)
        composed = None
        if parts:
            judge, composed = compose(judges[0].name, data, context, wanted, limit_s, on_judged)
            judges = [judge]
        judged = judge_set(data, judges, asked.seed, on_judged, wanted, baselines, limit_s)
        judged[0] = replace(judged[0], row=replace(judged[0].row, composed=composed))
    tags = held.enter_context(Reader(config)).notes if config.database.is_file() else _no_notes
    most = asked.errors or (20 if asked.html else 0)
    errors = {
        one.row.judge: find_errors(one.outcomes, tags, most, asked.seed)
        for one in judged
        if one.row.kind == "judge"
    }
    return SetReport(data=data, judged=tuple(judged), errors=errors)


def _no_notes(_: str) -> Sequence[str]:
    return ()


def _print(asked: Asked, reports: Sequence[SetReport], screens: Screens) -> None:
    blocks = [block for report in reports for block in set_blocks(report)]
    shown = [block for block in blocks if asked.errors or not isinstance(block, Shown)]
    print_blocks(Console(stderr=asked.as_json), shown)
    if trouble := screens.trouble():
        click.echo(trouble, err=True)
    _write(asked, blocks, screens.sentence())
    if asked.as_json:
        rows = [row for report in reports for row in report.rows]
        print_json(rows)


def _write(asked: Asked, blocks: Sequence[Block], reader: str) -> None:
    now = datetime.now(UTC)
    title = "How far the judges agree with people and oracles"
    made = Words(
        text=f"Made on {now:%d %B %Y} by `courtside agreement` {version('courtside')}, "
        f"seed {asked.seed}. {METHOD} {reader}"
    )
    if asked.html:
        asked.html.write_text(render_page(title, [made, *blocks]), "utf-8")
    if asked.markdown:
        before = asked.markdown.read_text("utf-8") if asked.markdown.exists() else ""
        asked.markdown.write_text(render_markdown(title, [made, *blocks], before), "utf-8")


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
