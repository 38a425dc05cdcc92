"""Plays the live demo's episodes: each once, and once more with the lesson where it failed."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from msgspec.structs import replace
from rich.console import Console
from rich.text import Text

from courtside_bridges.client.linked_run import Outcome
from courtside_bridges.web.browsers import Browser
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.reading import Reader
from courtside_store.records import Reflection
from courtside_store.rendering import counted

from .agent import Claim, attempt
from .miniwob import begin, result, served
from .plan import Episode
from .recorders import DemoRecorder, Think, cdp_recorder, extension_recorder
from .retrying import second_attempt
from .step_lines import RUN_CHARS
from .summary import DemoRow

COLOURS = {"success": "green", "failure": "red"}


class LiveEpisodes:
    """Plays them: the extension's in one lane, the observer's in the other."""

    def __init__(self, config: Config, daemon: Running, browser: Browser, console: Console) -> None:
        self._config = config
        self._daemon = daemon
        self._browser = browser
        self._console = console
        self._rows: list[DemoRow] = []

    async def run(self, episodes: list[Episode]) -> list[DemoRow]:
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
            row, outcome = await self._attempt(recorder, address, episode)
            if outcome.reflection is not None:
                await self._attempt(recorder, address, episode, row.run, outcome.reflection)

    async def _attempt(
        self,
        recorder: DemoRecorder,
        address: str,
        episode: Episode,
        parent: str | None = None,
        lesson: Reflection | None = None,
    ) -> tuple[DemoRow, Outcome]:
        """One attempt: the first, or one with the lesson of the parent."""
        number = 2 if parent else 1
        page = await recorder.new_page()
        task = await begin(page, address, episode.kind, episode.seed)

        async def drive(think: Think) -> Claim:
            with contextlib.suppress(_playwright_error()):
                return await _act(page, episode, task, lesson, think, recorder.pause_s)
            return Claim()

        run, claim, outcome = await recorder.watch(page, task, number, parent, drive)
        success, reward = await result(page)
        await recorder.oracle(run, success, reward)
        await page.close()
        verdict = outcome.verdict
        row = DemoRow(
            run=run,
            kind=episode.kind,
            source=recorder.source,
            behaviour=episode.behaviour,
            task=task,
            attempt=number,
            steps=0,
            verdict=verdict.label if verdict.status == "ok" else None,
            score=verdict.score,
            oracle=success,
            claims_success=claim.claims_success,
            retry_of=parent or "",
        )
        row = await asyncio.to_thread(self._with_steps, row)
        self._rows.append(row)
        self._print(row, outcome)
        return row, outcome

    def _with_steps(self, row: DemoRow) -> DemoRow:
        """The same with what is stored of the run's steps."""
        with Reader(self._config) as reader:
            verdicts = reader.verdicts(row.run)
            steps = reader.step_count(row.run)
        labels = tuple(one.label for one in verdicts.values() if one.status == "ok")
        return replace(row, steps=steps, step_labels=labels)

    def _print(self, row: DemoRow, outcome: Outcome) -> None:
        self._console.print(
            Text.assemble(
                f"  {row.run[-RUN_CHARS:]} {row.kind}, {counted(row.steps, 'step')}, "
                f"attempt {row.attempt}: ",
                (row.verdict or "none", COLOURS.get(row.verdict or "", "yellow")),
                f"  {outcome.verdict.explanation}",
            )
        )


async def _act(
    page: Any, episode: Episode, task: str, lesson: Reflection | None, think: Think, pause_s: float
) -> Claim:
    """By the episode's behaviour, or by the lesson where there is one."""
    if lesson is None:
        return await attempt(page, episode.kind, task, episode.behaviour, think, pause_s)
    return await second_attempt(page, task, lesson, think, pause_s)


def _playwright_error() -> type[Exception]:
    from playwright.async_api import Error

    return Error
