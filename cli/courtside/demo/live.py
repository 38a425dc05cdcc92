"""Runs the live demo: daemon, Chromium, scripted agent, verdicts as they come, table at the end."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.text import Text

from courtside_bridges.browsers import Browser, find_browser
from courtside_bridges.daemon_address import call
from courtside_bridges.link import Link
from courtside_bridges.watching import AsyncWatched, Outcome, open_link
from courtside_daemon.app import running
from courtside_refine.reflexion import reflect
from courtside_store.blobs import Blobs
from courtside_store.config import Config, Running
from courtside_store.exports import export_runs
from courtside_store.reading import Reader

from .agent import Behaviour, Told, attempt, learn
from .miniwob import SHARPNESS, VIEWPORT, begin, result, served
from .plan import Episode, plan
from .summary import Row, print_table, summarise

COLOURS = {"success": "green", "failure": "red"}
PAUSE_S = 0.45


def run_live(config: Config, exit_at_end: bool, as_json: bool) -> int:
    """The whole demo; returns the exit code. Raises RuntimeError that says what is missing."""
    browser = find_browser()
    if browser is None:
        raise RuntimeError(
            "no Chromium found; install the package `chromium`, or set COURTSIDE_BROWSER"
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
    """A data folder of its own, begun anew each time, with retries turned on."""
    folder = config.data_dir / "demo"
    shutil.rmtree(folder, ignore_errors=True)
    return msgspec.structs.replace(config, data_dir=folder, port=0, retry=True, autostart=False)


async def _demo(
    config: Config, browser: Browser, console: Console, exit_at_end: bool, as_json: bool
) -> None:
    async with running(config, reflect) as (said, stop):
        link = await asyncio.to_thread(call, config, said, "POST", "/v1/viewer", {})
        console.print(f"live page: {link['url']}")
        rows = await Demo(config, browser, console).run(plan())
        numbers = await asyncio.to_thread(_numbers, config, said, rows)
        print_table(console, rows, numbers)
        if not exit_at_end:
            console.print(f"still serving {said.url}; Ctrl-C ends it")
        if as_json:
            print(msgspec.json.encode(numbers).decode(), flush=True)
        if not exit_at_end:
            await stop.wait()


def _numbers(config: Config, said: Running, rows: list[Row]) -> dict[str, Any]:
    status = call(config, said, "GET", "/v1/status")
    with Reader(config) as reader, tempfile.TemporaryDirectory() as out:
        exported = export_runs(reader, Blobs(config.blobs), Path(out), "progress")
    return summarise(rows, exported.rows, status["dropped_steps"])


class Demo:
    """Every episode, one after the other in each of two lanes."""

    def __init__(self, config: Config, browser: Browser, console: Console) -> None:
        self._config = config
        self._browser = browser
        self._console = console
        self._rows: list[Row] = []

    async def run(self, episodes: list[Episode]) -> list[Row]:
        """All of them; rows in the order in which they ended."""
        from playwright.async_api import async_playwright

        with served() as address:
            async with async_playwright() as playwright:
                chromium = await playwright.chromium.launch(
                    executable_path=self._browser.path, args=self._browser.flags
                )
                context = await chromium.new_context(
                    viewport=VIEWPORT,  # type: ignore[arg-type]
                    device_scale_factor=SHARPNESS,
                )
                link = open_link("scripted agent", self._config)
                for number, episode in enumerate(episodes, 1):
                    self._console.print(f"[dim]{number}/{len(episodes)}[/] {episode.kind}")
                    await self._episode(context, link, address, episode)
                await asyncio.to_thread(link.close)
                await chromium.close()
        return self._rows

    async def _episode(self, context: Any, link: Link, address: str, episode: Episode) -> None:
        row, outcome = await self._try(context, link, address, episode, episode.behaviour, 1, None)
        if outcome.reflection is not None:
            behaviour = learn(episode.behaviour, outcome.reflection)
            await self._try(context, link, address, episode, behaviour, 2, row.run)

    async def _try(
        self,
        context: Any,
        link: Link,
        address: str,
        episode: Episode,
        behaviour: Behaviour,
        number: int,
        parent: str | None,
    ) -> tuple[Row, Outcome]:
        page = await context.new_page()
        task = await begin(page, address, episode.kind, episode.seed)
        watched = AsyncWatched(
            page, task, agent="scripted", attempt=number, parent_run=parent, link=link
        )
        told = Told()
        async with watched:
            with contextlib.suppress(_playwright_error()):
                told = await attempt(page, episode.kind, task, behaviour, watched.thought, PAUSE_S)
            outcome = await watched.finish(told.answer, told.claims_success)
        success, reward = await result(page)
        watched.oracle(success, reward, "miniwob")
        await page.close()
        row = await asyncio.to_thread(
            self._row, watched, episode, behaviour, task, number, parent, told, success, outcome
        )
        self._rows.append(row)
        self._say(row, outcome)
        return row, outcome

    def _row(
        self,
        watched: AsyncWatched,
        episode: Episode,
        behaviour: Behaviour,
        task: str,
        number: int,
        parent: str | None,
        told: Told,
        success: bool,
        outcome: Outcome,
    ) -> Row:
        with Reader(self._config) as reader:
            verdicts = reader.verdicts(watched.run)
            steps = reader.strip(watched.run).total
        verdict = outcome.verdict
        return Row(
            run=watched.run,
            kind=episode.kind,
            source="cdp",
            behaviour=behaviour,
            task=task,
            attempt=number,
            steps=steps,
            step_labels=tuple(v.label for v in verdicts.values() if v.status == "ok"),
            verdict=verdict.label if verdict and verdict.status == "ok" else None,
            score=verdict.score if verdict else None,
            oracle=success,
            claims_success=told.claims_success,
            retry_of=parent or "",
        )

    def _say(self, row: Row, outcome: Outcome) -> None:
        why = outcome.verdict.explanation if outcome.verdict else "no verdict came"
        self._console.print(
            Text.assemble(
                f"  {row.steps} steps, attempt {row.attempt}: ",
                (row.verdict or "none", COLOURS.get(row.verdict or "", "yellow")),
                f"  {why}",
            )
        )


def _playwright_error() -> type[Exception]:
    from playwright.async_api import Error

    return Error
