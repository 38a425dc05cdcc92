"""Logging in, pairing, and the credentials of sources."""

from __future__ import annotations

from aiohttp import web

from courtside_daemon.access_guard import refusal
from courtside_daemon.codes import Codes
from courtside_daemon.credentials import Credential, Credentials, CredentialScope
from courtside_daemon.disk_refusals import DiskRefusals
from courtside_daemon.ingest import Sources
from courtside_store.records import Short, Source
from courtside_store.wire.http_answers import (
    KnownSource,
    NewCredential,
    Pairing,
    SourceRevoked,
    ViewerLink,
    ViewerToken,
)

from .json_http import SMALL_BODY_BYTES, ControlBody, answer, read_body

LOGIN_S = 300
"""How long a link to the page can be opened."""


class Login(ControlBody, frozen=True):
    """POST /v1/login"""

    code: Short


class PairingClaim(ControlBody, frozen=True):
    """POST /v1/pair/claim"""

    code: Short
    name: Short = "extension"


class NewSource(ControlBody, frozen=True):
    """POST /v1/sources"""

    name: Short
    source: Source = "client"


class AccessRoutes:
    """Answers the requests to log in, to pair and to manage sources."""

    def __init__(self, credentials: Credentials, sources: Sources, disk: DiskRefusals) -> None:
        self._credentials = credentials
        self._disk = disk
        self._sources = sources
        self._logins = Codes(16, LOGIN_S)
        self._pairings = Codes(8, 120)

    def _issue(
        self, scope: CredentialScope, name: str, source: Source | None = None
    ) -> tuple[str, str]:
        with self._disk.noted("credentials"):
            return self._credentials.issue(scope, name, source)

    async def login(self, request: web.Request, caller: Credential | None) -> web.Response:
        """Redeems a login code for a viewer's token."""
        login = await read_body(request, Login, SMALL_BODY_BYTES)
        if not self._logins.redeem(login.code):
            raise refusal(
                web.HTTPUnauthorized,
                f"it was opened before, or is older than {LOGIN_S // 60} minutes; each link logs "
                "in once. `courtside url` prints a new one, `courtside url --open` opens it",
            )
        return answer(ViewerToken(token=self._issue("view", "page")[1]))

    async def viewer(self, request: web.Request, caller: Credential | None) -> web.Response:
        """A link to the page, which logs in once."""
        return answer(
            ViewerLink(url=f"http://{request.headers['Host']}/#login={self._logins.issue()}")
        )

    async def pair(self, request: web.Request, caller: Credential | None) -> web.Response:
        """A code with which the extension gets its token."""
        return answer(Pairing(code=self._pairings.issue(), expires_s=self._pairings.lifetime_s))

    async def claim(self, request: web.Request, caller: Credential | None) -> web.Response:
        """Redeems that code for a source's token."""
        claim = await read_body(request, PairingClaim, SMALL_BODY_BYTES)
        if not self._pairings.redeem(claim.code):
            raise refusal(
                web.HTTPUnauthorized,
                "the code is wrong or has expired; `courtside pair` prints a new one",
            )
        id, token = self._issue("ingest", claim.name, "extension")
        return answer(NewCredential(id=id, token=token))

    async def sources(self, request: web.Request, caller: Credential | None) -> web.Response:
        """The sources that have a token."""
        known = self._credentials.sources()
        return answer(
            [
                KnownSource(id=c.id, name=c.name, source=c.source, created_at_ms=c.created_at_ms)
                for c in known
            ]
        )

    async def add_source(self, request: web.Request, caller: Credential | None) -> web.Response:
        """Makes a source's token."""
        new = await read_body(request, NewSource)
        id, token = self._issue("ingest", new.name, new.source)
        return answer(NewCredential(id=id, token=token))

    async def revoke(self, request: web.Request, caller: Credential | None) -> web.Response:
        """Ends a source's token and its connection."""
        id = request.match_info["id"]
        if not self._credentials.revoke(id):
            raise refusal(
                web.HTTPNotFound, f"there is no source {id}; `courtside sources` lists them"
            )
        await self._sources.drop(id)
        return answer(SourceRevoked(revoked=id))
