"""`courtside export`: judged steps as training data, or everything as tables."""

from __future__ import annotations

from pathlib import Path
from typing import cast, get_args

import click

from courtside.filters import filter_of
from courtside.playwright_tests import write_run
from courtside.printing import as_json, print_json
from courtside_formats.exports.aitw import AITW
from courtside_formats.exports.judged import Counted, LabelsOf, Selection, Trusted
from courtside_formats.exports.rewards import MinReward, Rewards
from courtside_formats.exports.steps import STEPS
from courtside_formats.exports.tables import Form, export_tables
from courtside_formats.exports.training_data import Exported, export_runs
from courtside_judge import claims
from courtside_judge.agreement.with_people import agreement_of, agreement_with_people
from courtside_judge.pending import ending_of
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.reading import Reader
from courtside_store.records import JudgeStamp, Run, RunVerdict
from courtside_store.thresholds import load_thresholds

SHAPES = {shape.name: shape for shape in (STEPS, AITW)}
PLAYWRIGHT = "playwright"
LEFT_OUT = {
    "without_verdict": "without a verdict",
    "below_reward": "below the reward",
    "below_score": "below the score",
    "below_agreement": "of a judge that agrees too little",
    "without_form": "that have no screen",
}


@click.command()
@click.argument("words", nargs=-1, metavar="[FILTER]...")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    help="A new folder to write to; of playwright also a new file.",
)
@click.option(
    "--format",
    "format",
    type=click.Choice([*SHAPES, PLAYWRIGHT, *get_args(Form)]),
    default="steps",
    show_default=True,
    help="steps: a row for each step. aitw: a row for each action, in Android in the Wild's form. "
    "playwright: the one run RUN as a test. csv, sqlite: tables of runs, steps, verdicts and "
    "labels, whatever their reward.",
)
@click.option(
    "--min-reward",
    type=click.Choice(get_args(MinReward)),
    default="progress",
    show_default=True,
    help="Leave out steps with a lower reward.",
)
@click.option("--p", "towards", default=0.5, show_default=True, help="Reward of progress.")
@click.option("--d", "other", default=-0.1, show_default=True, help="Reward of not-sure and away.")
@click.option(
    "--labels",
    type=click.Choice(get_args(LabelsOf)),
    default="both",
    show_default=True,
    help="Whose labels count. both: a person's where there is one, else the judge's.",
)
@click.option("--judge", metavar="NAME", default="", help="Use only verdicts of this judge.")
@click.option(
    "--min-score",
    type=click.FloatRange(0, 1),
    help="Leave out steps whose verdict has a lower score, or none.",
)
@click.option(
    "--min-agreement",
    type=click.FloatRange(0, 1),
    help="Use a judge's verdicts only where so large a share of people's labels says the same.",
)
@click.option(
    "--anyway",
    is_flag=True,
    help="Of playwright: also a run that was not judged a success, or shows nothing to expect.",
)
@as_json
@click.pass_obj
def export(
    config: Config,
    words: tuple[str, ...],
    out: Path,
    format: str,
    min_reward: MinReward,
    towards: float,
    other: float,
    labels: LabelsOf,
    judge: str,
    min_score: float | None,
    min_agreement: float | None,
    anyway: bool,
    as_json: bool,
) -> None:
    """Write training data, a success as a test, or tables.

    FILTER chooses runs in the words of `courtside list`. The folder is written whole or not at
    all. A step without a verdict, or whose verdict is an error, is never written.
    """
    if anyway and format != PLAYWRIGHT:
        raise click.UsageError(f"--anyway is of playwright, not of {format}")
    if format in get_args(Form):
        return _export_tables(config, words, out, cast(Form, format), as_json)
    with Reader(config) as reader:
        selection = Selection(
            filter=filter_of(words),
            min_reward=min_reward,
            rewards=Rewards(towards=towards, other=other),
            labels=labels,
            judge=judge,
            min_score=min_score,
            counted=_as_counted(config),
            trusted=_as_trusted(reader, min_agreement),
        )
        if format == PLAYWRIGHT:
            file = write_run(reader, words, out, selection, anyway)
            return print_json({"file": file}) if as_json else click.echo(file)
        done = export_runs(reader, Blobs(config.blobs), out, selection, SHAPES[format])
    return print_json(done) if as_json else click.echo(_summary(done, out))


def _summary(done: Exported, out: Path) -> str:
    left_out = [f"{n} {words}" for name, words in LEFT_OUT.items() if (n := getattr(done, name))]
    return f"{done.rows} rows of {done.runs} runs and {done.images} images in {out}" + (
        f"; left out: {', '.join(left_out)}" if left_out else ""
    )


def _as_counted(config: Config) -> Counted:
    limit, thresholds = config.max_false_success, load_thresholds(config)

    def as_counted(verdict: RunVerdict, run: Run) -> RunVerdict:
        return claims.counted(verdict, ending_of(run), limit, thresholds)

    return as_counted


def _as_trusted(reader: Reader, min_agreement: float | None) -> Trusted:
    if min_agreement is None:
        return lambda _: True
    all = agreement_with_people(reader)

    def as_trusted(stamp: JudgeStamp) -> bool:
        found = agreement_of(all, stamp)
        share = found.share if found else None
        return share is not None and share >= min_agreement

    return as_trusted


def _export_tables(
    config: Config, words: tuple[str, ...], out: Path, form: Form, as_json: bool
) -> None:
    if given := _given("min_reward", "towards", "other", *_OF_LABELS):
        raise click.UsageError(f"{given} is of training data, not of {form}")
    with Reader(config) as reader:
        done = export_tables(reader, out, form, filter_of(words))
    if as_json:
        return print_json(done)
    rows = ", ".join(f"{n} rows of {name}" for name, n in done.rows.items())
    return click.echo(f"{rows} in {out}")


_OF_LABELS = ("labels", "judge", "min_score", "min_agreement")


def _given(*names: str) -> str | None:
    """The first of these options that stands on the command line."""
    context = click.get_current_context()
    given = click.core.ParameterSource.COMMANDLINE
    options = {one.name: one.opts[0] for one in context.command.params}
    return next((options[n] for n in names if context.get_parameter_source(n) is given), None)
