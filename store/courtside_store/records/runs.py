"""Sessions and their runs. Know nothing of steps."""

from __future__ import annotations

from typing import Literal

from .bounds import Millis, Number, Revision, Short, Text
from .ids import RunId, SessionId
from .record import Record

Surface = Literal["web", "android", "ios", "desktop"]
Source = Literal[
    "cdp", "extension", "client", "http", "appium", "idb", "desktop", "replay", "import"
]
EndedBy = Literal[
    "finish",
    "truncated",
    "stop",
    "tab-closed",
    "page-crashed",
    "session-gone",
    "idle",
    "agent-crashed",
]


class Session(Record, frozen=True, kw_only=True):
    """One connection of a source, from its hello to its end: its runs, in order.

    What a judge has for one run is a `JudgeSession`.
    """

    id: SessionId
    source: Source
    surface: Surface = "web"
    name: Short = ""
    """What a person would call it: the agent's name, the tab's title, the device."""
    started_at_ms: Millis
    ended_at_ms: Millis | None = None


class Run(Record, frozen=True, kw_only=True):
    """One attempt at one task."""

    id: RunId
    session: SessionId
    task: Text = ""
    """Empty when nobody has given it: then there are only goal-free flags."""
    agent: Short = ""
    attempt: Number = 1
    parent_run: RunId | None = None
    """The earlier attempt that this one retries."""
    started_at_ms: Millis
    ended_at_ms: Millis | None = None
    ended_by: EndedBy | None = None
    end_reason: Text = ""
    """Why the agent crashed, as reported by the agent or its runner; empty if unknown."""
    answer: Text = ""
    claims_success: bool | None = None
    """What the agent itself says; None where it says nothing."""
    revision: Revision = 0
    task_revision: Revision = 0
    """The revision that the newest change of the task made."""
