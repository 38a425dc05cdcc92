"""Runs an agent that is a command: hands it its attempt, and ends it with all that it started.

The lessons are in the file that COURTSIDE_ATTEMPT names (JSON) and in COURTSIDE_LESSONS (text).
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from courtside_bridges.client.attempt import (
    FILE_VARIABLE,
    LESSONS_VARIABLE,
    Attempt,
    newest_lessons,
    report_file,
    write_attempt,
)
from courtside_bridges.client.daemon_start import find_daemon
from courtside_bridges.web.debug_port import PortWatched
from courtside_refine.child_processes.command_running import (
    CommandFailed,
    end_marked,
    run_command,
    split_command,
)
from courtside_store.config import Config

REPLACED = "\ufffd"
"""This replaces a NUL, which a page may say and no environment variable can hold."""
MAX_BYTES = 100_000
"""The limit of lessons in a variable: Linux starts no program with one of 131,072 bytes."""


class CommandAgent:
    """A command, as an agent for `reflexion`."""

    def __init__(
        self, command: str, config: Config, timeout_s: float | None = None, cdp: str | None = None
    ) -> None:
        """`cdp`: the browser that the command drives is watched from here, by its debug port."""
        self._words = split_command(command)
        self._config = config
        self._timeout_s = timeout_s
        self._cdp = cdp

    def __call__(self, attempt: Attempt) -> None:
        """Raises CommandFailed, and OSError where it cannot be started.

        A daemon that has died is started again from here: one that the command starts ends with it.
        """
        find_daemon(self._config)
        with tempfile.TemporaryDirectory(prefix="courtside-") as folder:
            file = Path(folder) / "attempt.json"
            write_attempt(file, attempt)
            text = newest_lessons(attempt.lessons, MAX_BYTES)
            environ = {
                FILE_VARIABLE: str(file),
                LESSONS_VARIABLE: text.replace("\0", REPLACED),
                "COURTSIDE_DATA_DIR": str(self._config.data_dir),
            }
            try:
                with self._watching():
                    run_command(self._words, environ, self._timeout_s)
            finally:
                end_marked(f"{FILE_VARIABLE}={file}")
                attempt.take_report(report_file(file))
                find_daemon(self._config)

    @contextlib.contextmanager
    def _watching(self) -> Iterator[None]:
        with contextlib.ExitStack() as stack:
            if self._cdp is not None:
                try:
                    stack.enter_context(PortWatched(self._cdp, config=self._config))
                except (ConnectionError, ValueError) as error:
                    raise CommandFailed(str(error)) from None
            yield
