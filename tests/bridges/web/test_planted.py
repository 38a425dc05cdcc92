"""No planted secret is kept of a run that is watched through CDP."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest
from planted import PLANTED, act, leaks, planted_site, shown

from courtside_bridges.web.watching import watch
from courtside_store.config import Config
from courtside_store.daemon_state import Running

pytestmark = pytest.mark.chrome


async def test_no_planted_secret_is_in_a_file_row_pixel_export_or_log(
    config: Config, daemon: Running, chromium: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with planted_site() as site:
        page = await (await chromium.new_context()).new_page()
        async with watch(page, task="Fill in the form.", config=config) as run:
            await page.goto(f"http://ann:{PLANTED['user of an address']}@{site}/")

            async def calm(_: int) -> None:
                await run.settled()

            await act(page, calm)
            await run.finish("done", True)
    assert leaks(config, caplog.text, tmp_path / "out").keys() == {"plain"}
    pictures = shown(config, run.run)
    assert len(pictures) >= 30 and set(pictures) == {0}
