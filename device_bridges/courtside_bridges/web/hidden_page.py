"""A page that nobody sees, to which a browser gives its whole protocol: the far end of a relay."""

from __future__ import annotations

import asyncio
import json
import re

from .cdp_commands import CdpJson
from .page_world import CdpSession

OPEN_S = 2.0
MIN_CHROME_VERSION = 138
"""The first Chrome that knows hidden pages. Older ones are not asked: they would show the page."""


class HiddenPage:
    """A hidden page. It stays open until it is closed, or the connection to the browser ends."""

    def __init__(self, browser: CdpSession) -> None:
        """`browser`: a session of the browser itself, which the page lives as long as."""
        self._browser = browser

    async def open(self, url: str) -> None:
        """In a context of its own, without the agent's proxy. Raises ConnectionError."""
        try:
            async with asyncio.timeout(OPEN_S):
                await self._open(url)
        except TimeoutError as error:
            raise ConnectionError("the browser does not answer") from error

    async def _open(self, url: str) -> None:
        send = self._browser.send
        if _major(await send("Browser.getVersion")) < MIN_CHROME_VERSION:
            raise ConnectionError("this browser has no hidden pages")
        own = await send(
            "Target.createBrowserContext", {"disposeOnDetach": True, "proxyServer": "direct://"}
        )
        context = own["browserContextId"]
        made = await send(
            "Target.createTarget",
            {"url": "about:blank", "hidden": True, "browserContextId": context},
        )
        page = {"targetId": made["targetId"]}
        await send("Target.exposeDevToolsProtocol", {**page, "bindingName": "cdp"})
        attached = await send("Target.attachToTarget", {**page, "flatten": False})
        message = json.dumps({"id": 1, "method": "Page.navigate", "params": {"url": url}})
        await send(
            "Target.sendMessageToTarget", {"sessionId": attached["sessionId"], "message": message}
        )

    async def close(self) -> None:
        """With it goes what was open through it."""
        await self._browser.detach()


def _major(version: CdpJson) -> int:
    """Of `Chrome/140.0.7339.16`; 0 where it is something else."""
    found = re.search(r"/(\d+)", str(version.get("product", "")))
    return int(found[1]) if found else 0
