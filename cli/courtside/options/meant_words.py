"""A group of commands that names the word which was meant, where one is close. Runs none."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

import click


class MeantWords(click.Group):
    """Knows besides what other programs call its commands."""

    def __init__(self, *args: Any, meant: Mapping[str, str], **more: Any) -> None:
        """`meant`: our word for each of theirs."""
        super().__init__(*args, **more)
        self._meant = meant

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Names the word that was meant, where one is close."""
        name = args[0]
        if self.get_command(context, name) is None and not name.startswith("-"):
            same = [self._meant[name]] if name in self._meant else []
            close = same or difflib.get_close_matches(name, self.list_commands(context), 1)
            path = context.command_path
            meant = f" Did you mean `{path} {close[0]}`?" if close else ""
            raise click.UsageError(f"There is no command {name!r}.{meant}", context)
        return super().resolve_command(context, args)
