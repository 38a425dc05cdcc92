"""The Chromium that tests share opens no page and no process that nobody asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from waiting import until


@pytest.mark.chrome
async def test_a_window_has_no_hidden_pages_of_its_address_bar(chromium: Any) -> None:
    await (await chromium.new_context()).new_page()
    session = await chromium.new_browser_cdp_session()
    found = (await session.send("Target.getTargets", {"filter": [{}]}))["targetInfos"]
    await session.detach()
    assert "about:blank" in [one["url"] for one in found]
    assert not [one["url"] for one in found if "omnibox" in one["url"]]


@pytest.mark.chrome
async def test_a_page_is_the_only_one_with_a_process(chromium: Any, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<title>A page</title>")
    page = await chromium.new_page()
    await page.goto((tmp_path / "page.html").as_uri())
    session = await chromium.new_browser_cdp_session()

    async def has_one_renderer() -> bool:
        found = (await session.send("SystemInfo.getProcessInfo"))["processInfo"]
        return [one["type"] for one in found].count("renderer") == 1

    await until(has_one_renderer)
    await session.detach()
