"""Ids of sessions and runs: their form, and how they are minted. Knows no record."""

from __future__ import annotations

import secrets
from typing import Annotated, Literal

from msgspec import Meta

from .clock import now_ms

# The look-ahead: see `bounds.py`.
SessionId = Annotated[str, Meta(pattern=r"^ses_[0-9a-z]{16,40}$(?!\n)")]
RUN_ID = "run_[0-9a-z]{16,40}"
"""A pattern."""
RunId = Annotated[str, Meta(pattern=rf"^{RUN_ID}$(?!\n)")]


def new_id(kind: Literal["ses", "run", "src"]) -> str:
    """A fresh id: sorts by time, cannot be guessed. Minted by us, never taken from a name."""
    return f"{kind}_{now_ms():011x}{secrets.token_hex(8)}"
