"""Keeps on disk what an agent left unsent, until a daemon has it. Knows no socket."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec

from courtside_store.config import Config
from courtside_store.private_files import write_private
from courtside_store.processes import is_running
from courtside_store.records import Record, Session

MANIFEST = "messages.json"


class Unsent(Record, frozen=True, kw_only=True):
    """The messages of one session that were not sent before its program ended."""

    session: Session
    messages: dict[int, str]
    """Wire messages by their sequence number."""
    needs: dict[int, tuple[str, ...]]
    """The frames that each message names."""
    token: str = ""
    """What the session was opened with: no other token may go on with it. "" where it was not."""


def keep(config: Config, unsent: Unsent, frames: dict[str, bytes]) -> Path:
    """Writes a session's rest into its own folder, the list last. Raises OSError on a full disk."""
    folder = config.outbox / unsent.session.id
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        for sha, data in frames.items():
            write_private(folder / sha, data)
        write_private(folder / MANIFEST, msgspec.json.encode(unsent))
    except OSError:
        drop(folder)  # no daemon would take a part of it
        raise
    return folder


def claim(config: Config) -> Iterator[Path]:
    """Takes the folders that wait, one by one, so that no other process sends them too."""
    for path in sorted(config.outbox.glob(f"*/{MANIFEST}")):
        session, _, owner = path.parent.name.partition(".")
        if owner and is_running(int(owner)):
            continue
        mine = path.parent.with_name(f"{session}.{os.getpid()}")
        try:
            yield path.parent.rename(mine)
        except OSError:
            continue


def give_back(folder: Path) -> None:
    """Puts what was taken from the outbox back: it waits again."""
    folder.rename(folder.with_name(folder.name.partition(".")[0]))


def load(folder: Path) -> tuple[Unsent, dict[str, bytes]]:
    """The messages and pictures in a folder. Raises ValueError where it cannot be read."""
    unsent = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Unsent)
    named = {sha for needs in unsent.needs.values() for sha in needs}
    return unsent, {sha: (folder / sha).read_bytes() for sha in named if (folder / sha).is_file()}


def drop(folder: Path) -> None:
    """Deletes what was taken from the outbox: all of it has arrived."""
    shutil.rmtree(folder, ignore_errors=True)
