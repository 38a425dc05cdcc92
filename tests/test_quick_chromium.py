"""The Chromium that tests share opens no page that nobody asked for."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.chrome
async def test_a_window_has_no_hidden_pages_of_its_address_bar(chromium: Any) -> None:
    await (await chromium.new_context()).new_page()
    session = await chromium.new_browser_cdp_session()
    found = (await session.send("Target.getTargets", {"filter": [{}]}))["targetInfos"]
    await session.detach()
    assert "about:blank" in [one["url"] for one in found]
    assert not [one["url"] for one in found if "omnibox" in one["url"]]
