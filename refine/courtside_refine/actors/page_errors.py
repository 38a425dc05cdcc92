"""Says in words why a page could not be opened. Opens none."""

from __future__ import annotations

import re

_CODE = re.compile(r"net::ERR_(\w+)")
_WORDS = {
    "UNSAFE_PORT": "browsers open no page on this port",
    "CONNECTION_REFUSED": "nothing listens there",
    "NAME_NOT_RESOLVED": "no such host is known",
    "EMPTY_RESPONSE": "it ends the connection without an answer",
}


def why_not_opened(message: str) -> str:
    """Of the browser driver's message: without its call, its code and the address."""
    if code := _CODE.search(message):
        return _WORDS.get(code[1], code[1].replace("_", " ").lower())
    line = message.strip().partition("\n")[0]
    return re.sub(r"^Page\.goto: ", "", line)
