"""`courtside export`: judged steps as training data, or everything as tables."""

from __future__ import annotations

from pathlib import Path
from typing import cast, get_args

import click

from courtside.filters import filter_of
from courtside.printing import as_json, print_json
from courtside_formats.exports.aitw import AITW
from courtside_formats.exports.tables import Form, export_tables
from courtside_formats.exports.training_data import STEPS, Counted, MinReward, Rewards, export_runs
from courtside_judge import claims
from courtside_judge.pending import ending_of
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.reading import Reader
from courtside_store.records import Run, RunVerdict
from courtside_store.thresholds import load_thresholds

SHAPES = {shape.name: shape for shape in (STEPS, AITW)}


@click.command()
@click.argument("words", nargs=-1, metavar="[FILTER]...")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="A folder to write to.")
@click.option(
    "--min-reward",
    type=click.Choice(["goal", "progress", "any"]),
    default="progress",
    show_default=True,
    help="Leave out steps with a lower reward.",
)
@click.option(
    "--format",
    "format",
    type=click.Choice([*SHAPES, *get_args(Form)]),
    default="steps",
    show_default=True,
    help="steps: a row for each step. aitw: a row for each action, in Android in the Wild's form. "
    "csv, sqlite: tables of runs, steps, verdicts and labels, whatever their reward.",
)
@click.option("--p", "towards", default=0.5, show_default=True, help="Reward of progress.")
@click.option("--d", "other", default=-0.1, show_default=True, help="Reward of not-sure and away.")
@as_json
@click.pass_obj
def export(
    config: Config,
    words: tuple[str, ...],
    out: Path,
    min_reward: MinReward,
    format: str,
    towards: float,
    other: float,
    as_json: bool,
) -> None:
    """Write judged steps as training data, or everything as tables."""
    if format not in SHAPES:
        return _export_tables(config, words, out, cast(Form, format), as_json)
    with Reader(config) as reader:
        done = export_runs(
            reader,
            Blobs(config.blobs),
            out,
            min_reward,
            Rewards(towards=towards, other=other),
            filter_of(words),
            _as_counted(config),
            SHAPES[format],
        )
    if as_json:
        return print_json(done)
    click.echo(
        f"{done.rows} rows of {done.runs} runs and {done.images} images in {out}; left out: "
        f"{done.below_reward} below the reward, {done.without_verdict} without a verdict"
        + (f", {done.without_form} that have no screen" if done.without_form else "")
    )
    return None


def _as_counted(config: Config) -> Counted:
    limit, thresholds = config.max_false_success, load_thresholds(config)

    def as_counted(verdict: RunVerdict, run: Run) -> RunVerdict:
        return claims.counted(verdict, ending_of(run), limit, thresholds)

    return as_counted


def _export_tables(
    config: Config, words: tuple[str, ...], out: Path, form: Form, as_json: bool
) -> None:
    if _is_given("min_reward", "towards", "other"):
        raise click.UsageError(f"--min-reward, --p and --d are of training data, not of {form}")
    with Reader(config) as reader:
        done = export_tables(reader, out, form, filter_of(words))
    if as_json:
        return print_json(done)
    rows = ", ".join(f"{n} rows of {name}" for name, n in done.rows.items())
    return click.echo(f"{rows} in {out}")


def _is_given(*options: str) -> bool:
    context = click.get_current_context()
    given = click.core.ParameterSource.COMMANDLINE
    return any(context.get_parameter_source(name) is given for name in options)
