"""What the live demo watches with ends with it, also where it is broken off."""

from __future__ import annotations

import pytest
from playwright.async_api import async_playwright

from courtside.demo.recorders import cdp_recorder
from courtside_bridges.web.browsers import find_browser
from courtside_store.config import Config
from courtside_store.daemon_state import Running


class BrokenOffError(Exception):
    """What ends the demo."""


@pytest.mark.chrome
async def test_the_browser_of_a_demo_that_is_broken_off_is_closed(
    config: Config, daemon: Running
) -> None:
    browser = find_browser()
    assert browser is not None
    async with async_playwright() as playwright:
        with pytest.raises(BrokenOffError):
            async with cdp_recorder(playwright, browser, config) as recorder:
                page = await recorder.new_page()
                raise BrokenOffError
        assert page.is_closed()
