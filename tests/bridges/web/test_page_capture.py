"""What a page's CDP session tells, turned into events of the recording."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import pytest

from courtside_bridges.recording.events import AddressChanged, EffectsReported, Loading, Navigated
from courtside_bridges.web.page_capture import PageCapture
from courtside_bridges.web.page_reports import PageEvent

SITE = "http://127.0.0.1/"


class Session:
    """A page at SITE, whose events the test tells."""

    def __init__(self) -> None:
        self._handlers: dict[str, list[Callable[[dict[str, Any]], None]]] = {}

    async def send(self, method: str, params: dict[str, Any] | None = None) -> Any:
        return {"frameTree": {"frame": {"id": "main", "url": SITE}}}

    async def detach(self) -> None: ...

    def on(self, event: str, handle: Callable[[dict[str, Any]], None]) -> None:
        self._handlers.setdefault(event, []).append(handle)

    def tells(self, event: str, **params: Any) -> None:
        for handle in self._handlers[event]:
            handle(params)


class Listener:
    """Remembers what it is told."""

    def __init__(self) -> None:
        self.events: list[PageEvent] = []

    def clock_ms(self) -> int:
        return 1

    def on_event(self, capture: PageCapture, event: PageEvent, frame: str = "") -> None:
        self.events.append(event)

    def crashed(self, capture: PageCapture) -> None: ...

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        work.close()

    def cut(self, address: str) -> str:
        return address

    def cut_text(self, text: str) -> str:
        return text

    def know(self, values: Sequence[str]) -> None:
        """Nothing here is in an address."""

    def keep_frame(self, jpeg: bytes) -> str | None:
        return None


async def test_a_link_stays_the_page_s_own_while_an_inner_frame_loads() -> None:
    session, listener = Session(), Listener()
    await PageCapture("page-1", session, listener).start()
    inner, target = SITE + "inner", SITE + "next"
    session.tells("Page.frameStartedNavigating", frameId="inner", url=inner, loaderId="1")
    session.tells("Page.frameRequestedNavigation", frameId="main", url=target, reason="anchorClick")
    session.tells("Page.frameStoppedLoading", frameId="main")  # the page that the link is on
    session.tells("Page.frameStartedNavigating", frameId="main", url=target, loaderId="2")
    session.tells("Page.frameNavigated", frame={"id": "main", "url": target, "loaderId": "2"})
    _, loading, came = listener.events
    assert loading == Loading(view="page-1")
    assert isinstance(came, Navigated) and came.by == "page"


class Window(Session):
    """A window that a page opens: it goes to its first page before the last command is answered."""

    def __init__(self, shown: str) -> None:
        super().__init__()
        self._shown = shown

    async def send(self, method: str, params: dict[str, Any] | None = None) -> Any:
        if method == "Runtime.runIfWaitingForDebugger":
            self.posts("early")
            self.tells("Page.frameNavigated", frame={"id": "main", "url": SITE, "loaderId": "1"})
            self.posts("later")
        return {"frameTree": {"frame": {"id": "main", "url": self._shown}}}

    def posts(self, path: str) -> None:
        sent = {"method": "POST", "url": SITE + path}
        times = {"timestamp": 1, "wallTime": 1}
        self.tells(
            "Network.requestWillBeSent", requestId=path, documentURL=SITE, request=sent, **times
        )


@pytest.mark.parametrize("shown", ["about:blank", "", ":"], ids=["blank", "none", "Chromium 150"])
async def test_a_window_that_goes_on_while_it_is_attached_to_keeps_its_new_address(
    shown: str,
) -> None:
    session, listener = Window(shown), Listener()
    capture = PageCapture("page-1", session, listener)
    await capture.start()
    assert capture.url == SITE
    happened = [event.effects for event in listener.events if isinstance(event, EffectsReported)]
    sent = [one.path for effects in happened for one in effects.requests or ()]
    assert sent == ["/early", "/later"]
    first = [event.url for event in listener.events if isinstance(event, AddressChanged)]
    assert not any(first), "it has shown no page before"


class ShownWindow(Session):
    """A window that shows its first page already; the agent goes on before it is listened to."""

    async def send(self, method: str, params: dict[str, Any] | None = None) -> Any:
        if method == "Runtime.runIfWaitingForDebugger":
            next_page = {"id": "main", "url": SITE + "next", "loaderId": "2"}
            self.tells("Page.frameNavigated", frame=next_page)
        return await super().send(method, params)


async def test_what_a_window_shows_already_comes_before_the_page_that_the_agent_goes_to() -> None:
    session, listener = ShownWindow(), Listener()
    capture = PageCapture("page-1", session, listener)
    await capture.start()
    shown, came = listener.events
    assert shown == AddressChanged(view="page-1", url=SITE)
    assert isinstance(came, Navigated) and (came.url, came.by) == (SITE + "next", "driver")
    assert capture.url == SITE + "next"


class StartingBrowser(Session):
    """A window that its browser opens with a first page, before or after it is listened to."""

    def __init__(self, first: str) -> None:
        super().__init__()
        self.shown = "about:blank"
        self._first = first

    async def send(self, method: str, params: dict[str, Any] | None = None) -> Any:
        if method == "Runtime.runIfWaitingForDebugger" and self._first:
            self.comes(self._first)
        return {"frameTree": {"frame": {"id": "main", "url": self.shown}}}

    def comes(self, url: str) -> None:
        self.tells("Page.frameNavigated", frame={"id": "main", "url": url, "loaderId": url})


@pytest.mark.parametrize("first", ["data:,", "chrome://newtab/", "chrome://new-tab-page/"])
@pytest.mark.parametrize("is_early", [True, False])
async def test_what_a_browser_opens_a_tab_with_is_nobody_s_step(first: str, is_early: bool) -> None:
    session, listener = StartingBrowser(first if is_early else ""), Listener()
    capture = PageCapture("page-1", session, listener)
    await capture.start()
    if not is_early:
        session.comes(first)
    session.comes(SITE)
    (came,) = listener.events
    assert isinstance(came, Navigated) and (came.url, came.by) == (SITE, "driver")
    assert capture.url == SITE


async def test_an_empty_page_that_an_agent_goes_to_later_is_its_step() -> None:
    session, listener = StartingBrowser(SITE), Listener()
    await PageCapture("page-1", session, listener).start()
    session.comes("data:,")
    assert [event.url for event in listener.events if isinstance(event, Navigated)] == [
        SITE,
        "data:,",
    ]
