"""A model's reply: what it thought, and what it wrote between two fences. Knows no grammar."""

from __future__ import annotations

from courtside_store.shortened_text import shortened

from .actor_actions import NoAction

FENCE = "```"


def split_reply(reply: str) -> tuple[str, str]:
    """The thought, and what stands between the last pair of fences. Raises NoAction."""
    parts = reply.split(FENCE)
    if len(parts) < 3:
        raise NoAction(f"no action between {FENCE} and {FENCE} in the answer {excerpt(reply)!r}")
    return parts[0].strip(), parts[-2] if len(parts) % 2 else parts[-1]


def excerpt(text: str) -> str:
    """What was written, on one line and short enough for a message."""
    return shortened(" ".join(text.split()), 80)
