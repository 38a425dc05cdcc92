"""One recorded run on the desktop, with a mouse and keyboard for an agent that has none."""

from __future__ import annotations

import platform
from types import TracebackType

from courtside_bridges.client.link import Link
from courtside_bridges.client.recorded import Outcome, Recorded, ended_by, open_link
from courtside_store.config import Config, load_config
from courtside_store.geometry import centre
from courtside_store.records import EndedBy, Observation, Point

from . import acting
from .display import find_display, why_not
from .listener import Listener, open_listener
from .screen_capture import open_screen_capture
from .screens import Camera
from .shots import Region
from .watcher import OnState, Watcher

VERDICT_S = 60.0


class DesktopRun:
    """Watches from `with` until its end. Actions of an agent are watched like anybody's."""

    def __init__(
        self,
        task: str = "",
        agent: str = "",
        *,
        window: str = "",
        region: Region | None = None,
        trust_keys: bool = False,
        attempt: int = 1,
        parent_run: str | None = None,
        config: Config | None = None,
        link: Link | None = None,
        say: OnState | None = None,
    ) -> None:
        """`window`: only the window with these words in its title. `region`: x, y, width, height.

        `trust_keys`: keep typed text even where it is unknown whether a password field has the
        keyboard. Raises OSError where the desktop cannot be watched, ValueError for a window or a
        region that is not there; each says what to do.
        """
        if reason := why_not(find_display()):
            raise OSError(reason)
        self._screen_capture = open_screen_capture(window, region)
        self._own_link = link is None
        name = window or f"{platform.node()} desktop"
        self._link = link or open_link(name, config or load_config(), "desktop", "desktop")
        self._recorded = Recorded(self._link, task, agent, attempt, parent_run)
        self.run = self._recorded.run
        self.name_task, self.oracle = self._recorded.name_task, self._recorded.oracle
        self._camera = Camera(self._screen_capture.region)
        self._watcher = Watcher(
            self._recorded, self._camera, self._screen_capture, trusted=trust_keys, say=say
        )
        self._listener: Listener | None = None
        self._hands: acting.Hands | None = None
        self._seen: Observation | None = None

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
        self.end(ended_by(error))
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
        return self._screen_capture.problem

    @property
    def gone(self) -> bool:
        """Whether what is watched is not there any more."""
        deaf = self._listener is not None and bool(self._listener.problem)
        over = bool(self._camera.problem or self._watcher.problem)
        return deaf or over or self._screen_capture.region() is None

    @property
    def paused(self) -> bool:
        """Whether somebody pressed the keys that pause it."""
        return self._watcher.paused

    def end(self, by: EndedBy, answer: str = "", claims_success: bool | None = None) -> None:
        """Ends the watching and the run; a second end is ignored."""
        if self._recorded.ended:
            return
        if self._listener:
            self._listener.stop()
        self._watcher.stop()
        self._camera.stop()
        self._screen_capture.close()
        if self._hands:
            self._hands.close()
        self._recorded.end(by, answer, claims_success)

    def finish(
        self, answer: str = "", claims_success: bool | None = None, timeout_s: float = VERDICT_S
    ) -> Outcome:
        """Ends the run as its agent's own word, and waits for the verdict."""
        self.end("finish", answer, claims_success)
        return self.wait_outcome(timeout_s)

    def wait_outcome(self, timeout_s: float) -> Outcome:
        """The verdict on the ended run; empty where it does not come in time."""
        return self._recorded.wait_outcome(timeout_s)

    # --- for an agent that acts through it

    def look(self) -> Observation | None:
        """The screen now, with its elements; None while it is paused."""
        self._seen = self._watcher.look()
        return self._seen

    def picture(self) -> bytes | None:
        """The screen now as a JPEG, nothing painted over; None while it is paused."""
        shot = self._camera.shots.latest
        return shot.encode() if shot else None

    def click(self, at: int | Point, button: str = "left", times: int = 1) -> None:
        """Clicks an element of the last look, by its id, or a point of its picture."""
        buttons = {"left": 1, "middle": 2, "right": 3}
        if button not in buttons:
            raise ValueError(f"button is {button!r}; expected one of {sorted(buttons)}")
        acting.click(self._acts(), self._place(at), buttons[button], times)

    def hover(self, at: int | Point) -> None:
        """Moves the pointer there."""
        self._acts().move(self._place(at))

    def drag(self, start: int | Point, end: int | Point) -> None:
        """Drags from one place to the other."""
        acting.drag(self._acts(), self._place(start), self._place(end))

    def scroll(self, at: int | Point, right: int = 0, down: int = 0) -> None:
        """Turns the wheel there, by notches."""
        hands = self._acts()
        hands.move(self._place(at))
        hands.wheel(right, down)

    def type(self, text: str) -> None:
        """Types into whatever has the keyboard."""
        acting.type_text(self._acts(), text)

    def press(self, keys: str) -> None:
        """Presses keys together: "Enter", "Control+s", "Control++"."""
        if not keys:
            raise ValueError("keys is ''; expected e.g. 'Enter' or 'Control+s'")
        names = keys.removesuffix("+").split("+") if keys != "+" else []
        names = [name for name in names if name] + (["+"] if keys.endswith("+") else [])
        acting.press_keys(self._acts(), names)

    def _acts(self) -> acting.Hands:
        if self._hands is None:
            self._hands = acting.open_hands()
        return self._hands

    def _place(self, at: int | Point) -> Point:
        """The point on the desktop. Raises ValueError for an element that is not there."""
        region = self._screen_capture.region()
        if region is None:
            raise ValueError("what is watched is not on the screen any more")
        if isinstance(at, int):
            elements = self._seen.elements if self._seen else ()
            box = next((one.box for one in elements if one.id == at), None)
            if box is None:
                raise ValueError(f"element is {at}; the last look has 1 to {len(elements)}")
            at = centre(box)
        return at[0] + region[0], at[1] + region[1]


def desktop(task: str = "", agent: str = "", **more: object) -> DesktopRun:
    """Watches the desktop: `with courtside.desktop(task="...", agent="...") as run`.

    Further words are those of `DesktopRun`. Whoever drives the desktop is watched; an agent
    without hands has `run.look()`, `run.click(12)`, `run.type("...")`, `run.press("Control+s")`.
    """
    return DesktopRun(task, agent, **more)  # type: ignore[arg-type]
