"""The token that this user's own sources send with: one a kind and data folder. Knows no socket."""

from __future__ import annotations

from pathlib import Path

from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.private_files import write_private
from courtside_store.records import Source

from .control_api import get_token

NAME = "this computer"
"""The name under which `courtside sources` lists this user's own sources."""


def own_token(config: Config, running: Running, source: Source) -> str:
    """The token that is kept; a new one where there is none. Raises OSError."""
    file = config.own_token_file(source)
    kept = _read(file)
    if kept:
        return kept
    token = get_token(config, running, NAME, source)
    write_private(file, token.encode())
    return token


def forget_token(config: Config, source: Source, token: str) -> None:
    """Deletes a token that the daemon refused, unless it was replaced since. Raises OSError."""
    file = config.own_token_file(source)
    if _read(file) == token:
        file.unlink(missing_ok=True)


def _read(file: Path) -> str:
    return file.read_text().strip() if file.is_file() else ""
