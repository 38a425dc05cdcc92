"""Says in a sentence why bytes are no message. Knows no socket and no route."""

from __future__ import annotations

import msgspec

READING = (msgspec.MsgspecError, ValueError, RecursionError)
"""The exceptions that decoding or checking a message may raise."""


def why_unreadable(data: bytes, error: Exception) -> str:
    """One sentence, with what to do where the decoder's words say too little."""
    words = str(error)
    match error:
        case UnicodeDecodeError() | msgspec.DecodeError() if "utf-8" in words.lower():
            return "it is not UTF-8; send JSON in UTF-8"
        case RecursionError():
            return "it is nested too deeply; send it flatter"
        case msgspec.DecodeError() if _has_half(data, words):
            return "a text holds half of a character (a surrogate alone); leave it out"
        case msgspec.DecodeError() if "truncated" in words:
            return "the JSON ends too early; send all of it"
    return words


def _has_half(data: bytes, words: str) -> bool:
    """The decoder calls one at the end of the last text truncated."""
    return "surrogate" in words or ("truncated" in words and rb"\ud" in data[-24:].lower())
