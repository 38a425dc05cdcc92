"""`courtside agreement`: how far judges agree with people and oracles. It needs no daemon."""

from __future__ import annotations

import click
import msgspec
from rich.console import Console
from rich.progress import Progress

from courtside_judge.agreement.labelled import Found, find_stored
from courtside_judge.agreement.row import Judged, judge_set
from courtside_judge.judges import load_judge
from courtside_judge.protocol import Judge
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.reading import Reader

from .agreement_table import print_set
from .commands_daemon import as_json
from .commands_runs import requote


@click.command()
@click.argument("words", nargs=-1, metavar="[FILTER]...")
@click.option("--judge", "names", multiple=True, metavar="NAME", help="May be said more than once.")
@click.option("--seed", default=7, show_default=True, help="Of every resample and shuffle.")
@as_json
@click.pass_obj
def agreement(
    config: Config, words: tuple[str, ...], names: tuple[str, ...], seed: int, as_json: bool
) -> None:
    """Let judges judge labelled runs anew, and say how far they agree with the labels.

    Labels are people's, else a benchmark's oracle's. Without a FILTER: all stored runs.
    """
    judges = [load_judge(name) for name in names or (config.judge,)]
    console = Console(stderr=as_json)
    with Reader(config) as reader:
        found = find_stored(reader, Blobs(config.blobs).read, " ".join(map(requote, words)))
        judged = _judge(found, judges, seed)
    print_set(console, found, judged)
    if as_json:
        click.echo(msgspec.json.encode([one.row for one in judged]).decode())


def _judge(found: Found, judges: list[Judge], seed: int) -> list[Judged]:
    """Raises ValueError where there is nothing to agree with."""
    if not found.runs:
        others = ", ".join(f"{n} {reason}" for reason, n in found.left_out.items())
        raise ValueError(
            f"{found.name}: no labelled run ({others or 'nothing matches'}); label some on the "
            "page, or import runs that have an oracle"
        )
    with Progress(console=Console(stderr=True), transient=True) as bar:
        work = bar.add_task(found.name, total=len(found.runs) * len(judges))
        return judge_set(found, judges, seed, lambda: bar.advance(work))
