"""One recorded run on the desktop, by an agent or a person. Moves no mouse and presses no key."""

from __future__ import annotations

import platform
from types import TracebackType

from courtside_bridges.client.link import Link
from courtside_bridges.client.linked_run import (
    LinkedRun,
    Outcome,
    crash_reason,
    ended_by,
    open_link,
)
from courtside_bridges.client.watched_run import FINISH_S
from courtside_store.config import Config, load_config
from courtside_store.geometry import PixelBox
from courtside_store.records import EndedBy, Observation

from .camera import Camera
from .display import find_display, why_not
from .listener import InputListener, open_listener
from .watched_area import open_watched_area
from .watcher import OnState, Watcher


class DesktopRun:
    """A run on the desktop that is watched from the `with` until its end."""

    def __init__(
        self,
        task: str = "",
        agent: str = "",
        *,
        window: str = "",
        region: tuple[int, int, int, int] | None = None,
        trust_keys: bool = False,
        attempt: int = 1,
        parent_run: str | None = None,
        config: Config | None = None,
        link: Link | None = None,
        on_state: OnState | None = None,
    ) -> None:
        """`window`: only the window with these words in its title. `region`: x, y, width, height.

        `trust_keys`: keep typed text even where it is unknown whether a password field has the
        keyboard. Raises OSError where the desktop cannot be watched, ValueError for a window or a
        region that is not there; each says what to do.
        """
        if reason := why_not(find_display()):
            raise OSError(reason)
        self._watched_area = open_watched_area(window, PixelBox(*region) if region else None)
        self._own_link = link is None
        self.title = window or f"{platform.node()} desktop"
        self._link = link or open_link(self.title, config or load_config(), "desktop", "desktop")
        self._recorded = LinkedRun(self._link, task, agent, attempt, parent_run)
        self.run = self._recorded.run
        self.name_task, self.oracle = self._recorded.name_task, self._recorded.oracle
        self._camera = Camera(self._watched_area.region)
        self._watcher = Watcher(
            self._recorded,
            self._camera,
            self._watched_area,
            trusted=trust_keys,
            on_state=on_state,
        )
        self._listener: InputListener | None = None

    def __enter__(self) -> DesktopRun:
        self._camera.start()
        self._watcher.start()
        self._listener = open_listener(self._watcher.on_event)
        self._listener.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.end(ended_by(error), reason=crash_reason(error))
        if self._own_link:
            self._link.close()

    # --- how it stands

    @property
    def problem(self) -> str:
        """What is missing, in a line; empty where everything is there."""
        if self._camera.problem:
            return f"no more pictures: {self._camera.problem}"
        if self._listener and self._listener.problem:
            return self._listener.problem
        if self._watcher.problem:
            return self._watcher.problem
        if dropped := self._watcher.dropped_events:
            return f"{dropped} events came too fast and were left out"
        return self._watched_area.problem

    @property
    def gone(self) -> bool:
        """Whether what is watched is not there any more."""
        no_events = self._listener is not None and bool(self._listener.problem)
        over = bool(self._camera.problem or self._watcher.problem)
        return no_events or over or self._watched_area.region() is None

    @property
    def paused(self) -> bool:
        """Whether somebody pressed the keys that pause it."""
        return self._watcher.paused

    def end(
        self,
        by: EndedBy,
        answer: str = "",
        claims_success: bool | None = None,
        reason: str = "",
    ) -> None:
        """Ends the watching and the run; a second end is ignored. `reason`: of a crash."""
        if self._recorded.ended:
            return
        if self._listener:
            self._listener.stop()
        self._watcher.stop()
        self._camera.stop()
        self._watched_area.close()
        self._recorded.end(by, answer, claims_success, reason)

    def finish(
        self,
        answer: str = "",
        claims_success: bool | None = None,
        timeout_s: float = FINISH_S,
        *,
        truncated: bool = False,
    ) -> Outcome:
        """Ends the run as its agent would, and waits for the verdict. `truncated`: the agent was
        cut off before it said that it was done."""
        self.end("truncated" if truncated else "finish", answer, claims_success)
        return self.wait_outcome(timeout_s)

    def wait_outcome(self, timeout_s: float) -> Outcome:
        """The verdict on the ended run; empty where it does not come in time."""
        return self._recorded.wait_outcome(timeout_s)

    # --- for an agent

    def look(self) -> Observation | None:
        """The screen now, with its elements; None while it is paused."""
        return self._watcher.look()

    def picture(self) -> bytes | None:
        """The screen now as a JPEG, nothing painted over; None while it is paused."""
        shot = self._camera.shots.latest
        return shot.encode() if shot else None

    def thought(self, text: str) -> None:
        """The agent's reasoning for what it does next."""
        self._watcher.thoughts.add(text)

    def keyboard_is_elsewhere(self) -> bool:
        """Whether it is known that what is typed now goes into what is not watched."""
        return self._watched_area.keyboard_is_elsewhere()

    @property
    def region(self) -> PixelBox | None:
        """What is watched, in units of the desktop; None while that is not there."""
        return self._watched_area.region()
