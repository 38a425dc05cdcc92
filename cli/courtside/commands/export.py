"""`courtside export`: judged steps as training data, or everything as tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast, get_args

import click
from msgspec.structs import replace

from courtside.options.empty_words import FilePath
from courtside.options.filters import filter_of
from courtside.options.finite_numbers import FiniteRange
from courtside.options.selection_options import (
    SELECTING,
    selecting_of,
    selection_of,
    selection_options,
)
from courtside.output.playwright_tests import write_run
from courtside.output.printing import as_json, print_json
from courtside_formats.exports.aitw import AITW
from courtside_formats.exports.atif import ATIF
from courtside_formats.exports.chat import COMPLETION, OPENAI, SHAREGPT
from courtside_formats.exports.layout import File, Layout
from courtside_formats.exports.pae import pae
from courtside_formats.exports.playwright.script import WEAK
from courtside_formats.exports.preferences import PREFERENCE
from courtside_formats.exports.step_rows import STEPS
from courtside_formats.exports.tables import TableFormat, export_tables
from courtside_formats.exports.training_data import Exported, export_runs, left_out
from courtside_judge.perception.read_before import read_to_act_on
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.reading import Reader
from courtside_store.rendering import counted

EXPORT_FORMATS = {
    one.name: one for one in (STEPS, OPENAI, SHAREGPT, COMPLETION, PREFERENCE, pae(), ATIF, AITW)
}
PLAYWRIGHT = "playwright"


@click.command()
@click.argument("words", nargs=-1, metavar="[FILTER]...")
@click.option(
    "--out",
    type=FilePath(path_type=Path),
    required=True,
    help="A new folder to write to; for playwright a new file is possible too.",
)
@click.option(
    "--format",
    "format",
    type=click.Choice([*EXPORT_FORMATS, PLAYWRIGHT, *get_args(TableFormat)]),
    default="steps",
    show_default=True,
    help="Training data: steps, openai, sharegpt, completion, preference, pae, atif, aitw; see "
    "docs/guide/export.md. playwright: the one run RUN as a test. csv, sqlite: tables of runs, "
    "steps, verdicts and labels, whatever their reward.",
)
@click.option(
    "--file",
    type=click.Choice(get_args(File)),
    default="jsonl",
    show_default=True,
    help="JSON lines with pictures beside them, or Parquet with pictures in it.",
)
@selection_options
@click.option(
    "--test-share",
    type=FiniteRange(0, 1),
    default=0.0,
    help="The share of tasks that go to a test split, always the same ones.",
)
@click.option("--no-images", "images", flag_value=False, default=True, help="Leave pictures out.")
@click.option(
    "--public",
    is_flag=True,
    help="Leave out pictures, addresses, and words that a note names: `hide: Ada Lovelace`.",
)
@click.option(
    "--hide",
    "hidden",
    metavar="WORDS",
    multiple=True,
    help="With --public: leave these words out too.",
)
@click.option(
    "--discount",
    type=FiniteRange(0, 1),
    default=1.0,
    show_default=True,
    help="For pae: how much of a reward counts one step earlier.",
)
@click.option(
    "--allow-weak-test",
    is_flag=True,
    help="For playwright: also a run that is no success, or whose end shows only its address.",
)
@as_json
@click.pass_obj
def export(
    config: Config,
    /,
    words: tuple[str, ...],
    out: Path,
    format: str,
    file: File,
    test_share: float,
    images: bool,
    public: bool,
    hidden: tuple[str, ...],
    discount: float,
    allow_weak_test: bool,
    as_json: bool,
    **selecting: Any,
) -> None:
    """Write training data, tables, or a successful run as a test.

    FILTER chooses runs in the words of `courtside list`. The folder is written whole or not at
    all. Training data has no step that was not judged, or whose verdict is an error; the tables
    have all steps.
    """
    if allow_weak_test and format != PLAYWRIGHT:
        raise click.UsageError(f"--allow-weak-test is for playwright, not for {format}")
    if hidden and not public:
        raise click.UsageError("--hide needs --public")
    if format in get_args(TableFormat):
        return _export_tables(config, words, out, cast(TableFormat, format), as_json)
    with Reader(config) as reader:
        selection = selection_of(config, reader, filter_of(words), selecting_of(selecting))
        if format == PLAYWRIGHT:
            _refuse_layout()
            test = write_run(reader, words, out, selection, allow_weak_test)
            if test.is_weak:
                click.echo(f"courtside: {WEAK}", err=True)
            if test.unchecked:
                click.echo(f"courtside: {test.unchecked}", err=True)
            if as_json:
                return print_json({"file": test.file, "is_weak": test.is_weak})
            return click.echo(test.file)
        layout = Layout(
            file=file,
            test_share=test_share,
            images=images and not public,
            public=public,
            hidden=hidden,
        )
        if not public:  # what a picture shows stays private with it
            selection = replace(selection, read=read_to_act_on(config))
        chosen = pae(discount) if format == "pae" else EXPORT_FORMATS[format]
        if chosen.of != "steps" and (given := _given("min_reward")):
            raise click.UsageError(f"{given} chooses steps; {format} has whole runs, with rewards")
        done = export_runs(
            reader, Blobs(config.blobs), out, selection, chosen, layout, require_rows=True
        )
    return print_json(done) if as_json else click.echo(_summary(done, out, test_share))


def _refuse_layout() -> None:
    """A test is made of one run as it is: it can hide nothing, and has no rows to divide."""
    if given := _given(*_OF_LAYOUT):
        raise click.UsageError(f"{given} is for training data, not for playwright")


def _summary(done: Exported, out: Path, test_share: float) -> str:
    without = left_out(done)
    divided = f"; in the split test: {counted(done.test_rows, 'row')}" if test_share else ""
    wrote = [counted(done.rows, "row"), counted(done.runs, "run"), counted(done.images, "image")]
    return (
        "{} of {} and {} in ".format(*wrote)
        + str(out)
        + divided
        + (f"; left out: {without}" if without else "")
    )


def _export_tables(
    config: Config, words: tuple[str, ...], out: Path, format: TableFormat, as_json: bool
) -> None:
    if given := _given(*SELECTING, *_OF_LAYOUT):
        raise click.UsageError(f"{given} is for training data, not for {format}")
    with Reader(config) as reader:
        done = export_tables(reader, out, format, filter_of(words))
    if as_json:
        return print_json(done)
    rows = ", ".join(f"{counted(n, 'row')} of {name}" for name, n in done.rows.items())
    return click.echo(f"{rows} in {out}")


_OF_LAYOUT = ("file", "test_share", "images", "public", "hidden", "discount")


def _given(*names: str) -> str | None:
    """The first of these options that stands on the command line."""
    context = click.get_current_context()
    given = click.core.ParameterSource.COMMANDLINE
    options = {one.name: one.opts[0] for one in context.command.params}
    return next((options[n] for n in names if context.get_parameter_source(n) is given), None)
