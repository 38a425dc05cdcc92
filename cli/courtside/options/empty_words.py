"""Refuses an empty word on the command line, as `"$UNSET"` gives it: it would mean everything."""

from __future__ import annotations

import os
from typing import Any

import click
from click.core import ParameterSource

EMPTY_OPTION = "it is empty; give one, or leave it out"


class FilePath(click.Path):
    """A path, which must not be empty: that would be the folder in which one stands."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | bytes | os.PathLike[str]:
        """Called by click."""
        if value == "":
            self.fail(EMPTY_OPTION, param, ctx)
        return super().convert(value, param, ctx)


def not_empty(context: click.Context, param: click.Parameter, value: Any) -> Any:
    """The callback of an option that narrows something down."""
    given = param.name and context.get_parameter_source(param.name) is ParameterSource.COMMANDLINE
    if given and "" in (value if isinstance(value, tuple) else (value,)):
        raise click.BadParameter(EMPTY_OPTION, context, param)
    return value
