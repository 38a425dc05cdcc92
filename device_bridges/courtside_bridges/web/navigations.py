"""Tells who started a navigation: the page itself, or the browser's driver."""

from __future__ import annotations

from typing import Literal, NamedTuple

from .cdp_commands import CdpJson

By = Literal["page", "driver", "refresh"]
_REFRESH = {"metaTagRefresh", "httpHeaderRefresh"}


class _Asked(NamedTuple):
    url: str
    by: By
    at_ms: int


class Navigations:
    """One page's. What the page asks for is announced before it starts; what a driver asks for
    starts at once. A navigation that another one overtakes never comes.
    """

    def __init__(self) -> None:
        self._asked: _Asked | None = None
        self._started: dict[str, _Asked | None] = {}
        """Navigations under way by their loader: who asked for each; None: the driver."""

    def asked(self, params: CdpJson, at_ms: int) -> None:
        """Page.frameRequestedNavigation, of the main frame."""
        by: By = "refresh" if params["reason"] in _REFRESH else "page"
        self._asked = _Asked(params["url"], by, at_ms)

    def started(self, params: CdpJson) -> None:
        """Page.frameStartedNavigating, which older browsers do not tell."""
        asked = self._asked if self._asked and self._asked.url == params["url"] else None
        self._started[params["loaderId"]] = asked

    def came(self, frame: CdpJson) -> tuple[By, int | None]:
        """Page.frameNavigated: who asked for this page, and when."""
        asked = self._started.get(frame.get("loaderId", ""), self._asked)
        self._asked = None
        self._started.clear()
        return (asked.by, asked.at_ms) if asked else ("driver", None)

    def gave_up(self, params: CdpJson) -> bool:
        """Nothing comes of what the page asked for; False where it asked for nothing, or the page
        before it stopped loading."""
        if self._asked is None or ("url" not in params and not self._started):
            return False
        self._asked = None
        self._started.clear()
        return True
