"""The top of the page says what a limit on false successes rests on; a verdict says it too."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import msgspec
import pytest
from pages import open_page

from courtside.demo.recorded import replay
from courtside_daemon.app import running
from courtside_store.config import Config

expect = pytest.importorskip("playwright.async_api", reason="playwright is missing").expect

pytestmark = pytest.mark.chrome


async def test_the_page_says_what_a_limit_on_false_successes_rests_on(
    config: Config, chromium: Any
) -> None:
    limited = msgspec.structs.replace(config, max_false_success=0.3)
    async with running(limited) as (daemon, _):
        runs = await asyncio.to_thread(replay, limited, threading.Event())
        page = await open_page(chromium, limited, daemon)
        words = "false successes: at most 0.3, by limits measured on families of apps left out"
        await expect(page.locator("#status")).to_contain_text(words)
        (success,) = [run.run for run in runs if run.oracle]
        await page.locator(f"[data-run={success}]").click()
        await expect(page.locator("#of-run")).to_contain_text("on strangers' apps more are false")
