"""What every message is, the protocol's version and its one encoding. Knows no message."""

from __future__ import annotations

import msgspec
from msgspec import Struct

PROTOCOL = 1
"""Raised when an old peer could misread a new message; hello and welcome carry it."""


class Message(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type"):
    """The base of all messages: one JSON object whose `type` says which."""


_encoder = msgspec.json.Encoder()


def encode(message: Struct) -> bytes:
    """The one JSON encoding, for the socket, the HTTP API, SQLite and the exports."""
    return _encoder.encode(message)
