"""Tells who started a navigation: the page itself, or the browser's driver."""

from __future__ import annotations

from typing import Literal, NamedTuple

from .cdp_commands import CdpJson

By = Literal["page", "driver", "refresh"]
_REFRESH = {"metaTagRefresh", "httpHeaderRefresh"}
_WITHIN = {"sameDocument", "historySameDocument"}


class _Asked(NamedTuple):
    url: str
    by: By
    at_ms: int


class Navigations:
    """One page's. What the page asks for is announced before it starts; what a driver asks for
    starts at once, and so does going back or forward, whoever asks for it: where it stays in
    the document, the page script tells of the page's own. A navigation that another one overtakes
    never comes.
    """

    def __init__(self) -> None:
        self._asked: _Asked | None = None
        self._started: dict[str, _Asked | None] = {}
        """Navigations under way by their loader: who asked for each; None: the driver."""
        self._within = ""
        """Where the navigation within the document leads that is under way; empty: there is none.
        What a page does with its own address does not start one."""
        self._traversed = ""
        """Where the page itself goes in its history."""

    def asked(self, params: CdpJson, at_ms: int) -> None:
        """Page.frameRequestedNavigation, of the main frame."""
        by: By = "refresh" if params["reason"] in _REFRESH else "page"
        self._asked = _Asked(params["url"], by, at_ms)

    def traversed(self, url: str) -> None:
        """The page script: the page itself goes back or forward to this address."""
        self._traversed = url

    def started(self, params: CdpJson) -> None:
        """Page.frameStartedNavigating, which older browsers do not tell."""
        if params.get("navigationType") in _WITHIN:
            self._within = params["url"]
            return
        asked = self._asked if self._asked and self._asked.url == params["url"] else None
        self._started[params["loaderId"]] = asked

    def came(self, frame: CdpJson) -> tuple[By, int | None]:
        """Page.frameNavigated: who asked for this page, and when."""
        asked = self._started.get(frame.get("loaderId", ""), self._asked)
        is_traversed = frame["url"] + frame.get("urlFragment", "") == self._traversed
        self._asked = None
        self._within = self._traversed = ""
        self._started.clear()
        if asked is None:
            return ("page" if is_traversed else "driver"), None
        return asked.by, asked.at_ms

    def came_within(self, url: str) -> By:
        """Page.navigatedWithinDocument: who went to this place of the same document."""
        is_started, by_page = url == self._within, url == self._traversed
        self._within = self._traversed = ""
        return "driver" if is_started and not by_page else "page"

    def gave_up(self, params: CdpJson) -> bool:
        """Nothing comes of what the page asked for; False where it asked for nothing, or the page
        before it stopped loading."""
        if self._asked is None or ("url" not in params and not self._started):
            return False
        self._asked = None
        self._started.clear()
        return True
