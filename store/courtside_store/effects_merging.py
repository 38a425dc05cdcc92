"""Merges what a source reports of a step's effects at several times. Knows no table."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from .records import Announcement, Effects, Request, WebSocketUse
from .safe_methods import is_safe

MAX_EFFECTS_OF_A_STEP = 50
"""How many requests, how many announcements and how many WebSockets a step's record may hold."""
RequestKey = tuple[str, str, int]
T = TypeVar("T", Request, Announcement)
U = TypeVar("U", Request, Announcement, WebSocketUse)


def request_key(one: Request) -> RequestKey:
    """Identifies a request that is reported twice, by what stays the same of it."""
    return one.method, one.path, one.at_ms


def is_over(one: Request) -> bool:
    """Whether it was answered, or will not be."""
    return one.status is not None or bool(one.failed)


def merge_effects(known: Effects | None, more: Effects) -> Effects:
    """Both together, oldest first. A request that is reported again, with its answer, is one;
    messages over one WebSocket are added up.
    """
    known = known or Effects()
    requests, unsent = _cut_requests(_merge(known.requests, more.requests))
    announced, unannounced = _cut(_merge(known.announced, more.announced))
    websockets, unused = _cut(_add_up(known.websockets, more.websockets))
    left_out = min(known.left_out + more.left_out + unsent + unannounced + unused, 10**9)
    return Effects(requests=requests, announced=announced, websockets=websockets, left_out=left_out)


def _add_up(
    known: tuple[WebSocketUse, ...] | None, more: tuple[WebSocketUse, ...] | None
) -> tuple[WebSocketUse, ...] | None:
    """One for each path, with the messages of both."""
    if known is None or more is None:
        return known if more is None else more
    uses = {one.path: one for one in known}
    for one in more:
        was = uses.get(one.path)
        sum = min(was.messages + one.messages, 10**9) if was else one.messages
        uses[one.path] = replace(was or one, messages=sum)
    return tuple(uses.values())


def _merge(known: tuple[T, ...] | None, more: tuple[T, ...] | None) -> tuple[T, ...] | None:
    if known is None or more is None:
        return known if more is None else more
    return tuple({_key_of(one): one for one in known + more}.values())


def _key_of(one: Request | Announcement) -> tuple[str | int, ...]:
    return request_key(one) if isinstance(one, Request) else (one.kind, one.text, one.field)


def _cut_requests(
    requests: tuple[Request, ...] | None,
) -> tuple[tuple[Request, ...] | None, int]:
    """The same; what may change something has room before what only asks."""
    changing = [one for one in requests or () if not is_safe(one.method)]
    room = max(0, MAX_EFFECTS_OF_A_STEP - len(changing))
    asking = [one for one in requests or () if is_safe(one.method)]
    shown = {request_key(one) for one in (*changing, *asking[:room])}
    kept, left_out = _cut(requests and tuple(one for one in requests if request_key(one) in shown))
    return kept, left_out + len(asking[room:])


def _cut(items: tuple[U, ...] | None) -> tuple[tuple[U, ...] | None, int]:
    """What there is room for, and how many more there are."""
    kept = items if items is None else items[:MAX_EFFECTS_OF_A_STEP]
    return kept, len(items or ()) - len(kept or ())
