"""An Appium session of an agent's own, opened through our own proxy. Knows no gesture.

The proxy runs in a thread beside the agent, so that there is one way of recording, and so that
Appium's client, which blocks, may be called from anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from importlib import import_module
from typing import Any, NamedTuple, TypeVar

from courtside_bridges.client.loop_thread import LoopThread
from courtside_formats.codecs.bounded import JsonObject
from courtside_store.config import Config, load_config
from courtside_store.records import EndedBy

from .appium_runs import Runs
from .appium_session import SessionRun
from .running_proxy import proxying

LOOK_S = 120.0
START_S = 20.0
APPIUM = "http://127.0.0.1:4723"
T = TypeVar("T")


class OwnAppiumSession:
    """An agent's own Appium session, from `open` to `close`. Every method blocks."""

    session: SessionRun
    """What records it."""

    def __init__(
        self,
        appium: str = APPIUM,
        *,
        task: str = "",
        agent: str = "",
        capabilities: JsonObject | None = None,
        config: Config | None = None,
    ) -> None:
        self._capabilities = {
            "platformName": "Android",
            "appium:automationName": "UiAutomator2",
            **(capabilities or {}),
        }
        config = config or load_config()
        self._proxy = proxying(appium, config, port=0, task=task, agent=agent)
        self._loop: LoopThread
        self._client: _Client
        self._runs: Runs | None = None
        self._connection: Any = None
        self.driver: Any = None

    def open(self) -> None:
        """Raises ModuleNotFoundError without Appium's client, OSError where no session opens."""
        self._client = _client()
        self._loop = LoopThread("courtside-appium")
        try:
            url, self._runs = self.wait(self._proxy.__aenter__(), START_S)
            self._connect(url)
            run = self.wait(self._runs.find(self.driver.session_id, adopt=False), START_S)
            if run is None:
                raise ConnectionError("the Appium session ended as soon as it was opened")
            self.session = run
        except BaseException:
            self._leave()
            raise

    def _connect(self, url: str) -> None:
        client = self._client
        options = client.AppiumOptions().load_capabilities(self._capabilities)
        self._connection = client.AppiumConnection(client_config=client.AppiumClientConfig(url))
        self.driver = self.asked(lambda: client.Remote(self._connection, options=options))

    def close(self) -> None:
        """Ends the session."""
        try:
            if not self.session.gone:
                self.asked(self.driver.quit)
        finally:
            self._leave()

    def _leave(self) -> None:
        if self._connection is not None:
            self._connection.close()
        if self._runs is not None:
            self.wait(self._proxy.__aexit__(None, None, None), LOOK_S)
        self._loop.close()

    def end(self, by: EndedBy, answer: str, claims_success: bool | None, reason: str) -> None:
        """Ends the run, with the look after its last action; the session stays open."""
        self.wait(self.session.flush(), LOOK_S)
        self.session.recorded.end(by, answer, claims_success, reason)

    def asked(self, command: Callable[[], T]) -> T:
        """What a command of Appium's client returns. Raises OSError with Appium's own reason."""
        try:
            return command()
        except self._client.WebDriverException as error:
            reason = str(error.msg or error).strip().partition("\n")[0]
            raise OSError(reason or type(error).__name__) from error

    def wait(self, work: Coroutine[Any, Any, T], timeout_s: float) -> T:
        """Runs it beside the proxy."""
        return self._loop.wait(work, timeout_s)


class _Client(NamedTuple):
    """The names that are used of the package Appium-Python-Client."""

    Remote: Any
    AppiumOptions: Any
    AppiumConnection: Any
    AppiumClientConfig: Any
    WebDriverException: Any


def _client() -> _Client:
    try:
        return _Client(
            import_module("appium.webdriver").Remote,
            import_module("appium.options.common").AppiumOptions,
            import_module("appium.webdriver.appium_connection").AppiumConnection,
            import_module("appium.webdriver.client_config").AppiumClientConfig,
            import_module("selenium.common.exceptions").WebDriverException,
        )
    except ImportError as error:
        raise ModuleNotFoundError(
            "Appium-Python-Client is not installed: pip install 'courtside[android]'"
        ) from error
