"""Finds the daemon, starts it where that is allowed, and gets a token to send with."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.error
import urllib.request
from typing import Any

from courtside_store.config import Config, Running, read_running
from courtside_store.records import Source

START_S = 30.0
CALL_S = 10.0
PURGE_S = 1800.0
"""A purge deletes words from the whole index, in pieces between what sources send."""
_direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def find_daemon(config: Config) -> Running | None:
    """The running daemon; started when there is none and the configuration allows it."""
    found = read_running(config)
    if found is None and config.autostart:
        subprocess.run(
            [
                *[sys.executable, "-m", "courtside", "--data-dir", str(config.data_dir)],
                *["up", "--detach", "--port", str(config.port)],
            ],
            check=False,
            timeout=START_S,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        found = read_running(config)
    return found


def get_token(config: Config, running: Running, name: str, source: Source) -> str:
    """A token for one source. Raises OSError where the daemon cannot be asked."""
    answer = call(config, running, "POST", "/v1/sources", {"name": name, "source": source})
    return str(answer["token"])


def call(
    config: Config,
    running: Running,
    method: str,
    path: str,
    body: Any = None,
    timeout_s: float = CALL_S,
) -> dict[str, Any]:
    """One call of the control API. Raises OSError with the daemon's own line where it refuses."""
    token = config.control_token_file.read_text().strip()
    request = urllib.request.Request(
        running.url + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    try:
        with _direct.open(request, timeout=timeout_s) as response:
            answer: dict[str, Any] = json.load(response)
            return answer
    except urllib.error.HTTPError as error:
        with error:
            said = error.read().decode(errors="replace")
        raise OSError(f"{method} {path}: {said}") from error
