"""Each point of the curve is of models that never saw the family that they judge."""

from __future__ import annotations

import pytest
from family_episodes import WORLDS, an_episode

pytest.importorskip("sklearn", reason="scikit-learn is missing: sh packaging/setup.sh test")

from courtside_judge.evidence.linear import RunModel
from courtside_training.fitting.abstaining import Scored
from courtside_training.fitting.calibration import is_of
from courtside_training.fitting.features import row_of
from courtside_training.fitting.logistic_models import fit_run
from courtside_training.fitting.rows import Row, RunRow
from courtside_training.measures.learning_curve import LearningCurve


def rows_of(*worlds: str, seeds: int = 24) -> list[Row]:
    return [row_of(an_episode(world, seed)) for world in worlds for seed in range(seeds)]


def test_a_curve_ends_with_all_other_families_and_all_of_their_runs() -> None:
    curve = LearningCurve(rows_of("miniwob", *WORLDS, seeds=64))
    by_families, by_runs = list(curve.by_families()), list(curve.by_runs())
    assert [point.of for point in by_families] == [0, 1, 2, 3]
    assert [point.of for point in by_runs] == [0.125, 0.25, 0.5, 1.0]
    assert by_families[-1].auroc == by_runs[-1].auroc == by_runs[-1].claimers_auroc == 1.0
    assert all(point.lowest <= point.auroc <= point.highest for point in by_families)
    assert by_families[-1].accuracy == by_runs[-1].accuracy == 1.0 and by_runs[-1].brier < 0.01


def test_no_point_knows_the_family_that_it_judges(monkeypatch: pytest.MonkeyPatch) -> None:
    fitted: list[set[str]] = []
    curve = LearningCurve(rows_of("miniwob", *WORLDS[:2]))

    def noted(rows: list[RunRow]) -> RunModel:
        fitted.append({name for name in curve.families if any(is_of(r, name) for r in rows)})
        return fit_run(rows)

    calibrated: list[set[str]] = []

    def noted_too(runs: list[Scored]) -> tuple[float, float]:
        calibrated.append({one.family for one in runs})
        return 1.0, 0.0

    monkeypatch.setattr("courtside_training.measures.learning_curve.fit_run", noted)
    monkeypatch.setattr("courtside_training.measures.learning_curve.calibration", noted_too)
    assert [point.of for point in curve.by_families()] == [0, 1]
    first, second = curve.families
    assert fitted == [set(), set(), {second}, {first}]
    assert calibrated == [{second}, {first}] * 2


def test_one_family_of_apps_is_too_few() -> None:
    with pytest.raises(ValueError, match="1 families of apps"):
        LearningCurve(rows_of("miniwob", WORLDS[0]))
