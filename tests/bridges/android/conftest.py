"""A proxy in front of a server, and what the daemon has of its runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from appium_server import Agent, appium_server
from waiting import until

from courtside_store.config import Config
from courtside_store.reading import Reader
from courtside_store.records import Run, RunVerdict, Step
from courtside_store.rendering import render_step


@pytest.fixture(scope="module")
def appium_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server's log is."""
    return tmp_path_factory.mktemp("appium")


@pytest.fixture(scope="module")
def appium(appium_folder: Path) -> Iterator[str]:
    """A real Appium server; its address."""
    with appium_server(appium_folder) as url:
        yield url


Agents = Callable[[str], Agent]
"""Makes agents that hang up when the test is over."""


@pytest.fixture
def agents() -> Iterator[Agents]:
    made: list[Agent] = []

    def make(url: str) -> Agent:
        made.append(Agent(url))
        return made[-1]

    yield make
    for agent in made:
        agent.close()


class Stored:
    """What the daemon has."""

    def __init__(self, config: Config) -> None:
        self._config = config

    def runs(self) -> list[Run]:
        """Oldest first."""
        with Reader(self._config) as reader:
            found = reader.runs()
        return sorted((row.run for row in found), key=lambda run: run.started_at_ms)

    def names(self) -> list[tuple[str, str, str]]:
        with Reader(self._config) as reader:
            return [(row.source, row.surface, row.name) for row in reader.runs()]

    def steps(self, number: int = 0) -> list[Step]:
        run = self.runs()[number]
        with Reader(self._config) as reader:
            return list(reader.steps(run.id))

    def rendered(self, number: int = 0) -> list[str]:
        return [render_step(step) for step in self.steps(number)]

    async def ended(self, runs: int = 1) -> list[str | None]:
        """How that many runs ended, once they have."""
        await until(lambda: len([r for r in self.runs() if r.ended_by]) >= runs)
        return [run.ended_by for run in self.runs()]

    async def verdict(self, number: int = 0) -> RunVerdict:
        """The verdict on a run, once it is there."""

        def judged() -> RunVerdict | None:
            with Reader(self._config) as reader:
                history = reader.run(self.runs()[number].id)
            return history.verdict if history else None

        await until(lambda: judged() is not None)
        verdict = judged()
        assert verdict
        return verdict

    async def has(self, steps: int, number: int = 0) -> None:
        """Waits for so many steps of a run."""
        await until(lambda: len(self.runs()) > number and len(self.rendered(number)) >= steps)


@pytest.fixture
def stored(config: Config) -> Stored:
    return Stored(config)


def all_bytes(folder: Path) -> bytes:
    """Everything that was written anywhere."""
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
