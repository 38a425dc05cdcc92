"""Tells of the requests by which a page may change something. Never of a body or a query."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from courtside_store.records import Request
from courtside_store.request_paths import request_path
from courtside_store.safe_methods import is_safe

from .cdp_commands import CdpCommand, CdpJson
from .page_world import CdpSession

LISTEN = CdpCommand(
    "Network.enable",
    {"maxTotalBufferSize": 0, "maxResourceBufferSize": 0, "maxPostDataSize": 0},
)
"""The command that a session begins to tell of requests with; the browser keeps no bodies."""
SENT, ANSWERED, FAILED = EVENTS = (
    "Network.requestWillBeSent",
    "Network.responseReceived",
    "Network.loadingFailed",
)
"""All that is read of what it tells then."""
MAX_OPEN = 200
"""Requests that wait for their answer; one that waits longer than so many others is forgotten."""


@dataclass(frozen=True)
class _Open:
    request: Request
    began_s: float
    """By the browser's own clock."""


class Requests:
    """The requests of one page, inner frame or worker."""

    def __init__(
        self,
        report: Callable[[Request], None],
        page_url: Callable[[], str],
        cut: Callable[[str], str] = str,
    ) -> None:
        """`report` gets each when it is sent, and again when it is answered or fails; `page_url`
        says nothing as long as it is not known; `cut` takes known secrets out of an address.
        """
        self._report = report
        self._page_url = page_url
        self._cut = cut
        self._open: OrderedDict[str, _Open] = OrderedDict()
        self._last_ms = 0

    def follow(self, session: CdpSession) -> CdpCommand:
        """Listens to a session; the command to send there."""
        session.on(SENT, self._sent)
        session.on(ANSWERED, self._answered)
        session.on(FAILED, self._failed)
        return LISTEN

    def _sent(self, params: CdpJson) -> None:
        """Also told of each redirect, by the same id."""
        id = params["requestId"]
        if "redirectResponse" in params:
            self._close(id, params["timestamp"], status=params["redirectResponse"]["status"])
        sent = params["request"]
        if is_safe(sent["method"]):
            return
        page_url = self._page_url() or params["documentURL"]
        path = request_path(self._cut(sent["url"]), page_url)
        if not path:
            return
        # Two at once stay two: what is told again is known by its time.
        self._last_ms = max(self._last_ms + 1, round(params["wallTime"] * 1000))
        request = Request(method=sent["method"][:40], path=path, at_ms=self._last_ms)
        self._open[id] = _Open(request, params["timestamp"])
        while len(self._open) > MAX_OPEN:
            self._open.popitem(last=False)
        self._report(request)

    def _answered(self, params: CdpJson) -> None:
        self._close(params["requestId"], params["timestamp"], status=params["response"]["status"])

    def _failed(self, params: CdpJson) -> None:
        why = params.get("blockedReason") or params.get("errorText") or "failed"
        self._close(params["requestId"], params["timestamp"], failed=str(why)[:100])

    def _close(self, id: str, at_s: float, **outcome: Any) -> None:
        if was := self._open.pop(id, None):
            took_ms = round(max(0.0, at_s - was.began_s) * 1000, 1)
            self._report(replace(was.request, took_ms=took_ms, **outcome))
