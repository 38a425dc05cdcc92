"""No planted secret is kept of a tab that the extension records."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest
from planted import PLANTED, act, leaks, planted_site, shown

from courtside_store.config import Config

pytestmark = pytest.mark.chrome


async def test_no_planted_secret_is_in_a_file_row_pixel_export_or_log(
    config: Config, chrome: Any, stored: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with planted_site() as site:
        page = await chrome.open(f"http://ann:{PLANTED['user of an address']}@{site}/")
        run = await chrome.record(page, "Fill in the form.")
        await act(page, chrome.until_steps)
        await chrome.send(type="stop")
        await stored.ended(run)
    assert leaks(config, caplog.text, tmp_path / "out").keys() == {"plain"}
    pictures = shown(config, run)
    assert len(pictures) >= 20 and set(pictures) == {0}
