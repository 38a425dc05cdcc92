"""Scores of a language model are kept by run: new ones take the place of earlier ones alone."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("sklearn", reason="scikit-learn is missing: sh packaging/setup.sh test")

from courtside_training.fitting.language_scores import LanguageScore, add_scores
from courtside_training.packed_lines import read_lines, write_lines


def a_score(world: str, log_odds: float) -> LanguageScore:
    return LanguageScore(world=world, kind="k", seed=1, behaviour="good", log_odds=log_odds)


def test_new_scores_leave_those_of_other_runs(tmp_path: Path) -> None:
    path = tmp_path / "scores.jsonl.xz"
    write_lines(path, [a_score("exam-museum", 0.5), a_score("fossil", -1.0)])
    add_scores([a_score("fossil", 2.0)], path)
    found = {one.world: one.log_odds for one in read_lines(path, LanguageScore)}
    assert found == {"exam-museum": 0.5, "fossil": 2.0}
