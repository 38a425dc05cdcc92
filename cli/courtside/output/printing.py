"""Prints a command's answer as one JSON value with every field. Knows no terminal."""

from __future__ import annotations

from collections.abc import Mapping, Set
from pathlib import Path
from typing import Any

import click
import msgspec

as_json = click.option("--json", "as_json", is_flag=True, help="One JSON value on stdout.")
as_json_lines = click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="One JSON value a line on stdout, as soon as each is known.",
)


def print_json(value: Any) -> None:
    """One line on stdout; every field is there, also where it has its default."""
    click.echo(msgspec.json.encode(whole(value)))


def print_lines(values: Mapping[str, object]) -> None:
    """A line for each value, as a configuration file has it; a comment where there is none."""
    for name, value in values.items():
        is_set = value is not None
        click.echo(f"{name} = {msgspec.json.encode(value).decode()}" if is_set else f"# {name} =")


def whole(value: Any) -> Any:
    """The value in JSON's own types. A record that leaves defaults out elsewhere is complete."""
    match value:
        case msgspec.Struct():
            return _tag(value) | {
                wire: whole(getattr(value, name))
                for name, wire in zip(
                    value.__struct_fields__, value.__struct_encode_fields__, strict=True
                )
            }
        case Mapping():
            return {str(key): whole(one) for key, one in value.items()}
        case list() | tuple() | Set():
            return [whole(one) for one in value]
        case Path():
            return str(value)
        case _:
            return value


def _tag(value: msgspec.Struct) -> dict[str, object]:
    settings = value.__struct_config__
    return {settings.tag_field: settings.tag} if settings.tag_field else {}
