"""Starts the daemon for an agent that found none, or says at once why it cannot start."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time

from courtside_store.config import Config
from courtside_store.daemon_state import Running, is_locked, read_running

from .attempt import FILE_VARIABLE, LESSONS_VARIABLE
from .printed_reason import printed_reason

LOOK_S = 0.05
START_S = 20.0
"""How long a daemon that is on its way up is waited for; the machine may be busy."""
END_S = 2.0
OF_ONE_ATTEMPT = (FILE_VARIABLE, LESSONS_VARIABLE)
"""What the environment says of the agent's attempt; what has it ends with the agent."""


class NoDaemon(ConnectionError):
    """Why there is no daemon, and what to do, in one line."""


class Starting:
    """A daemon on its way up, no matter who starts it. Raises NoDaemon where it cannot come up."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._end = time.monotonic() + START_S
        self._process: subprocess.Popen[bytes] | None = None
        self._words = tempfile.TemporaryFile()  # noqa: SIM115  read once the process is over
        if is_locked(config):  # another agent starts it, or a person
            return
        if reason := why_not(config):
            self._words.close()
            raise NoDaemon(reason)
        self._process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        command = [
            *[sys.executable, "-m", "courtside", "--data-dir", str(self._config.data_dir)],
            *["up", "--detach", "--port", str(self._config.port)],
        ]
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._words,
            env={k: v for k, v in os.environ.items() if k not in OF_ONE_ATTEMPT},
            start_new_session=True,
        )

    def look(self) -> Running | None:
        """The daemon once it is there; None while it starts. Raises NoDaemon with the reason."""
        over = self._process is None or self._process.poll() is not None
        if found := read_running(self._config):
            return found
        if over and not is_locked(self._config):
            raise NoDaemon(self._reason())
        if time.monotonic() > self._end:
            raise NoDaemon(f"it did not come up within {START_S:g} s; see `courtside doctor`")
        return None

    def _reason(self) -> str:
        """The reason that the command printed, else its last line."""
        self._words.seek(0)
        printed = self._words.read().decode(errors="replace").strip()
        last = printed.rpartition("\n")[2].strip() or "it ended and printed nothing"
        return printed_reason(printed) or last

    def close(self) -> None:
        """No longer waits for the command, which ends by itself once the daemon is up."""
        self._words.close()
        if self._process is None:
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(END_S)
        if self._process.returncode is None:
            self._process.kill()
            self._process.wait()


def find_daemon(config: Config) -> Running | None:
    """The running daemon; started when there is none and the configuration allows it. Blocks."""
    found = read_running(config)
    if found is not None or not config.autostart:
        return found
    try:
        with contextlib.closing(Starting(config)) as starting:
            while (found := starting.look()) is None:
                time.sleep(LOOK_S)
    except NoDaemon:
        return None
    return found


def why_not(config: Config) -> str:
    """The known reason why a daemon cannot start; empty where there is none."""
    folder = config.data_dir
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        return f"the data folder {folder} cannot be made ({error.strerror}); set COURTSIDE_DATA_DIR"
    if not os.access(folder, os.W_OK | os.X_OK):
        return f"the data folder {folder} cannot be written to; set COURTSIDE_DATA_DIR to another"
    if config.port and _is_taken(config.port):
        return (
            f"port {config.port} is taken by another program, perhaps a daemon with another data "
            "folder; set COURTSIDE_PORT to another, or to 0 for a free one"
        )
    return ""


def _is_taken(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return True
    return False
