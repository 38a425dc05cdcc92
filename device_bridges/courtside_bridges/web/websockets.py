"""Tells that a page sent something over a WebSocket after an action. Never what it sent."""

from __future__ import annotations

import re
import time
from collections import Counter, OrderedDict
from collections.abc import Callable

from courtside_store.records import WebSocketUse, now_ms
from courtside_store.request_paths import MASK, request_path

from .cdp_commands import CdpJson
from .page_world import CdpSession

OPENED, SENT = "Network.webSocketCreated", "Network.webSocketFrameSent"
AFTER_S = 5.0
"""What is sent later than this after an action is the page's own doing."""
MAX_OPEN = 100
"""Addresses of sockets that are remembered; of more the oldest are forgotten."""
_PING = re.compile(r"\b(?:ping|pong|heartbeat|keep-?alive)\b", re.I)
_OF_PINGS = frozenset(
    (
        *("ping", "pong", "heartbeat", "keepalive", "keep", "alive", "phoenix", "jsonrpc"),
        *("type", "event", "topic", "msg", "message", "op", "action", "command", "method"),
        *("payload", "data", "params", "id", "ref", "seq", "time", "timestamp", "ts", "null"),
    )
)
"""All words that a sign of life says: "ping Ada" is a message."""
_MAX_PING_CHARS = 140
_WORD = re.compile(r"(?!\w*\d)\w+")


class WebSockets:
    """The WebSockets of one page, with those of its inner frames and workers."""

    def __init__(
        self,
        report: Callable[[WebSocketUse], None],
        page_url: Callable[[], str],
        cut: Callable[[str], str] = str,
    ) -> None:
        """`report` gets how many more messages were sent: with the first, the second, the fourth
        and so on after an action. `page_url` and `cut` as for `Requests`.
        """
        self._report = report
        self._page_url = page_url
        self._cut = cut
        self._urls: OrderedDict[str, str] = OrderedDict()
        self._sent: Counter[str] = Counter()
        """After the newest action, by socket."""
        self._until_s = 0.0

    def follow(self, session: CdpSession) -> None:
        """Listens to a session that tells of requests."""
        session.on(OPENED, self._opened)
        session.on(SENT, self._message)

    def acted(self) -> None:
        """An action has come, or is about to: what is sent now may be its doing."""
        self._until_s = time.monotonic() + AFTER_S
        self._sent.clear()

    def page_came(self) -> None:
        """Another document: what it sends to set itself up is no action's doing."""
        self._until_s = 0.0

    def _opened(self, params: CdpJson) -> None:
        self._urls[params["requestId"]] = params["url"]
        while len(self._urls) > MAX_OPEN:
            self._urls.popitem(last=False)

    def _message(self, params: CdpJson) -> None:
        if time.monotonic() > self._until_s or _is_ping(params["response"]["payloadData"]):
            return
        id = params["requestId"]
        self._sent[id] += 1
        count = self._sent[id]
        if count & (count - 1) == 0:  # 1, 2, 4, 8: few reports, however much is sent
            more = max(1, count // 2)
            self._report(WebSocketUse(path=self._path(id), messages=more, at_ms=now_ms()))

    def _path(self, id: str) -> str:
        """`*` where the socket was open before we listened."""
        url = self._urls.get(id, "")
        return request_path(self._cut(url), self._page_url()) or MASK


def _is_ping(sent: str) -> bool:
    """A sign of life, as socket.io, Phoenix and others send it: no action's doing."""
    if sent in ("2", "3"):
        return True
    if len(sent) > _MAX_PING_CHARS or not _PING.search(sent):
        return False
    return _OF_PINGS.issuperset(_WORD.findall(sent.lower()))
