"""Our own capability in a new session's request, and what must not stand in its answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from courtside_formats.codecs.bounded import JsonObject

TASK = "courtside:task"
LESSONS = "courtside:lessons"
"""Asked for with true; answered with the lessons of earlier attempts at the task as text."""
ATTEMPT = "courtside:attempt"
"""The capability in our answer that tells an agent which attempt this is."""


class Wishes(NamedTuple):
    """What an agent asked of us in its request for a session."""

    task: str = ""
    lessons: bool = False


def take_wishes(body: bytes) -> tuple[Wishes, bytes]:
    """What a request says to us, and the request without it; the same bytes where it says nothing.

    A body that is no JSON is the server's to refuse.
    """
    if TASK.encode() not in body and LESSONS.encode() not in body:
        return Wishes(), body
    try:
        asked = msgspec.json.decode(body)
    except msgspec.DecodeError:
        return Wishes(), body
    wishes = Wishes()
    for capabilities in _sets(asked):
        wishes = Wishes(
            str(capabilities.pop(TASK, wishes.task)),
            capabilities.pop(LESSONS, wishes.lessons) is True,
        )
    return wishes, msgspec.json.encode(asked)


def with_lessons(body: bytes, text: str, attempt: int) -> bytes:
    """An answer with the lessons among its capabilities."""
    decoded = msgspec.json.decode(body)
    capabilities_of(decoded).update({LESSONS: text, ATTEMPT: attempt})
    return msgspec.json.encode(decoded)


def _sets(asked: Any) -> Iterator[JsonObject]:
    """Every set of capabilities, in the W3C's way and in that of before."""
    if not isinstance(asked, dict):
        return
    requested = asked.get("capabilities")
    requested = requested if isinstance(requested, dict) else {}
    first = requested.get("firstMatch")
    old = [asked.get("desiredCapabilities"), asked.get("requiredCapabilities")]
    for found in (requested.get("alwaysMatch"), *(first if isinstance(first, list) else ()), *old):
        if isinstance(found, dict):
            yield found


def drop_direct(body: bytes) -> bytes:
    """An answer without `directConnect...`, which would lead the agent past the proxy."""
    if b"directConnect" not in body:
        return body
    try:
        decoded = msgspec.json.decode(body)
    except msgspec.DecodeError:
        return body
    capabilities = capabilities_of(decoded)
    for name in [n for n in capabilities if n.removeprefix("appium:").startswith("directConnect")]:
        del capabilities[name]
    return msgspec.json.encode(decoded)


def new_session(body: bytes) -> tuple[str, JsonObject]:
    """Appium's id and the capabilities of a session that was made; empty where none was."""
    try:
        decoded = msgspec.json.decode(body)
    except msgspec.DecodeError:
        return "", {}
    value = decoded.get("value") if isinstance(decoded, dict) else None
    id = value.get("sessionId") if isinstance(value, dict) else None
    return (str(id), capabilities_of(decoded)) if id else ("", {})


def capabilities_of(decoded: Any) -> JsonObject:
    """The capabilities in an answer; empty where there are none."""
    value = decoded.get("value") if isinstance(decoded, dict) else None
    found = value.get("capabilities") if isinstance(value, dict) else None
    return found if isinstance(found, dict) else {}
