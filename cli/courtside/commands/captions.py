"""`courtside captions`: collects described screens, has a person review them, exports them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import click
from rich.console import Console

from courtside.labelling.keys import read_key, read_line, unbuffered
from courtside.options.empty_words import FilePath, not_empty
from courtside.options.filters import filter_of
from courtside.output.printing import as_json, print_json
from courtside.output.terminal_tables import console, plain
from courtside.running_daemon import need_daemon, page_url
from courtside_bridges.client.control_api import call_for
from courtside_judge.context import context_of
from courtside_judge.llm.settings import settings_of
from courtside_refine.captions.collection import CaptionCollection, DescribedScreen, open_collection
from courtside_refine.captions.describing import CAPTION_PROMPT, describe
from courtside_refine.captions.screen_sample import CaptionScreen, sample_screens
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.login_name import login_name
from courtside_store.reading import Reader
from courtside_store.rendering import counted
from courtside_store.wire import CaptionsToReview

KEYS = {"k": "keep", "f": "fix", "d": "drop", "s": "skip", "q": "quit"}
MAX_FAILED = 5
"""Screens in a row without a description, after which it ends."""
Folder = FilePath(file_okay=False, path_type=Path)


@click.group()
def captions() -> None:
    """Collect described screens to train a captioner."""


@captions.command()
@click.argument("words", nargs=-1, metavar="[FILTER]...")
@click.option(
    "--out",
    type=Folder,
    required=True,
    help="Folder for the descriptions; the same command continues there.",
)
@click.option(
    "--screens",
    type=click.IntRange(1, 100_000),
    default=100,
    show_default=True,
    help="How many to describe.",
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Another seed draws other screens."
)
@as_json
@click.pass_obj
def collect(
    config: Config, words: tuple[str, ...], out: Path, screens: int, seed: int, as_json: bool
) -> None:
    """Have the model in use describe screens of recorded runs.

    The screens are drawn by seed, each domain in turn, each picture once. The model is told no
    task. What it cannot describe is left out and counted.
    """
    blobs = Blobs(config.blobs)
    with Reader(config) as reader:
        chosen = sample_screens(reader, blobs, filter_of(words), screens, seed)
    collection, failed = _describe_all(config, blobs, chosen, out)
    domains = Counter(one.screen.domain for one in collection.described)
    if as_json:
        print_json(
            {
                "out": out,
                "described": len(collection.described),
                "domains": domains,
                "failed": failed,
            }
        )
        return
    click.echo(f"{counted(len(collection.described), 'screen')} described in {out}")
    for why, number in failed.items():
        click.echo(f"  {number} left out: {why}")
    click.echo(f"next: courtside captions review {out}")


def _describe_all(
    config: Config, blobs: Blobs, screens: Sequence[CaptionScreen], out: Path
) -> tuple[CaptionCollection, Counter[str]]:
    """The collection with what is new in it, and how many screens each error left out."""
    failed, in_a_row = Counter[str](), 0
    with closing(context_of(config).models) as pool:
        choice = pool.vision_model
        model = pool.open(choice)
        collection = CaptionCollection(out)  # not before there is somebody to describe anything
        left = [one for one in screens if not collection.has(one)]
        sampling = settings_of(config).caption
        with console(stderr=True).status(f"{choice.name} describes") as status:
            for number, screen in enumerate(left, 1):
                status.update(f"{choice.name} describes {number} of {len(left)}")
                try:
                    picture = _picture(blobs, screen)
                    text = describe(model, picture, sampling)
                except ValueError as error:
                    failed[str(error)] += 1
                    in_a_row += 1
                    _stop_after_many(in_a_row, error)
                    continue
                in_a_row = 0
                collection.add(screen, picture, text, CAPTION_PROMPT, choice.name)
    return collection, failed


def _picture(blobs: Blobs, screen: CaptionScreen) -> bytes:
    picture = blobs.read(screen.frame)
    if picture is None:
        raise ValueError("its picture was purged meanwhile")
    return picture


def _stop_after_many(in_a_row: int, error: ValueError) -> None:
    if in_a_row == MAX_FAILED:
        raise RuntimeError(f"{MAX_FAILED} screens in a row were not described: {error}") from error


@captions.command()
@click.argument("folder", type=FilePath(file_okay=False, exists=True, path_type=Path))
@click.option(
    "--who", metavar="NAME", callback=not_empty, help="Who reviews; your login name by default."
)
@click.option(
    "--page", is_flag=True, help="Review on the daemon's page; prints a link that logs in once."
)
@click.option("--open", "open_page", is_flag=True, help="With --page: open it in the browser.")
@as_json
@click.pass_obj
def review(
    config: Config, folder: Path, who: str | None, page: bool, open_page: bool, as_json: bool
) -> None:
    """Keep, fix or drop each description, by key.

    Open the picture that is named in a viewer beside the terminal, or review with --page, which
    shows both. The key f opens the text in your editor.
    """
    if page:
        return _review_on_page(config, folder, who, open_page, as_json)
    if open_page:
        raise click.UsageError("--open needs --page")
    collection = open_collection(folder)
    screen = Console(stderr=as_json)
    given: Counter[str] = Counter()
    with unbuffered():
        for number, one in enumerate(left := collection.left(), 1):
            screen.rule(f"{number} of {len(left)}: {plain(one.screen.domain)}")
            screen.print(str(folder / one.image), markup=False, highlight=False, soft_wrap=True)
            screen.print(one.caption, markup=False, highlight=False)
            word = _decide(collection, one, who or login_name(), screen)
            if word == "quit":
                break
            given[word] += 1
    shown = {"folder": folder, "given": dict(given), "left": len(collection.left())}
    if as_json:
        print_json(shown)
    else:
        click.echo(f"{given.total()} reviewed, {len(collection.left())} left")
    return None


def _review_on_page(
    config: Config, folder: Path, who: str | None, open_page: bool, as_json: bool
) -> None:
    running = need_daemon(config)
    body = {"folder": str(folder.resolve())}
    now = call_for(CaptionsToReview, config, running, "POST", "/v1/captions", body)
    link = page_url(config, running).replace("/#", "/captions.html#", 1)
    link += f"&who={quote(who)}" if who else ""
    if as_json:
        print_json({"url": link, "left": now.left, "total": now.total})
    else:
        click.echo(link)
    if open_page:
        click.launch(link)


@captions.command("export")
@click.argument("folder", type=FilePath(file_okay=False, exists=True, path_type=Path))
@click.option("--out", type=Folder, required=True, help="A new folder.")
@click.option("--unreviewed", is_flag=True, help="Also descriptions that nobody has reviewed.")
@as_json
def export_captions(folder: Path, out: Path, unreviewed: bool, as_json: bool) -> None:
    """Write what was kept and fixed, with its pictures.

    Each line of `captions.jsonl` has `image`, `caption` and `prompt`, as `courtside train
    captioner` reads them.
    """
    number = open_collection(folder).export(out, unreviewed)
    if as_json:
        print_json({"out": out, "captions": number})
    else:
        click.echo(f"{counted(number, 'caption')} in {out}")


def _decide(collection: CaptionCollection, one: DescribedScreen, who: str, screen: Console) -> str:
    """Asks until a key is one."""
    screen.print(", ".join(f"{key} {word}" for key, word in KEYS.items()), markup=False)
    while True:
        key = read_key()
        if not key:
            return "quit"
        match KEYS.get(key):
            case "keep":
                collection.review(one.screen.frame, "keep", who)
                return "keep"
            case "drop":
                collection.review(one.screen.frame, "drop", who)
                return "drop"
            case "fix" if text := _fixed(one.caption, screen):
                collection.review(one.screen.frame, "fix", who, text)
                return "fix"
            case "skip" | "quit" as word:
                return word


def _fixed(caption: str, screen: Console) -> str:
    """The text as the person wrote it; empty where nothing was changed."""
    if screen.is_terminal:
        return (click.edit(caption, extension=".md") or "").strip()
    return read_line("").replace("\\n", "\n")
