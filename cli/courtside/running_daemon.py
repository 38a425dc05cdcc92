"""Starts the daemon in the background, and finds the one that runs. Knows no command."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from courtside_bridges.client.control_api import call_for
from courtside_bridges.client.printed_reason import printed_reason
from courtside_judge.backends.chosen import live_judge
from courtside_store.config import Config
from courtside_store.daemon_state import Running, is_locked, read_running
from courtside_store.private_files import make_private, open_private
from courtside_store.wire import Status
from courtside_store.wire.http_answers import ViewerLink

START_S = 20.0
PATIENCE_S = 2.0
"""A start that takes longer is told of."""


def start_detached(config: Config, tell: Callable[[str], None] = lambda _: None) -> Running:
    """Starts the daemon in the background, and tells who waits where that takes long. Raises
    RuntimeError where it does not come up."""
    make_private(config.data_dir)
    words = config.daemon_log
    options = ["--data-dir", str(config.data_dir)]
    with open_private(words, "ab") as log:
        begins = log.tell()
        process = subprocess.Popen(
            [sys.executable, "-m", "courtside", *options, "up", "--port", str(config.port)],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    begun, is_announced = time.monotonic(), False
    while (waited := time.monotonic() - begun) < START_S and process.poll() is None:
        if running := read_running(config):
            return running
        if waited > PATIENCE_S and not is_announced:
            tell(f"the daemon is starting; on a busy machine that takes up to {START_S:g} s")
            is_announced = True
        time.sleep(0.05)
    if process.poll() is None:
        raise RuntimeError(
            f"the daemon is still starting after {START_S:g} s, perhaps because the machine is "
            "busy; `courtside status` says whether it runs"
        )
    raise RuntimeError(_why_it_ended(words, begins))


def _why_it_ended(log: Path, begins: int) -> str:
    """The one line that the daemon printed as it ended, else where to look."""
    printed = log.read_bytes()[begins:].decode(errors="replace")
    if not printed and not shutil.disk_usage(log.parent).free:
        return f"the disk with the data folder {log.parent} is full; free some space"
    return printed_reason(printed) or f"the daemon did not start; see {log}"


def page_url(config: Config, running: Running) -> str:
    """A link to the page that logs in once."""
    return call_for(ViewerLink, config, running, "POST", "/v1/viewer", {}).url


def judge_in_use(config: Config) -> str:
    """Name of the judge that judges live: the running daemon's, else the one that would start.

    Raises ValueError where the choice of models cannot be read.
    """
    running = read_running(config)
    if running is None:
        return live_judge(config)
    return call_for(Status, config, running, "GET", "/v1/status").judge


def need_daemon(config: Config) -> Running:
    """The running daemon. Raises RuntimeError that says how to start one."""
    running = read_running(config)
    if running is None and is_locked(config):
        raise RuntimeError("the daemon is starting or stopping; try again in a moment")
    if running is None:
        raise RuntimeError("the daemon is not running; `courtside up` starts it")
    return running
