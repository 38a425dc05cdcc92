"""Finds in what a command of ours printed why it ended. Starts nothing."""

from __future__ import annotations

_BEGINS = "courtside: "


def printed_reason(printed: str) -> str:
    """Its last line that gives a reason, without our name; empty where none does."""
    lines = (line.strip() for line in reversed(printed.splitlines()))
    return next((one.removeprefix(_BEGINS) for one in lines if one.startswith(_BEGINS)), "")
