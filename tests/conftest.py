"""Fixtures that several rooms share: a configuration of its own, a real daemon, a real Chromium."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from courtside_bridges.browsers import find_browser
from courtside_daemon.app import running
from courtside_refine.reflexion import reflect
from courtside_store.config import Config, Running


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """A data folder of its own, a free port."""
    return Config(data_dir=tmp_path / "data", port=0, retry=True, autostart=False, ocr="off")


@pytest.fixture
async def daemon(config: Config) -> AsyncIterator[Running]:
    """A real daemon with its judge."""
    async with running(config, reflect) as (said, _):
        yield said


@pytest.fixture
async def chromium() -> AsyncIterator[Any]:
    """A real Chromium."""
    playwright = pytest.importorskip("playwright.async_api", reason="playwright is not installed")
    browser = find_browser()
    if browser is None:
        pytest.skip("no Chromium found; `make test` installs one")
    async with playwright.async_playwright() as driver:
        opened = await driver.chromium.launch(executable_path=browser.path, args=browser.flags)
        yield opened
        await opened.close()
