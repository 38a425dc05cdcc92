"""Makes docs/guide/dashboard.png: the page with the recorded runs, in a real Chromium.

python packaging/picture.py [OUT.png] [--dark] [--data-dir DIR]
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import threading
from pathlib import Path

from playwright.async_api import async_playwright

from courtside.demo.recorded import replay
from courtside_bridges.client.control_api import call
from courtside_bridges.web.browsers import find_browser
from courtside_daemon.app import running
from courtside_refine.lessons.reflection import reflect
from courtside_store.config import Config, load_config

SIZE = {"width": 1440, "height": 860}


async def picture(config: Config, out: Path, dark: bool, shipped: bool) -> None:
    """Replays, opens the page on a failed run, and takes its picture."""
    browser = find_browser()
    if browser is None:
        raise SystemExit("no Chromium found; install the package `chromium`")
    async with running(config, reflect) as (daemon, _), async_playwright() as playwright:
        done = await asyncio.to_thread(replay, config, threading.Event()) if shipped else []
        link = (await asyncio.to_thread(call, config, daemon, "POST", "/v1/viewer", {}))["url"]
        failed = next((run for run in done if run.verdict == "failure"), None)
        chromium = await playwright.chromium.launch(
            executable_path=browser.path, args=browser.flags
        )
        page = await chromium.new_page(viewport=SIZE, color_scheme="dark" if dark else "light")  # type: ignore[arg-type]
        await page.goto(f"{link}&run={failed.run}&step=2" if failed else link)
        await page.wait_for_selector("#card .label")
        await page.wait_for_load_state("networkidle")
        await page.screenshot(path=str(out))
        await chromium.close()


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, nargs="?", default=Path("docs/guide/dashboard.png"))
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--data-dir", help="show what is recorded there instead")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        config = load_config(
            {"data_dir": options.data_dir or folder, "port": 0, "autostart": False}
        )
        asyncio.run(picture(config, options.out, options.dark, not options.data_dir))


if __name__ == "__main__":
    main()
