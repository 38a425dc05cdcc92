"""`courtside experiment` is there for a clone of the repository, and says so elsewhere."""

from __future__ import annotations

import importlib.util

import pytest
from click.testing import CliRunner

from courtside.commands import experiment


def test_without_the_repository_it_says_where_the_experiments_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(experiment, "find_spec", lambda name: None)
    with pytest.raises(ImportError, match="the experiments are in the repository") as error:
        experiment.load_experiment("reflexion")
    assert "\n" not in str(error.value)


def test_in_the_repository_the_experiment_is_found() -> None:
    assert importlib.util.find_spec("courtside_training")
    assert experiment.load_experiment("reflexion").FULL.seeds >= 1


def test_its_help_says_what_is_measured() -> None:
    result = CliRunner().invoke(experiment.experiment, ["reflexion", "--help"])
    assert "--quick" in result.output and "lessons are worth" in result.output
