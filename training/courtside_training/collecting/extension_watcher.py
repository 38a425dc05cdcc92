"""Watches episodes by the Chrome extension, in a browser and with a daemon of its own."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from courtside.demo.recorders import ExtensionRecorder, extension_recorder
from courtside_bridges.web.browsers import find_browser
from courtside_daemon.app import running
from courtside_store.config import Config
from courtside_store.reading import Reader
from courtside_training.collecting.watchers import KeptSteps, Source

JUDGED_S = 60.0


class ExtensionWatchable:
    """A Chromium with the extension, whose one page it may record.

    The extension needs a profile that lasts, so that pages share a context: what an app keeps in
    the browser is cleared between two.
    """

    def __init__(self, recorder: ExtensionRecorder, reader: Reader) -> None:
        self._recorder = recorder
        self._reader = reader

    @asynccontextmanager
    async def page(self, viewport: dict[str, int]) -> AsyncIterator[Any]:
        """A page without cookies, in front."""
        page = await self._recorder.new_page()
        page.set_default_timeout(3000)
        await page.context.clear_cookies()
        await page.set_viewport_size(viewport)
        try:
            yield page
        finally:
            await _forget(page)
            await page.close()

    @asynccontextmanager
    async def watching(self, page: Any, task: str, source: Source) -> AsyncIterator[KeptSteps]:
        """What is seen of the page from now on. All steps are there once this is left: the run was
        judged."""
        kept = KeptSteps()
        begun = await self._recorder.send(
            type="record", url=page.url, task=task, agent="scripted", attempt=1, parent_run=None
        )
        try:
            yield kept
        finally:
            await self._recorder.send(type="stop", answer="", claims_success=None)
        await self._judged(begun["run"])
        kept.steps += self._reader.steps(begun["run"])

    async def _judged(self, run: str) -> None:
        """A run is judged once all that the extension sent of it is stored."""
        for _ in range(int(JUDGED_S / 0.1)):
            found = self._reader.summary(run)
            if found is not None and found.verdict is not None:
                return
            await asyncio.sleep(0.1)
        raise TimeoutError(f"the extension's run was not judged within {JUDGED_S:g} s")


async def _forget(page: Any) -> None:
    """Clears what the site of a page keeps in the browser."""
    client = await page.context.new_cdp_session(page)
    origin = await page.evaluate("location.origin")
    await client.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    await client.detach()


@asynccontextmanager
async def extension_watchable(driver: Any) -> AsyncIterator[ExtensionWatchable]:
    """A Chromium without a window, a daemon, and the extension paired with it.

    Raises FileNotFoundError where no Chromium takes extensions.
    """
    browser = find_browser()
    if browser is None or not browser.loads_extensions:
        raise FileNotFoundError("no Chromium that takes extensions; install the package `chromium`")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        config = Config(data_dir=Path(folder), port=0, autostart=False)
        async with (
            running(config) as (daemon, _),
            extension_recorder(driver, browser, config, daemon) as recorder,
        ):
            with Reader(config) as reader:
                yield ExtensionWatchable(recorder, reader)
