"""`courtside model`: which models there are, which are in use, and how they come here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from courtside.options.empty_words import FilePath, not_empty
from courtside.options.meant_words import MeantWords
from courtside.options.model_names import check_against_list, listed_name, models_folder, resolve
from courtside.output.hashing_bar import hashing
from courtside.output.models import ROLES, gigabytes, print_in_use, print_list
from courtside.output.printing import as_json, print_json
from courtside_judge.backends.backend_opening import NEEDS, is_installed
from courtside_judge.backends.chosen import ModelRole, load_chosen, save_chosen
from courtside_judge.models.curated import curated, find_curated
from courtside_judge.models.examine import examine, with_adapter
from courtside_judge.models.pull import need_hub, pull
from courtside_judge.models.server_models import is_here
from courtside_store.config import Config

MEANT = {
    **dict.fromkeys(("get", "download", "install", "fetch", "add"), "pull"),
    **dict.fromkeys(("ls", "models"), "list"),
    **dict.fromkeys(("remove", "rm", "delete", "stop", "unset"), "off"),
    **dict.fromkeys(("status", "current", "ps"), "show"),
    **dict.fromkeys(("set", "choose", "select", "run"), "use"),
}
"""What other programs call it, and our word for it."""


@click.group(cls=MeantWords, meant=MEANT)
def model() -> None:
    """Local models that judge; nothing is downloaded unasked."""


@model.command("list")
@as_json
@click.pass_obj
def list_models(config: Config, as_json: bool) -> None:
    """List models that can be downloaded, by size."""
    here = {one.name: one.is_here(models_folder(config)) for one in curated()}
    if as_json:
        rows = [
            msgspec.structs.asdict(one)
            | {"page": one.page, "memory_bytes": one.memory_bytes, "here": here[one.name]}
            | {"pulled": here[one.name] and one.is_at_hub}
            for one in curated()
        ]
        return print_json(rows)
    return print_list(here)


@model.command("pull")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@as_json
@click.pass_obj
def pull_model(config: Config, name: str, yes: bool, as_json: bool) -> None:
    """Download a model that `courtside model list` names.

    After an interruption the same command continues.
    """
    one = find_curated(name)
    models = models_folder(config)
    folder = models / one.name
    if not one.is_at_hub and one.is_here(models):
        state = "installed" if one.package else "there"
        raise ValueError(
            f"{one.name} is {state} already; `courtside model use {one.name}` takes it"
        )
    if not one.is_at_hub:
        raise ValueError(f"{one.name} is not pulled; {one.how_to_get(models)}")
    need_hub()
    click.echo(
        f"{one.name}: {gigabytes(one.all_bytes)} from {one.page}\n"
        f"licence: {one.licence}, see its page; memory: about {gigabytes(one.memory_bytes)}",
        err=as_json,
    )
    if not yes:
        click.confirm("Download it?", abort=True, err=as_json)
    with hashing() as on_progress:
        pull(one, folder, on_progress)
    if as_json:
        return print_json({"name": one.name, "folder": folder})
    return click.echo(f"`courtside model use {one.name}` puts it to use")


@model.command("use")
@click.argument("where", metavar="NAME|PATH|URL", callback=not_empty)
@click.option(
    "--projector",
    type=FilePath(path_type=Path),
    help="The mmproj GGUF file, which lets the model see images.",
)
@click.option(
    "--adapter",
    type=FilePath(path_type=Path),
    help="A LoRA adapter (GGUF) for a GGUF file, such as `courtside train` writes.",
)
@click.option(
    "--name", default="", help="A name for the model; for a server, which of its models to use."
)
@click.option(
    "--as",
    "roles",
    multiple=True,
    type=click.Choice(ROLES),
    help="What to use it for; may be repeated. Default: captioner with a projector, else reasoner.",
)
@as_json
@click.pass_obj
def use(
    config: Config,
    where: str,
    projector: Path | None,
    adapter: Path | None,
    name: str,
    roles: tuple[ModelRole, ...],
    as_json: bool,
) -> None:
    """Use a model to judge.

    A NAME of `courtside model list`, a GGUF file, a transformers folder, or a server's URL.

    With a reasoner in use, `cascade` is the live judge: evidence first, the model where evidence
    is unsure.
    """
    path, projector, roles = resolve(config, where, projector, roles)
    roles = roles or ("captioner" if projector else "reasoner",)
    with hashing() as on_progress:
        choice = examine(
            path, projector, name or listed_name(where), _strictest(roles), on_progress
        )
        check_against_list(where, choice)
        if adapter:
            choice = with_adapter(choice, adapter, on_progress)
    chosen = load_chosen(config.models_file)
    chosen = msgspec.structs.replace(chosen, **dict.fromkeys(roles, choice))
    save_chosen(config.models_file, chosen)
    print_in_use(config, chosen, as_json)
    if choice.backend == "openai" and not is_here(choice.model):
        click.echo(f"note: screens and texts of runs will be sent to {choice.place}", err=True)
    if not is_installed(choice.backend):
        click.echo(f"note: it still needs {NEEDS[choice.backend][1]}", err=True)


@model.command()
@as_json
@click.pass_obj
def show(config: Config, as_json: bool) -> None:
    """Say which models are in use."""
    print_in_use(config, load_chosen(config.models_file), as_json)


@model.command()
@click.argument("role", type=click.Choice(ROLES), required=False)
@as_json
@click.pass_obj
def off(config: Config, role: ModelRole | None, as_json: bool) -> None:
    """Stop using a model, or all.

    The captioner, the reasoner, or, without a name, both. No file is deleted.
    """
    chosen = load_chosen(config.models_file)
    gone: dict[str, None] = dict.fromkeys((role,) if role else ROLES)
    chosen = msgspec.structs.replace(chosen, **gone)
    save_chosen(config.models_file, chosen)
    print_in_use(config, chosen, as_json)


def _strictest(roles: Sequence[ModelRole]) -> ModelRole:
    return "captioner" if "captioner" in roles else "reasoner"
