"""Names the elements that are in no UI tree, by what the agent searched for. Knows no screen."""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from typing import Any

import msgspec

from courtside_formats.codecs.bounded import JsonObject

MAX_FOUND = 500
MAX_TEXT = 200


class Locators:
    """What each element of a session was found by, newest last.

    Answers are kept as they came and read when an action names an element: most are never needed.
    """

    def __init__(self) -> None:
        self._unread: list[tuple[bytes, bytes]] = []
        self._names: OrderedDict[str, str] = OrderedDict()

    def remember(self, request: bytes, answer: bytes) -> None:
        """A search and its answer."""
        self._unread.append((request, answer))
        del self._unread[:-MAX_FOUND]

    def name(self, element: str) -> str:
        """What it was found by; empty where that is not known."""
        for request, answer in self._unread:
            with contextlib.suppress(msgspec.DecodeError, TypeError, AttributeError, KeyError):
                self._name_found(msgspec.json.decode(request), msgspec.json.decode(answer)["value"])
        self._unread.clear()
        return self._names.get(element, "")

    def _name_found(self, asked: JsonObject, found: Any) -> None:
        for one in found if isinstance(found, list) else [found]:
            for id in one.values() if isinstance(one, dict) else ():
                self._names[str(id)] = str(asked.get("value", ""))[:MAX_TEXT]
                self._names.move_to_end(str(id))
        while len(self._names) > MAX_FOUND:
            self._names.popitem(last=False)
