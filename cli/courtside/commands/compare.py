"""`courtside compare`: whether a changed agent got better, and which tasks regressed."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from courtside.comparing.comparison import Comparison, compare
from courtside.comparing.markdown import comparison_markdown
from courtside.comparing.run_sets import read_sides
from courtside.comparing.terminal import print_comparison
from courtside.errors import EXPECTED, one_line
from courtside.options.empty_words import FilePath
from courtside.options.run_ids import RunIdType
from courtside.output.printing import as_json, print_json
from courtside_store.config import Config
from courtside_store.reading import Reader


class CannotCompare(click.ClickException):
    """Nothing was compared. Its exit code is not that of a regression."""

    exit_code = 2


@click.command("compare")
@click.argument("before", type=RunIdType(), metavar="BEFORE")
@click.argument("after", type=RunIdType(), metavar="AFTER")
@click.option(
    "--markdown",
    type=FilePath(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also write it as Markdown, for a comment on a pull request.",
)
@click.option(
    "--fail-on-regression",
    is_flag=True,
    help="Exit with 1 if a task regressed or the success rate fell by more than chance.",
)
@as_json
@click.pass_obj
def compare_runs(
    config: Config,
    before: str,
    after: str,
    markdown: Path | None,
    fail_on_regression: bool,
    as_json: bool,
) -> None:
    """Compare runs before and after a change of the agent.

    BEFORE and AFTER are each a RUN or a FILTER in quotation marks, for example: 'agent:v1'
    'agent:v2 attempt:1'. Runs are paired by their task. A task has regressed if every decided run
    before succeeded and every one after failed; unknown runs count as neither. The exit code is 2
    if nothing could be compared. docs/guide/compare.md says more, and has an example for CI.
    """
    try:
        if markdown and not markdown.parent.is_dir():
            raise ValueError(f"{markdown} cannot be written: there is no folder {markdown.parent}")
        with Reader(config) as reader:
            found = compare(reader, (before, after), read_sides(reader, before, after))
        if markdown:
            markdown.write_text(comparison_markdown(found), "utf-8")
    except EXPECTED as error:
        raise CannotCompare(one_line(error) or str(error)) from error
    if as_json:
        print_json(found)
    else:
        print_comparison(found)
    if fail_on_regression:
        _exit_on_regression(found)


def _exit_on_regression(found: Comparison) -> None:
    """A gate that compared nothing has not passed."""
    if found.change == "nothing-compared":
        raise CannotCompare(
            "--fail-on-regression has nothing to go by: no task has a success or a failure on both "
            "sides"
        )
    if found.is_regression:
        sys.exit(1)
