"""`courtside config`: the current settings, and where they were read."""

from __future__ import annotations

import os

import click

from courtside.output.printing import as_json, print_json, print_lines, whole
from courtside_judge.learning.learned import LearnedFile
from courtside_store.config import PREFIX, Config, config_file


@click.command()
@as_json
@click.pass_obj
def config(config: Config, as_json: bool) -> None:
    """Print the settings that are used."""
    values = whole(config)
    if as_json:
        return print_json(values)
    print_lines(values)
    click.echo(
        f"read from: {', '.join(setting_sources()) or 'no file, all defaults'}",
        err=True,
    )
    if learned := LearnedFile(config.learned_file).load():
        names = ", ".join(str(one.scope) for one in learned)
        click.echo(f"learned from labels: {names}; see `courtside learn --list`", err=True)
    return None


def setting_sources() -> list[str]:
    """The places from which settings come that are not the defaults."""
    named = sorted({PREFIX + name.upper() for name in Config.__struct_fields__} & os.environ.keys())
    return [*([str(config_file())] if config_file().exists() else []), *named]
