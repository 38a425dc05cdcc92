"""A model's reply: what it thought, and what it wrote between two fences. Knows no grammar."""

from __future__ import annotations

from .actor_actions import NoAction

FENCE = "```"


def split_reply(reply: str) -> tuple[str, str]:
    """The thought, and what stands between the last pair of fences. Raises NoAction."""
    parts = reply.split(FENCE)
    if len(parts) < 3:
        raise NoAction(f"no action between {FENCE} and {FENCE} in the answer {shortened(reply)!r}")
    return parts[0].strip(), parts[-2] if len(parts) % 2 else parts[-1]


def shortened(text: str) -> str:
    """What was written, on one line and short enough for a message."""
    line = " ".join(text.split())
    return line if len(line) <= 80 else line[:79] + "…"
