"""An experiment's small size and its whole one do not share what they keep."""

from __future__ import annotations

from courtside_training.experiments.kept_folders import KEPT, kept_folder


def test_the_quick_size_has_a_folder_of_its_own() -> None:
    assert kept_folder("improve", quick=False) == KEPT / "improve"
    assert kept_folder("improve", quick=True) == KEPT / "improve-quick"


def test_it_is_kept_in_the_clone() -> None:
    assert (KEPT.parents[1] / "pyproject.toml").is_file() and KEPT.parent.name == ".training"
