"""Families are left out together, and a part that was made is not made again."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("sklearn", reason="scikit-learn is missing: sh packaging/setup.sh test")

from courtside_training.fitting.calibration import WIDGETS
from courtside_training.language.folds import Scores, parts_of, scores_of

SCORES = Scores(runs={3: -0.5}, steps={"3/1": 0.25}, seconds=1.0)


def test_every_family_is_in_one_part_and_widgets_make_none_of_their_own() -> None:
    parts = parts_of(["mail", "shops", "wikis", "mail", WIDGETS], 2)
    assert parts == [("mail", "shops"), ("wikis", WIDGETS)]


def test_a_part_that_is_on_disk_is_read(tmp_path: Path) -> None:
    made = []

    def make() -> Scores:
        made.append(1)
        return SCORES

    for _ in range(2):
        assert scores_of(tmp_path, ["minilm", 2], ("mail",), make) == SCORES
    assert len(made) == 1


def test_other_settings_make_a_part_again(tmp_path: Path) -> None:
    made = []

    def make() -> Scores:
        made.append(1)
        return SCORES

    scores_of(tmp_path, ["minilm", 2], ("mail",), make)
    scores_of(tmp_path, ["minilm", 3], ("mail",), make)
    assert len(made) == 2
