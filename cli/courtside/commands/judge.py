"""`courtside judge`: the options, the progress bar and the words at the end."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import click
import msgspec
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from courtside.options.empty_words import not_empty
from courtside.options.engine_options import engine_options
from courtside.options.filters import filter_of
from courtside.options.run_options import check_one_source, run_options
from courtside.output.judging_report import print_report
from courtside.output.printing import as_json, print_json
from courtside.output.progress_bar import progress_bar
from courtside.rejudging.chosen_runs import choose_runs, import_chosen
from courtside.rejudging.judging_pass import JudgingEngine, Rejudging
from courtside.rejudging.rejudged_runs import JudgingReport
from courtside.running_daemon import judge_in_use
from courtside_judge.learning.learned import LearnedFile
from courtside_judge.pending import FindJudged, judged_by, judged_by_anyone, judged_by_nobody
from courtside_judge.process.judge_messages import Ready
from courtside_judge.readiness import check_ready
from courtside_judge.registry import OURS, judge_names, unknown_judge
from courtside_store.config import Config
from courtside_store.reading import Reader
from courtside_store.records import Record
from courtside_store.summaries import RunSummary


class JudgeOptions(Record, frozen=True, kw_only=True):
    """The options of `courtside judge`."""

    words: tuple[str, ...]
    data: tuple[Path, ...]
    format: str
    judge: str | None
    pending: bool
    again: bool
    dry_run: bool
    engine: Literal["local", "ray"]
    address: str | None
    workers: int
    as_json: bool


@click.command("judge")
@run_options("Import the runs in a file or folder, then judge them; may be repeated.")
@click.option(
    "--judge",
    metavar="NAME",
    callback=not_empty,
    help=f"{', '.join(OURS)}, or one of another package; default: the live one.",
)
@click.option(
    "--pending",
    is_flag=True,
    help="Only runs and steps without a verdict, or whose verdict failed.",
)
@click.option("--again", is_flag=True, help="Judge again what this judge has judged before.")
@click.option("--dry-run", is_flag=True, help="Store nothing; only print the verdicts.")
@engine_options("Judge")
@click.option(
    "--workers",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    metavar="N",
    help="Number of judging processes.",
)
@as_json
@click.pass_obj
def judge_runs(config: Config, /, **options: Any) -> None:
    """Judge stored runs again.

    Judges all runs that have ended, or those that match FILTER.

    What this judge has judged before, in this version and with this model, is skipped: after Ctrl-C
    the same command continues. Verdicts are appended; the newest one counts, on the page, in lists
    and in exports. See docs/guide/judging.md.
    """
    asked = JudgeOptions(**options)
    config = msgspec.structs.replace(config, judge=_judge_name(config, asked))
    imported = import_chosen(config, asked.data, asked.format)
    with Reader(config) as reader:
        runs, left_out = choose_runs(reader, filter_of(asked.words), imported)
    ready = _who_judges(config)
    report, ended = _judge(config, asked, runs, _done(asked, ready), ready.outcomes_only)
    report = msgspec.structs.replace(report, left_out=left_out)
    if asked.as_json:
        print_json(report)
    else:
        print_report(report)
    if not ended:
        raise click.Abort
    if report.failed or report.unparsed:
        sys.exit(1)


def _judge_name(config: Config, asked: JudgeOptions) -> str:
    """Raises ValueError on what cannot be done, before the long work."""
    check_one_source(asked.words, asked.data)
    if asked.pending and asked.again:
        raise ValueError(
            "--pending leaves out what is judged, --again judges it again: give one of the two"
        )
    if asked.dry_run and asked.data:
        raise ValueError(
            "--dry-run stores nothing, but --data imports first; `courtside agreement --data` "
            "measures a judge on recorded runs without storing them"
        )
    if asked.address and asked.engine != "ray":
        raise ValueError(f"--address {asked.address} is for a Ray cluster; add --engine ray")
    name = asked.judge or judge_in_use(config)
    if name not in judge_names():
        raise unknown_judge(name)
    check_ready(config, name)
    LearnedFile(config.learned_file).load()  # a damaged file would be ignored without a word
    return name


def _who_judges(config: Config) -> Ready:
    """What the judge says of itself. Raises RuntimeError where it cannot be made."""
    from courtside.engines.local_judging import ask_who_judges

    ready = ask_who_judges(config)
    if ready.stamp is None:
        raise RuntimeError(f"{config.judge}: {ready.error}; see {config.judge_log}")
    return ready


def _done(asked: JudgeOptions, ready: Ready) -> FindJudged:
    """What of a run need not be judged."""
    if asked.pending:
        return judged_by_anyone
    return judged_by_nobody if asked.again or ready.stamp is None else judged_by(ready.stamp)


def _judge(
    config: Config,
    asked: JudgeOptions,
    runs: Sequence[RunSummary],
    done: FindJudged,
    outcomes_only: bool,
) -> tuple[JudgingReport, bool]:
    """What became of the runs, and whether it got to the end of them: Ctrl-C breaks it off."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with progress_bar(*columns) as bar:
        task = bar.add_task(config.judge, total=sum(one.steps + 1 for one in runs))

        def on_progress(report: JudgingReport) -> None:
            number = report.failed + report.unparsed
            failed = f", {number} failed" if number else ""
            bar.update(task, advance=1, description=f"{config.judge}{failed}")

        with Rejudging(config, done, not asked.dry_run, on_progress, outcomes_only) as work:
            try:
                work.run(_engine(asked), runs)
            except KeyboardInterrupt:
                return work.report, False
            return work.report, True


def _engine(asked: JudgeOptions) -> JudgingEngine:
    if asked.engine == "ray":
        from courtside.engines.ray_judging import RayJudging

        return RayJudging(workers=asked.workers, address=asked.address)
    from courtside.engines.local_judging import LocalJudging

    return LocalJudging(workers=asked.workers)
