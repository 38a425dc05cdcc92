"""What each end of a run is called, for people: in the terminal, on the page and in verdicts."""

from __future__ import annotations

from .records import EndedBy

ENDINGS: dict[EndedBy, str] = {
    "finish": "the agent finished",
    "stop": "it was stopped, or ended without `finish`",
    "tab-closed": "the page was closed",
    "page-crashed": "the page crashed",
    "session-gone": "the agent's process ended, or its connection was lost",
    "idle": "no step came for a long time",
    "agent-crashed": "the agent crashed",
}
"""Each completes "ended:"; web/words.js has the same."""
