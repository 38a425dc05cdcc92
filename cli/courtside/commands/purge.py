"""`courtside purge`: deletes runs for good."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Sequence
from functools import partial

import click

from courtside.options.filters import filter_of
from courtside.output.printing import as_json, print_json
from courtside_bridges.client.control_api import PURGE_S, call_for
from courtside_store.config import Config
from courtside_store.daemon_state import read_running
from courtside_store.database import Store
from courtside_store.file_size_limit import no_room
from courtside_store.reading import Reader
from courtside_store.rendering import counted
from courtside_store.spare_file import DISK_IS_FULL, drop_spare, is_full
from courtside_store.wire.http_answers import Purged


@click.command()
@click.argument("words", nargs=-1, metavar="[FILTER]...")
@click.option("--all", "everything", is_flag=True, help="Delete everything.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@as_json
@click.pass_obj
def purge(
    config: Config, words: tuple[str, ...], everything: bool, yes: bool, as_json: bool
) -> None:
    """Delete runs for good: rows, files and search index.

    Says how many runs match, then asks. Outside of a terminal nothing is deleted without --yes.
    --all also empties the judge's log (judge.log, which may quote screens) and deletes the demo's
    folder and what agents could not send yet. Settings, models and what was learned stay.
    """
    if not all(word.strip() for word in words):
        raise click.UsageError("a FILTER is empty, so nothing is deleted; --all deletes everything")
    if everything == bool(words):
        raise click.UsageError("nothing was deleted: give a FILTER of the runs to delete, or --all")
    filter = filter_of(words)
    ways = [partial(drop_spare, config)]
    if everything:
        ways.append(partial(_delete_pictures, config, yes))
    with _reader(config, ways) as reader:
        size = reader.deletion_size(filter)
        runs = None if everything else [one.run.id for one in reader.every_run(filter)]
    if not yes and size.runs:
        runs_and_steps = f"{counted(size.runs, 'run')} with {counted(size.steps, 'step')}"
        _ask(f"{runs_and_steps}, {megabytes(size.bytes)} of files")
    done = _purge(config, runs) if runs != [] else Purged(runs=0, bytes=0)
    if as_json:
        return print_json(done)
    click.echo(f"{counted(done.runs, 'run')} deleted, {megabytes(done.bytes)} of files freed")
    return None


def _reader(config: Config, ways: Sequence[Callable[[], None]]) -> Reader:
    """On a full disk, which refuses even that, after making room in one way after the other."""
    for make_room in ways:
        try:
            return Reader(config)
        except sqlite3.OperationalError as error:
            if not is_full(error):
                raise
        make_room()
    try:
        return Reader(config)
    except sqlite3.OperationalError as error:
        raise OSError(no_room(DISK_IS_FULL)) from error


def _delete_pictures(config: Config, yes: bool) -> None:
    """Where everything is to go, and a full disk has no spare file: a folder of an older version,
    which cannot even be read before it is brought up to date.
    """
    pictures = [file for file in config.blobs.rglob("*") if file.is_file()]
    if not yes:
        size = sum(file.stat().st_size for file in pictures)
        _ask(f"everything, {megabytes(size)} of files (the disk is too full to count the runs)")
    for file in pictures:
        file.unlink(missing_ok=True)


def _ask(what: str) -> None:
    """Raises ValueError where nobody can answer, click.Abort where the answer is no."""
    if not sys.stdin.isatty():
        raise ValueError(f"nothing was deleted; with --yes this deletes {what}")
    click.confirm(f"Delete {what} for good?", abort=True, err=True)


def megabytes(size: int) -> str:
    """Bytes as a person reads them."""
    return f"{size / 1e6:.1f} MB"


def _purge(config: Config, runs: Sequence[str] | None) -> Purged:
    """None: everything, also what is in no run."""
    if running := read_running(config):
        body = {"all": True} if runs is None else {"runs": runs}
        return call_for(Purged, config, running, "POST", "/v1/purge", body, PURGE_S)
    with Store.open(config) as store:
        gone, freed = store.purge(runs)
    return Purged(runs=len(gone), bytes=freed)
