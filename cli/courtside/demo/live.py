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
from rich.text import Text

from courtside.printing import counted, print_json
from courtside.running_daemon import page_url
from courtside_bridges.client.daemon_address import call_for
from courtside_bridges.client.recorded import Outcome
from courtside_bridges.web.browsers import Browser, find_browser
from courtside_daemon.app import running
from courtside_formats.exports.training_data import export_runs
from courtside_refine.reflexion import reflect
from courtside_store.blobs import Blobs
from courtside_store.config import Config, Running
from courtside_store.reading import Reader
from courtside_store.records import Reflection
from courtside_store.wire import Status

from .agent import Claim, attempt
from .miniwob import begin, result, served
from .plan import Episode, plan
from .recorders import DemoRecorder, Think, cdp_recorder, extension_recorder
from .retrying import try_again
from .step_lines import print_steps
from .summary import Numbers, Row, print_table, summarise

COLOURS = {"success": "green", "failure": "red"}


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
    folder = config.data_dir / "demo"
    shutil.rmtree(folder, ignore_errors=True)
    return msgspec.structs.replace(config, data_dir=folder, port=0, retry=True, autostart=False)


async def _demo(
    config: Config, browser: Browser, console: Console, exit_at_end: bool, as_json: bool
) -> None:
    async with running(config, reflect) as (daemon, stop):
        link = await asyncio.to_thread(page_url, config, daemon)
        console.print(f"live page: {link}", soft_wrap=True)
        async with asyncio.TaskGroup() as group:
            printing = group.create_task(print_steps(config, daemon, console))
            rows = await Demo(config, daemon, browser, console).run(plan())
            printing.cancel()
        numbers = await asyncio.to_thread(_numbers, config, daemon, rows)
        print_table(console, rows, numbers)
        if not exit_at_end:
            console.print(f"still serving {daemon.url}; Ctrl-C ends it")
        if as_json:
            print_json(numbers)
        if not exit_at_end:
            await stop.wait()


def _numbers(config: Config, daemon: Running, rows: list[Row]) -> Numbers:
    status = call_for(Status, config, daemon, "GET", "/v1/status")
    with Reader(config) as reader, tempfile.TemporaryDirectory() as out:
        exported = export_runs(reader, Blobs(config.blobs), Path(out))
    return summarise(rows, exported.rows, status.dropped_steps)


class Demo:
    """Every episode: those of the extension in one lane, those of the observer in the other."""

    def __init__(self, config: Config, daemon: Running, browser: Browser, console: Console) -> None:
        self._config = config
        self._daemon = daemon
        self._browser = browser
        self._console = console
        self._rows: list[Row] = []

    async def run(self, episodes: list[Episode]) -> list[Row]:
        """All of them; rows in the order in which they ended."""
        from playwright.async_api import async_playwright

        with served() as address:
            async with (
                async_playwright() as playwright,
                cdp_recorder(playwright, self._browser, self._config) as cdp,
                extension_recorder(
                    playwright, self._browser, self._config, self._daemon
                ) as extension,
                asyncio.TaskGroup() as group,
            ):
                for recorder in (cdp, extension):
                    mine = [one for one in episodes if one.source == recorder.source]
                    group.create_task(self._episodes(recorder, address, mine))
        return self._rows

    async def _episodes(
        self, recorder: DemoRecorder, address: str, episodes: list[Episode]
    ) -> None:
        for number, episode in enumerate(episodes, 1):
            self._console.print(
                f"[dim]{recorder.source} {number}/{len(episodes)}[/] {episode.kind}"
            )
            row, outcome = await self._try(recorder, address, episode)
            if outcome.reflection is not None:
                await self._try(recorder, address, episode, row.run, outcome.reflection)

    async def _try(
        self,
        recorder: DemoRecorder,
        address: str,
        episode: Episode,
        parent: str | None = None,
        lesson: Reflection | None = None,
    ) -> tuple[Row, Outcome]:
        """One attempt: the first, or one with the lesson of the parent."""
        number = 2 if parent else 1
        page = await recorder.new_page()
        task = await begin(page, address, episode.kind, episode.seed)

        async def drive(think: Think) -> Claim:
            with contextlib.suppress(_playwright_error()):
                if lesson is None:
                    return await attempt(
                        page, episode.kind, task, episode.behaviour, think, recorder.pause_s
                    )
                return await try_again(page, task, lesson, think, recorder.pause_s)
            return Claim()

        run, claim, outcome = await recorder.watch(page, task, number, parent, drive)
        success, reward = await result(page)
        await recorder.oracle(run, success, reward)
        await page.close()
        row = await asyncio.to_thread(
            self._row,
            run,
            recorder.source,
            episode,
            task,
            number,
            parent,
            claim,
            success,
            outcome,
        )
        self._rows.append(row)
        self._print(row, outcome)
        return row, outcome

    def _row(
        self,
        run: str,
        source: str,
        episode: Episode,
        task: str,
        number: int,
        parent: str | None,
        claim: Claim,
        success: bool,
        outcome: Outcome,
    ) -> Row:
        with Reader(self._config) as reader:
            verdicts = reader.verdicts(run)
            steps = reader.step_count(run)
        verdict = outcome.verdict
        return Row(
            run=run,
            kind=episode.kind,
            source=source,
            behaviour=episode.behaviour,
            task=task,
            attempt=number,
            steps=steps,
            step_labels=tuple(v.label for v in verdicts.values() if v.status == "ok"),
            verdict=verdict.label if verdict.status == "ok" else None,
            score=verdict.score,
            oracle=success,
            claims_success=claim.claims_success,
            retry_of=parent or "",
        )

    def _print(self, row: Row, outcome: Outcome) -> None:
        self._console.print(
            Text.assemble(
                f"  {counted(row.steps, 'step')}, attempt {row.attempt}: ",
                (row.verdict or "none", COLOURS.get(row.verdict or "", "yellow")),
                f"  {outcome.verdict.explanation}",
            )
        )


def _playwright_error() -> type[Exception]:
    from playwright.async_api import Error

    return Error
