"""One daemon a data folder: its lock, and the file that tells others where it listens."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

import msgspec

from courtside_store.config import Config
from courtside_store.daemon_state import Running, read_running
from courtside_store.private_files import make_private, open_private, write_private

LOCK_TRIES = 10
LOCK_AGAIN_S = 0.02


def _who_has(config: Config) -> str:
    """What to do about the process that holds the data folder: an import may not say so yet."""
    if read_running(config):
        return f"another daemon has {config.data_dir}; `courtside stop` ends it"
    return f"another daemon or import begins or ends in {config.data_dir}; try again in a moment"


@contextmanager
def only_one(config: Config) -> Iterator[None]:
    """Holds the data folder. Raises RuntimeError where another daemon has it."""
    make_private(config.data_dir)
    with open_private(config.lock_file, "wb") as lock:
        for _ in range(LOCK_TRIES):
            try:
                _take(config, lock)
                break
            except BlockingIOError:  # or somebody only looks: see `read_running`
                time.sleep(LOCK_AGAIN_S)
        else:
            raise RuntimeError(_who_has(config))
        yield


def _take(config: Config, lock: IO[bytes]) -> None:
    """Takes the lock. Raises BlockingIOError where another process has it.

    The running.json that a killed daemon left is deleted before: what holds the lock is taken to
    be the daemon that it names. Nobody holds the lock for itself while this process shares it.
    """
    fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    config.running_file.unlink(missing_ok=True)
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def announced(config: Config, port: int, number: str) -> Iterator[Running]:
    """Writes running.json (address and process), and deletes it at the end."""
    host = config.host if config.host not in ("localhost", "0.0.0.0", "::") else "127.0.0.1"
    running_daemon = Running(
        url=f"http://{f'[{host}]' if ':' in host else host}:{port}", pid=os.getpid(), version=number
    )
    write_private(config.running_file, msgspec.json.encode(running_daemon))
    try:
        yield running_daemon
    finally:
        config.running_file.unlink(missing_ok=True)
