"""A phone for an agent of one's own: tap, type, swipe, press; recorded like any other agent's.

Drives Appium-Python-Client through our own proxy, so that there is one way of recording.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Coroutine, Sequence
from importlib import import_module
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar

from msgspec import structs

from courtside_bridges.named import find_text, middle_of
from courtside_bridges.recorded import Outcome
from courtside_store.aitw import (
    STATUSES,
    TAP,
    AitwAction,
    fingers_of,
    from_aitw,
    read_took_ms,
    to_aitw,
)
from courtside_store.appium.actions import KEYCODES
from courtside_store.config import Config, load_config
from courtside_store.records import Action, Element, Observation, Point, now_ms

from .fingers import as_sources
from .runs import Runs
from .session import SessionRun
from .watching import proxying

VERDICT_S = 60.0
LOOK_S = 120.0
START_S = 20.0
SWIPE_MS = 300
LONG_MS = 800
APPIUM = "http://127.0.0.1:4723"
_CODES = {name.lower(): code for code, name in reversed(KEYCODES.items())} | {"back": 4, "home": 3}
T = TypeVar("T")


class Phone:
    """`with courtside.android(task="...", capabilities={...}) as phone:`

    `driver` is Appium-Python-Client's own, for whatever these words do not say; it is recorded too.
    Points are in the units of `screen()`. Raises what Appium's client raises.
    """

    _loop: asyncio.AbstractEventLoop
    _thread: threading.Thread

    def __init__(
        self,
        appium: str = APPIUM,
        *,
        task: str = "",
        agent: str = "",
        capabilities: dict[str, Any] | None = None,
        config: Config | None = None,
    ) -> None:
        self._appium = appium
        self._task = task
        self._agent = agent
        self._capabilities = {
            "platformName": "Android",
            "appium:automationName": "UiAutomator2",
            **(capabilities or {}),
        }
        self._config = config or load_config()
        self._proxy = proxying(appium, self._config, port=0, task=task, agent=agent)
        self._runs: Runs | None = None
        self._run: SessionRun | None = None
        self._connection: Any = None
        self.driver: Any = None

    # --- begin and end

    def __enter__(self) -> Self:
        client = _client()
        options = client.AppiumOptions().load_capabilities(self._capabilities)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        try:
            url, self._runs = self._wait(self._proxy.__aenter__(), START_S)
            self._connection = client.AppiumConnection(client_config=client.AppiumClientConfig(url))
            self.driver = client.Remote(self._connection, options=options)
            self._run = self._wait(self._runs.find(self.driver.session_id, adopt=False), START_S)
        except BaseException:
            self._leave()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        try:
            if not self._here.gone:
                self._wait(self._here.flush(), LOOK_S)
                self._here.recorded.end("agent-crashed" if error else "stop")
                self.driver.quit()
        finally:
            self._leave()

    def _leave(self) -> None:
        if self._connection is not None:
            self._connection.close()
        if self._runs is not None:
            self._wait(self._proxy.__aexit__(None, None, None), LOOK_S)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(START_S)
        self._loop.close()

    def finish(
        self, answer: str = "", claims_success: bool | None = None, timeout_s: float = VERDICT_S
    ) -> Outcome:
        """Ends the run with what the agent says of it, and waits for the verdict."""
        self._wait(self._here.flush(), LOOK_S)
        self._here.recorded.end("finish", answer, claims_success)
        return self._here.recorded.wait_outcome(timeout_s)

    @property
    def run(self) -> str:
        """The run's id."""
        return self._here.recorded.run

    @property
    def title(self) -> str:
        """The device, e.g. `Pixel 4, Android 13, 1080x2280 at 440 dpi`."""
        return self._here.device.traits.name

    def settled(self, timeout_s: float = LOOK_S) -> bool:
        """True once every action so far is a step, and the daemon has it."""
        self._wait(self._here.flush(), LOOK_S)
        return self._here.recorded.link.wait_sent(timeout_s)

    @property
    def _here(self) -> SessionRun:
        if self._run is None:
            raise RuntimeError(
                "the phone is not open; write `with courtside.android(...) as phone:`"
            )
        return self._run

    def _wait(self, work: Coroutine[Any, Any, T], timeout_s: float) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(timeout_s)

    # --- see

    def screen(self) -> Observation:
        """What is on the screen; looked at once between two actions."""
        screen = self._wait(self._here.see(), LOOK_S)
        if screen is None:
            raise ConnectionError("the Appium session is gone")
        return screen.look

    def find(self, text: str) -> Element:
        """The element with this text. Raises LookupError that says which there are."""
        return find_text(self.screen().elements, text)

    def think(self, thought: str) -> None:
        """The agent's reasoning for its next action."""
        self._here.thought = thought

    # --- act

    def tap(self, where: str | Element | Point, long: bool = False) -> None:
        """Taps an element, by its text or itself, or a point."""
        point = self._point(where)
        self.driver.tap([(round(point[0]), round(point[1]))], LONG_MS if long else None)

    def double_tap(self, where: str | Element | Point) -> None:
        """Taps twice."""
        x, y = self._point(where)
        self._pointed([[(x, y)], [(x, y)]])

    def type(self, text: str, into: str | Element | None = None) -> None:
        """Types into an element, else into whatever has the focus."""
        if isinstance(into, str):
            into = self.find(into)
        if into is None:
            into = next((e for e in self.screen().elements if "focused" in e.state), None)
        if into is None or into.box is None:
            return self._keyed(text)
        left, top, width, height = (round(side) for side in into.box)
        bounds = f"[{left},{top}][{left + width},{top + height}]"
        self.driver.find_element("xpath", f'//*[@bounds="{bounds}"]').send_keys(text)
        return None

    def swipe(self, start: Point, end: Point, ms: int = SWIPE_MS) -> None:
        """One finger from a point to another."""
        self.driver.swipe(*(round(side) for side in (*start, *end)), ms)

    def press(self, key: str) -> None:
        """A key by its name: back, home, enter, search, volumeup, a, 1, ..."""
        code = _CODES.get(key.lower())
        if code is None:
            raise ValueError(f"key is {key!r}; expected one of {', '.join(sorted(_CODES))}")
        self.driver.press_keycode(code)

    def launch(self, app: str) -> None:
        """Opens an app by its package, e.g. com.android.settings."""
        self.driver.activate_app(app)

    def perform(self, action: Action) -> None:
        """Any of our actions that a phone can do. Raises ValueError for one that it cannot."""
        match action.kind:
            case "tap" | "click" if action.point:
                self.tap(action.point)
            case "long-press" if action.point:
                self.tap(action.point, long=True)
            case "double-click" if action.point:
                self.double_tap(action.point)
            case "swipe" | "drag" if action.point and action.to_point:
                took_ms = read_took_ms(action) or SWIPE_MS
                hold_ms = LONG_MS if action.kind == "drag" else 0
                self._fingers([(action.point, action.to_point)], took_ms, hold_ms)
            case "scroll":
                look = self.screen()
                said = to_aitw(action, look.width, look.height)
                self.perform(from_aitw(_plain(said), look.width, look.height, action.at_ms, 0))
            case "other" if fingers := fingers_of(action):
                self._fingers(fingers, read_took_ms(action) or SWIPE_MS)
            case "type":
                self.type(action.text)
            case "press":
                self.press(action.text)
            case "back" | "home":
                self.press(action.kind)
            case "launch-app":
                self.launch(action.text)
            case "wait":
                time.sleep(1)
            case _:
                raise ValueError(f"a phone cannot do {action.kind!r} with point {action.point}")

    @property
    def ended(self) -> bool:
        """Whether the run has ended: by `finish`, or by a policy's status."""
        return self._here.recorded.ended

    def perform_aitw(self, said: AitwAction, tap: float = TAP) -> None:
        """What a policy says in Android in the Wild's space (docs/aitw.md); a status ends the run.

        A gesture that moves no further than `tap` is a tap. Raises ValueError for what a phone
        cannot do, and once the run has ended.
        """
        if self.ended:
            raise ValueError("the run has ended; open another")
        look = self.screen()
        action = from_aitw(said, look.width, look.height, now_ms(), tap)
        if said.name not in STATUSES:
            return self.perform(action)
        self._wait(self._here.flush(), LOOK_S)
        answer = action.text if action.kind == "answer" else ""
        self._here.recorded.end("finish", answer, STATUSES[said.name])
        return None

    def _point(self, where: str | Element | Point) -> Point:
        found = self.find(where) if isinstance(where, str) else where
        if not isinstance(found, Element):
            return found
        return middle_of(found)

    def _pointed(self, strokes: list[list[Point]]) -> None:
        steps: list[dict[str, Any]] = []
        for stroke in strokes:
            moves = [{"type": "pointerMove", "x": round(x), "y": round(y)} for x, y in stroke]
            steps += [moves[0], {"type": "pointerDown", "button": 0}, *moves[1:]]
            steps += [{"type": "pointerUp", "button": 0}, {"type": "pause", "duration": 50}]
        touch = {"pointerType": "touch"}
        self._act({"type": "pointer", "id": "finger", "parameters": touch, "actions": steps})

    def _fingers(
        self, strokes: Sequence[tuple[Point, Point]], took_ms: int, hold_ms: int = 0
    ) -> None:
        sources = as_sources(strokes, took_ms, hold_ms)
        self.driver.execute("actions", {"actions": sources})

    def _keyed(self, text: str) -> None:
        kinds = ("keyDown", "keyUp")
        steps = [{"type": kind, "value": letter} for letter in text for kind in kinds]
        self._act({"type": "key", "id": "keys", "actions": steps})

    def _act(self, source: dict[str, Any]) -> None:
        self.driver.execute("actions", {"actions": [source]})


def _plain(said: AitwAction) -> AitwAction:
    """The gesture alone: a scroll as the finger that makes it."""
    return structs.replace(said, extension=None)


class _Client(NamedTuple):
    """What is used of Appium-Python-Client."""

    Remote: Any
    AppiumOptions: Any
    AppiumConnection: Any
    AppiumClientConfig: Any


def _client() -> _Client:
    try:
        return _Client(
            import_module("appium.webdriver").Remote,
            import_module("appium.options.common").AppiumOptions,
            import_module("appium.webdriver.appium_connection").AppiumConnection,
            import_module("appium.webdriver.client_config").AppiumClientConfig,
        )
    except ImportError as error:
        raise ModuleNotFoundError(
            "Appium-Python-Client is not installed: pip install 'courtside[android]'"
        ) from error
