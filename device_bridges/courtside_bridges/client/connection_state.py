"""What an agent waits for: verdicts, and whether a daemon is there to give them.

Knows no socket. Safe to call from any thread.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import Literal

from courtside_store import wire

AWAY_S = 5.0
"""How long a verdict is waited for while no daemon is connected."""
GRACE_S = 1.0
"""How long in any case: a daemon may have come back this moment."""
MAX_WAIT_S = 24 * 3600.0
SILENT = "the daemon has not answered; `courtside doctor` says more"
ConnectionStatus = Literal["connected", "starting", "away", "no-daemon", "over"]
"""Of the connection. "starting": a daemon is on its way up, however long that takes; "away": it may
be back; "no-daemon": none will come by itself; "over": this session has no connection any more.
"""


class ConnectionState:
    """The state of one connection and the verdicts that came over it."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._judged: dict[str, wire.RunJudged] = {}
        self._awaited: dict[str, int] = {}
        self._given_up: dict[str, str] = {}
        """Runs on which there will be no verdict, and why."""
        self._state: ConnectionStatus = "away"
        self._away_since = time.monotonic()
        self.trouble = SILENT
        """Why there is no connection, and what to do; empty where there is one."""
        self.refusal = ""
        """Why the daemon takes nothing for now, and what to do; empty where it does."""

    # --- from the connection

    def set_state(self, state: ConnectionStatus, trouble: str = "") -> None:
        """The connection is open, is lost, or will not be made."""
        with self._changed:
            if self._state == "connected":
                self._away_since = time.monotonic()
            self._state, self.trouble = state, trouble
            self._changed.notify_all()

    def add_verdict(self, judged: wire.RunJudged) -> None:
        """A verdict came."""
        with self._changed:
            self._judged[judged.verdict.run] = judged
            self._changed.notify_all()

    def give_up(self, run: str, why: str) -> None:
        """There will be no verdict on a run, as where it was deleted."""
        with self._changed:
            self._given_up.setdefault(run, why)
            self._changed.notify_all()

    def why_given_up(self, run: str) -> str:
        """Why there will be no verdict on a run; empty where there may be one."""
        with self._changed:
            return self._given_up.get(run, "")

    def notify(self) -> None:
        """Something moved on that somebody may wait for."""
        with self._changed:
            self._changed.notify_all()

    @property
    def awaited(self) -> list[str]:
        """The runs whose verdict, or lesson, somebody waits for."""
        with self._changed:
            return [run for run, end in self._awaited.items() if not self._is_settled(run, end)]

    # --- from the agent

    def wait_judged(self, run: str, end: int, timeout_s: float) -> wire.RunJudged | None:
        """The verdict on a run that ended with message `end`, with its lesson where that comes in
        time; None where not even the verdict does.
        """
        with self._changed:
            self._awaited[run] = end
            self._wait(lambda: self._is_settled(run, end), timeout_s, even_without_daemon=False)
            self._awaited.pop(run, None)
            return self._verdict_on(run, end)

    def _is_settled(self, run: str, end: int) -> bool:
        judged = self._verdict_on(run, end)
        return run in self._given_up or (judged is not None and not judged.lesson_follows)

    def _verdict_on(self, run: str, end: int) -> wire.RunJudged | None:
        """None also for one on a run that the daemon took for idle before it ended."""
        judged = self._judged.get(run)
        is_older = judged and judged.seq is not None and judged.seq < end
        return None if is_older else judged

    def wait_for(
        self, done: Callable[[], bool], timeout_s: float, even_without_daemon: bool = True
    ) -> bool:
        """True once something is done. Unless `even_without_daemon`, a wait ends soon after the
        daemon is gone."""
        with self._changed:
            return self._wait(done, timeout_s, even_without_daemon)

    def _wait(self, done: Callable[[], bool], timeout_s: float, even_without_daemon: bool) -> bool:
        began = time.monotonic()
        while not done():
            left = self._end(began, _seconds(timeout_s), even_without_daemon) - time.monotonic()
            if left <= 0:
                return False
            self._changed.wait(left)
        return True

    def _end(self, began: float, timeout_s: float, even_without_daemon: bool) -> float:
        """Until when it makes sense to wait, as things stand."""
        end = began + timeout_s
        match self._state:
            case "over":
                return began
            case "no-daemon" if not even_without_daemon:
                return began
            case "away" if not even_without_daemon:
                return min(end, max(began + GRACE_S, self._away_since + AWAY_S))
            case _:
                return end


def _seconds(timeout_s: float) -> float:
    """A time that a lock can wait, of whatever the agent gave."""
    try:
        seconds = float(timeout_s)
    except (TypeError, ValueError, OverflowError):
        return MAX_WAIT_S
    return MAX_WAIT_S if math.isnan(seconds) else max(0.0, min(MAX_WAIT_S, seconds))
