"""Reads WebDriver's answers: the value of one, or the word for why there is none."""

from __future__ import annotations

from typing import Any

import msgspec


def read_value(answer: bytes) -> Any:
    """The value in a command's answer; None where it cannot be read."""
    try:
        decoded = msgspec.json.decode(answer)
    except msgspec.DecodeError:
        return None
    return decoded.get("value") if isinstance(decoded, dict) else None


def read_error(status: int, answer: bytes) -> str | None:
    """WebDriver's word for why a command was refused; None where it was not."""
    if status < 400:
        return None
    value = read_value(answer)
    return str(value.get("error", status)) if isinstance(value, dict) else str(status)


def read_message(answer: bytes) -> str:
    """The server's message in a refusal; empty where there is none."""
    value = read_value(answer)
    return str(value.get("message", "")) if isinstance(value, dict) else ""
