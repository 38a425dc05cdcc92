"""Asks an OpenAI-compatible server which models it has. Runs none of them."""

from __future__ import annotations

import ipaddress
import os
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

if TYPE_CHECKING:  # every judge's process imports this file, and few ask a server
    import urllib.request

PROBE_S = 10.0
MAX_BYTES = 1_000_000
KEY = "COURTSIDE_MODEL_KEY"
"""Environment variable with the server's key, where it wants one; the openai backend reads it."""


class _Model(msgspec.Struct, frozen=True):
    id: str


class _Models(msgspec.Struct, frozen=True):
    data: list[_Model] | None = None


def model_names(url: str) -> list[str]:
    """What the server calls its models.

    Raises ValueError or OSError, in one line, where there is no such server at the base URL.
    """
    import http.client
    import urllib.error

    try:
        with _opener(url).open(_request(url), timeout=PROBE_S) as response:
            body = response.read(MAX_BYTES)
        return [model.id for model in msgspec.json.decode(body, type=_Models).data or ()]
    except urllib.error.HTTPError as error:
        with error:
            hint = f"; set {KEY} to its key" if error.code in (401, 403) else ""
            hint = "; most base URLs end in /v1" if error.code == 404 else hint
        raise OSError(f"{url}/models answers {error.code} {error.reason}{hint}") from error
    except TimeoutError as error:
        raise OSError(f"{url} does not answer within {PROBE_S:g} s") from error
    except urllib.error.URLError as error:
        if isinstance(error.reason, TimeoutError):
            raise OSError(f"{url} does not answer within {PROBE_S:g} s") from error
        raise OSError(f"{url} cannot be reached: {error.reason}; is the server up?") from error
    except (OSError, http.client.HTTPException) as error:
        raise OSError(f"{url} broke off: {type(error).__name__}; is it a web server?") from error
    except msgspec.DecodeError as error:
        raise ValueError(
            f"{url}/models is no list of models; expected an OpenAI-compatible base URL such as "
            "http://127.0.0.1:8080/v1"
        ) from error


def is_here(url: str) -> bool:
    """Whether what is sent there stays on this machine."""
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _request(url: str) -> urllib.request.Request:
    import urllib.request

    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"{url!r} is no address; expected http://HOST:PORT/v1")
    headers = {"Accept": "application/json"}
    if key := os.environ.get(KEY):
        headers["Authorization"] = f"Bearer {key}"
    return urllib.request.Request(f"{url}/models", headers=headers)


def _opener(url: str) -> urllib.request.OpenerDirector:
    """No proxy for what is on this machine."""
    import urllib.request

    return urllib.request.build_opener(*[urllib.request.ProxyHandler({})] * is_here(url))
