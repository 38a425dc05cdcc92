"""The loop's experiment begins no iteration after its time, and says what it made until then."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from courtside.commands import experiment
from courtside_refine.improving.iteration_rows import AttemptCounts, IterationRow
from courtside_store.config import Config
from courtside_training.experiments import improve
from courtside_training.experiments.cloning_tasks import TRAINED_APPS
from courtside_training.experiments.improve import in_time


def test_the_first_iteration_is_made_in_any_case_and_no_other_begins_too_late() -> None:
    assert list(in_time(3, 0.0, lambda: 5.0)) == [1]
    clock = iter((1.0, 9.0))
    assert list(in_time(3, 5.0, lambda: next(clock))) == [1, 2]
    assert list(in_time(3, 5.0, lambda: 1.0)) == [1, 2, 3]


class OneApp:
    """Tells what it was asked for."""

    def __init__(self, app: str, asked: list[tuple[str, str, int]]) -> None:
        self._app = app
        self._asked = asked

    async def propose(self) -> None:
        """There is nothing to crawl."""

    async def loop(self, actor: str, trainer: object, iterations: int) -> list[IterationRow]:
        """A row for each iteration and one for before the first."""
        self._asked.append((self._app, actor, iterations))
        return [
            IterationRow(iteration=n, actor=actor, unseen=AttemptCounts())
            for n in range(iterations + 1)
        ]


@pytest.mark.parametrize(("minutes", "made"), [(0.0, 1), (None, 3)])
def test_where_time_is_short_each_app_has_as_many_iterations(
    config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, minutes: float, made: int
) -> None:
    asked: list[tuple[str, str, int]] = []

    @contextmanager
    def opened(config: Config, app: str, size: object, out: Path) -> Iterator[OneApp]:
        yield OneApp(app, asked)

    monkeypatch.setattr(improve, "opened", opened)
    found = improve.run(config, quick=True, out=tmp_path / "out", minutes=minutes)
    assert {app: len(rows) for app, rows in found.rows.items()} == dict.fromkeys(
        TRAINED_APPS, made + 1
    )
    iterations = [(app, n) for app, actor, n in asked if actor == "policy"]
    assert iterations == [(app, n) for n in range(1, made + 1) for app in TRAINED_APPS]


def test_quick_has_twenty_minutes_for_what_it_begins(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[float | None] = []

    class Fake:
        @staticmethod
        def run(config: Config, *, minutes: float | None, **more: object) -> str:
            told.append(minutes)
            return ""

        table = staticmethod(str)

    monkeypatch.setattr(experiment, "load_experiment", lambda name: Fake)
    for words in (["--quick"], ["--quick", "--minutes", "5"], []):
        run = CliRunner().invoke(experiment.experiment, ["improve", *words], obj=config)
        assert run.exit_code == 0, run.output
    assert told == [20.0, 5.0, None]
