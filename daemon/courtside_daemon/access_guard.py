"""Checks the credential and Host of every request. Knows no route's business."""

from __future__ import annotations

import ipaddress
import json
import time
from collections import deque
from typing import Literal

from aiohttp import web
from msgspec.structs import asdict

from courtside_store import wire
from courtside_store.config import Config
from courtside_store.wire import EXTENSION_ID
from courtside_store.wire.http_answers import ErrorAnswer

from .credentials import Credential, Credentials

Access = Literal[
    "page", "login", "claim", "view", "ingest", "control", "view-socket", "ingest-socket"
]
"""Who a route is for. A route without one does not exist: the route list demands it."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
MAX_FAILURES = 30
WINDOW_S = 60.0


class WrongToken(Exception):
    """A token that opens nothing here: `kind` is 401, or 429 after too many wrong ones."""

    def __init__(self, reason: str, kind: type[web.HTTPException]) -> None:
        super().__init__(reason)
        self.kind = kind


class AccessGuard:
    """Host, then Origin, then Sec-Fetch-Site, then credential. Deny by default."""

    def __init__(self, config: Config, credentials: Credentials) -> None:
        self._credentials = credentials
        self._hosts = {"127.0.0.1", "localhost", "[::1]", "courtside.localhost"}
        self._further = set(config.allowed_hosts)
        ids = (EXTENSION_ID, *config.extension_ids)
        self._extensions = {f"chrome-extension://{id}" for id in ids if id}
        self._failures: deque[float] = deque(maxlen=MAX_FAILURES)

    def admit(self, request: web.Request, access: Access) -> Credential | None:
        """Whose request it is. Raises an HTTP error in one line where it may not pass."""
        self._check_host(request)
        origin = self._check_origin(request, access)
        browser = origin is not None or "Sec-Fetch-Site" in request.headers
        match access:
            case "page":
                return None if browser else self._bearer(request, ("view", "control"))
            case "login":
                self._refuse_unless(
                    origin == "own",
                    "only the page itself may log in; open the link that `courtside url` prints",
                )
                return None
            case "claim":
                self._refuse_unless(
                    origin == "extension",
                    "only the extension pairs here; type the code of `courtside pair` in its popup",
                )
                return None
            case "view-socket":
                return None if origin == "own" else self._bearer(request, ("view", "control"))
            case "ingest-socket":
                return None if origin == "extension" else self._bearer(request, ("ingest",))
            case "view":
                return self._bearer(request, ("view", "control"))
            case "ingest":
                return self._bearer(request, ("ingest",))
            case "control":
                return self._bearer(request, ("control",))

    def _check_host(self, request: web.Request) -> None:
        host = request.headers.get("Host", "")
        name, _, port = host.rpartition(":")
        ours = name in self._hosts and port == str(_port(request))
        if not ours and host not in self._further:
            raise refusal(web.HTTPForbidden, f"Host is {host!r}; use 127.0.0.1:{_port(request)}")

    def _check_origin(
        self, request: web.Request, access: Access
    ) -> Literal["own", "extension"] | None:
        origin = request.headers.get("Origin")
        site = request.headers.get("Sec-Fetch-Site")
        if origin is None:
            if site not in (None, "same-origin", "none"):
                why = f"Sec-Fetch-Site is {site!r}; a page of another site may not ask"
                raise refusal(web.HTTPForbidden, why)
            return None
        if origin == f"http://{request.headers['Host']}" and site in (None, "same-origin"):
            return "own"
        if origin in self._extensions and access in ("claim", "ingest", "ingest-socket"):
            return "extension"
        why = (
            f"Origin is {origin!r}; only Courtside's own page and extension may ask from a browser"
        )
        raise refusal(web.HTTPForbidden, why)

    def _bearer(self, request: web.Request, scopes: tuple[str, ...]) -> Credential:
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        try:
            return self.check_token(token if kind == "Bearer" else "", scopes)
        except WrongToken as error:
            raise refusal(error.kind, str(error)) from error

    def check_token(self, token: str, scopes: tuple[str, ...]) -> Credential:
        """The credential behind a token. Raises WrongToken."""
        credential = self._credentials.find(token) if token else None
        if credential is not None and credential.scope in scopes:
            return credential
        now = time.monotonic()
        full = len(self._failures) == MAX_FAILURES and now - self._failures[0] < WINDOW_S
        self._failures.append(now)
        if full:
            raise WrongToken("too many wrong tokens; wait a minute", web.HTTPTooManyRequests)
        what = "token is missing" if not token else "token is wrong or has another scope"
        raise WrongToken(f"{what}; this needs one for {' or '.join(scopes)}", web.HTTPUnauthorized)

    def prove(self, request: web.Request, asked: wire.Prove) -> wire.Proof:
        """Shows who asks that we know its token. Raises WrongToken where we do not."""
        mac = self._credentials.prove(asked, _own_address(request))
        if mac is None:
            why = "the token is not known here, or was revoked; pair again"
            raise WrongToken(why, web.HTTPUnauthorized)
        return wire.Proof(mac=mac)

    def is_valid(self, credential: Credential) -> bool:
        """Whether the credential of an open connection is still valid."""
        return self._credentials.is_valid(credential)

    def _refuse_unless(self, allowed: bool, why: str) -> None:
        if not allowed:
            raise refusal(web.HTTPForbidden, why)


def refusal(kind: type[web.HTTPException], why: str) -> web.HTTPException:
    """An HTTP error whose body says why."""
    return kind(text=error_json(why), headers=HEADERS, content_type="application/json")


def error_json(why: str) -> str:
    """The body of what is refused or failed, an `ErrorAnswer`."""
    return json.dumps(asdict(ErrorAnswer(error=why)))


def _own_address(request: web.Request) -> str:
    """Where a request reached us, as its sender wrote it. On loopback the socket says it: another
    program may pass on what it was asked. In a container only Host can.
    """
    host, port = _sockname(request)
    loopback = ipaddress.ip_address(host).is_loopback
    return f"{host}:{port}" if loopback else request.headers["Host"]


def _port(request: web.Request) -> int:
    return _sockname(request)[1]


def _sockname(request: web.Request) -> tuple[str, int]:
    transport = request.transport
    if transport is None:
        return "127.0.0.1", 0
    host, port, *_ = transport.get_extra_info("sockname")
    return str(host), int(port)
