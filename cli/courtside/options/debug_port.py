"""The option `--cdp`: a browser's address, or only the port that it listens on."""

from __future__ import annotations

from typing import Any

import click

from courtside.options.empty_words import not_empty

EXAMPLES = "9222 or http://127.0.0.1:9222"


def debug_address(context: click.Context, param: click.Parameter, value: Any) -> Any:
    """The address: a bare port is one of this machine, and without a scheme it is HTTP."""
    value = not_empty(context, param, value)
    if value is None or "://" in value:
        return value
    if not value.isdecimal():
        return f"http://{value}"
    if not 0 < int(value) < 65536:
        raise click.BadParameter(f"{value} is no port; 1 to 65535", context, param)
    return f"http://127.0.0.1:{int(value)}"
