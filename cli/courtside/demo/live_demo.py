"""Runs the live demo: daemon, Chromium, scripted agent, verdicts as they come, table at the end."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import tempfile
from importlib.util import find_spec
from pathlib import Path

import msgspec
from rich.console import Console

from courtside.output.printing import print_json
from courtside.running_daemon import page_url
from courtside_bridges.client.control_api import call_for
from courtside_bridges.web.browsers import Browser, find_browser
from courtside_daemon.app import running
from courtside_formats.exports.training_data import export_runs
from courtside_refine.lessons.reflection import reflect
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.reading import Reader
from courtside_store.wire import Status

from .live_episodes import LiveEpisodes
from .plan import plan
from .step_lines import legend, print_steps
from .summary import DemoNumbers, DemoRow, print_table, summarise


def run_live(config: Config, exit_at_end: bool, as_json: bool) -> int:
    """The whole demo; returns the exit code. Raises RuntimeError that says what is missing."""
    browser = find_browser()
    if browser is None:
        raise RuntimeError(
            "no Chromium found; install the package `chromium`, or set COURTSIDE_BROWSER"
        )
    if not browser.loads_extensions:
        raise RuntimeError(
            f"{browser.path} ignores --load-extension; install the package `chromium` beside it"
        )
    for module in ("playwright", "miniwob"):
        if find_spec(module) is None:
            raise RuntimeError(f"{module} is missing; pip install 'courtside[demo]'")
    console = Console(stderr=as_json)
    own = demo_config(config)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_demo(own, browser, console, exit_at_end, as_json))
    return 0


def demo_config(config: Config) -> Config:
    """A data folder of its own, new each time, with retries turned on."""
    shutil.rmtree(config.demo_dir, ignore_errors=True)
    return msgspec.structs.replace(
        config, data_dir=config.demo_dir, port=0, phone_lessons=True, autostart=False
    )


async def _demo(
    config: Config, browser: Browser, console: Console, exit_at_end: bool, as_json: bool
) -> None:
    async with running(config, reflect) as (daemon, stop):
        link = await asyncio.to_thread(page_url, config, daemon)
        console.print(f"live page: {link}", soft_wrap=True)
        console.print(f"each step: {legend()}")
        async with asyncio.TaskGroup() as group:
            printing = group.create_task(print_steps(config, daemon, console))
            rows = await LiveEpisodes(config, daemon, browser, console).run(plan())
            printing.cancel()
        numbers = await asyncio.to_thread(_numbers, config, daemon, rows)
        print_table(console, rows, numbers)
        if not exit_at_end:
            console.print(f"still serving {daemon.url}; Ctrl-C ends it")
        if as_json:
            print_json(numbers)
        if not exit_at_end:
            await stop.wait()


def _numbers(config: Config, daemon: Running, rows: list[DemoRow]) -> DemoNumbers:
    status = call_for(Status, config, daemon, "GET", "/v1/status")
    with Reader(config) as reader, tempfile.TemporaryDirectory() as out:
        exported = export_runs(reader, Blobs(config.blobs), Path(out))
    return summarise(rows, exported.rows, status.dropped_steps)
