"""What a page's CDP session tells, turned into events of the recording."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from courtside_bridges.recording.events import Loading, Navigated
from courtside_bridges.web.page_capture import PageCapture, PageEvent

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
    loading, came = listener.events
    assert loading == Loading(view="page-1")
    assert isinstance(came, Navigated) and came.by == "page"
