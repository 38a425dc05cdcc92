"""An Appium session of an agent's own, opened through our own proxy. Knows no gesture.

The proxy runs in a thread beside the agent, so that there is one way of recording.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from importlib import import_module
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar

from courtside_bridges.client.recorded import Outcome, ended_by
from courtside_store.config import Config, load_config

from .runs import Runs
from .session import SessionRun
from .watching import proxying

VERDICT_S = 60.0
LOOK_S = 120.0
START_S = 20.0
APPIUM = "http://127.0.0.1:4723"
T = TypeVar("T")


class Driven:
    """One session, as a context manager; `driver` is Appium-Python-Client's own."""

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
        self._capabilities = {
            "platformName": "Android",
            "appium:automationName": "UiAutomator2",
            **(capabilities or {}),
        }
        config = config or load_config()
        self._proxy = proxying(appium, config, port=0, task=task, agent=agent)
        self._runs: Runs | None = None
        self._run: SessionRun | None = None
        self._connection: Any = None
        self.driver: Any = None

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
                self._here.recorded.end(ended_by(error))
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
