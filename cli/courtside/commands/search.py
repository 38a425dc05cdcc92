"""`courtside search`: where words stand in what was recorded."""

from __future__ import annotations

import click

from courtside.output.printing import as_json, print_json
from courtside.output.terminal_tables import plain
from courtside_store.config import Config
from courtside_store.filters import check_search
from courtside_store.reading import Reader


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option(
    "--limit",
    type=click.IntRange(1, 10_000),
    metavar="N",
    default=20,
    show_default=True,
    help="Print at most this many places.",
)
@as_json
@click.pass_obj
def search(config: Config, words: tuple[str, ...], limit: int, as_json: bool) -> None:
    """Find words in tasks, actions, pages and notes."""
    if not " ".join(words).strip():
        raise click.UsageError("the words are empty; give a word to search for")
    check_search(" ".join(words))
    with Reader(config) as reader:
        found = reader.search(" ".join(words), limit + 1)
    hits = found[:limit]
    if len(found) > limit:
        click.echo(f"the first {limit}; --limit N shows more", err=True)
    if as_json:
        return print_json(hits)
    for hit in hits:
        step = f" step {hit.step}" if hit.step else ""
        snippet = hit.snippet.replace("⁨", "[").replace("⁩", "]")
        click.echo(f"{hit.run}{step}  {hit.where}: {plain(snippet)}")
    if not hits:
        click.echo("nothing found")
    return None
