"""What travels over the browser's DevTools protocol, by the protocol's own names. Sends nothing."""

from __future__ import annotations

from typing import Any, NamedTuple

CdpJson = dict[str, Any]
"""The JSON of a command, of its answer or of an event."""


class CdpCommand(NamedTuple):
    """One command that a session sends to the browser."""

    method: str
    params: CdpJson
