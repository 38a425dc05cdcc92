"""Which daemon runs on a data folder. Knows no settings but where that folder is."""

from __future__ import annotations

import fcntl

import msgspec
from msgspec import Struct

from .config import Config


class Running(Struct, frozen=True, kw_only=True):
    """What the daemon writes into `Config.running_file`: where it answers, and who it is."""

    url: str
    """e.g. http://127.0.0.1:4780"""
    pid: int
    version: str


def is_locked(config: Config) -> bool:
    """Whether a daemon has this data folder: it runs, or is on its way up or down."""
    try:
        with config.lock_file.open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def read_running(config: Config) -> Running | None:
    """The daemon that runs on this data folder; None where there is none or it died.

    By the lock: a process id may belong to another program by now.
    """
    if not is_locked(config):
        return None
    try:
        return msgspec.json.decode(config.running_file.read_bytes(), type=Running)
    except (OSError, msgspec.DecodeError):
        return None
