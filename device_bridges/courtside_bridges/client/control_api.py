"""Asks a running daemon over HTTP, with the control token. Starts none."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any, TypeVar

import msgspec

from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.records import Source
from courtside_store.wire.http_answers import NewCredential

CALL_S = 10.0
PURGE_S = 1800.0
"""A purge deletes words from the whole index, in pieces between what sources send."""
T = TypeVar("T")
_direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def get_token(config: Config, running: Running, name: str, source: Source) -> str:
    """A token for one source. Raises OSError where the daemon cannot be asked."""
    body = {"name": name, "source": source}
    return call_for(NewCredential, config, running, "POST", "/v1/sources", body).token


def call(
    config: Config,
    running: Running,
    method: str,
    path: str,
    body: Any = None,
    timeout_s: float = CALL_S,
) -> Any:
    """One call of the control API. Raises OSError with the daemon's own line where it refuses."""
    return json.loads(_ask(config, running, method, path, body, timeout_s))


def call_for(
    kind: type[T],
    config: Config,
    running: Running,
    method: str,
    path: str,
    body: Any = None,
    timeout_s: float = CALL_S,
) -> T:
    """The same, with the answer as the record that it is.

    Raises also msgspec.ValidationError where the daemon answers something else.
    """
    return msgspec.json.decode(_ask(config, running, method, path, body, timeout_s), type=kind)


def _ask(
    config: Config, running: Running, method: str, path: str, body: Any, timeout_s: float
) -> bytes:
    token = config.control_token_file.read_text().strip()
    request = urllib.request.Request(
        running.url + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    try:
        with _direct.open(request, timeout=timeout_s) as response:
            answer: bytes = response.read()
            return answer
    except urllib.error.HTTPError as error:
        with error:
            body = error.read()
        raise OSError(_reason(body) or f"{method} {path}: {error}") from error


def _reason(body: bytes) -> str:
    """What the daemon says of a call that it refuses; empty where it says nothing."""
    try:
        return str(json.loads(body)["error"])
    except (ValueError, KeyError, TypeError):
        return ""
