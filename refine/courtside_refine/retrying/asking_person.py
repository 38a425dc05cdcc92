"""Asks a person on the page whether a run is retried where the rules say no. Decides nothing."""

from __future__ import annotations

import threading
import time

import msgspec

from courtside_bridges.client.control_api import call_for
from courtside_store.config import Config
from courtside_store.daemon_state import read_running
from courtside_store.wire.http_answers import RetryWanted

from .retry_records import StopReason

ASKABLE: frozenset[StopReason] = frozenset(
    ("unknown", "not-sure-enough", "no-verdict", "same-failure", "irreversible", "shadow")
)
"""Reasons to stop on which a person may know better; limits and crashes are no opinions."""
ONCE_S = 2
"""How long one request waits: so soon one that was given up takes no press any more."""


def wait_for_person(config: Config, run: str, seconds: float, given_up: threading.Event) -> bool:
    """Whether somebody presses Retry within so long, or until it is given up. Blocks; False where
    no daemon answers."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0 and not given_up.is_set():
        running = read_running(config)
        if running is None:
            return False
        once = max(1, min(ONCE_S, round(left)))
        path = f"/v1/runs/{run}/retry?seconds={once}"
        try:
            if call_for(RetryWanted, config, running, "GET", path, None, once + 10.0).wanted:
                return True
        except (OSError, msgspec.MsgspecError):
            return False
    return False
