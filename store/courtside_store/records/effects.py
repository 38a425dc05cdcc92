"""What an application did after an action: requests, announcements, WebSockets."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from .bounds import Count, Millis, Short, Took
from .record import Record

AnnouncementKind = Literal["status", "alert", "log", "toast", "dialog", "validation"]
"""status, alert, log: a live region; toast: a short message over the page or soon gone again;
dialog: one that opened, of the page or of the browser; validation: why a field is refused.
"""


class Request(Record, frozen=True, kw_only=True):
    """A request that may change something at a server. Never its query, headers or body."""

    method: Short
    path: Short
    """What looks like an id or a token in it is "*"; see `request_paths.py`. It begins with the
    host where that is not the page's own.
    """
    at_ms: Millis
    status: Annotated[int, Meta(ge=0, le=999)] | None = None
    """Of the answer; None where none has come."""
    took_ms: Took | None = None
    failed: Short = ""
    """Why no answer will come, in the browser's words."""


class Announcement(Record, frozen=True, kw_only=True):
    """A text that a page announced, also where it was gone at the next screenshot."""

    kind: AnnouncementKind
    text: Short
    field: Short = ""
    """The field that a validation message is about."""
    at_ms: Millis


class WebSocketUse(Record, frozen=True, kw_only=True):
    """That a page sent messages over a WebSocket soon after an action. Never what they hold."""

    path: Short
    """As that of a request; `*` where the socket was open before its source listened."""
    messages: Count
    """At least so many."""
    at_ms: Millis
    """Of the first."""


class Effects(Record, frozen=True, kw_only=True):
    """What the application did after a step's actions, up to the next step's."""

    requests: Annotated[tuple[Request, ...], Meta(max_length=50)] | None = None
    """Oldest first. Empty: nothing was sent; None: the source cannot see what is sent."""
    announced: Annotated[tuple[Announcement, ...], Meta(max_length=50)] | None = None
    """Oldest first. None: the source cannot see it."""
    websockets: Annotated[tuple[WebSocketUse, ...], Meta(max_length=50)] | None = None
    """Oldest first, one a path. None: nothing was sent over one, or the source cannot see it."""
    left_out: Count = 0
    """More of each than is recorded of one step."""
