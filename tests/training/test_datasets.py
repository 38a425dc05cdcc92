"""The data sets are found in one way, and a missing one says where to get it."""

from __future__ import annotations

from pathlib import Path

import pytest

from courtside_training.datasets import VARIABLE, datasets_folder, find_dataset

DOCUMENT = Path(__file__).parents[2] / "docs/lab/datasets.md"


def test_the_variable_names_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    (tmp_path / "screenagent").mkdir()
    assert find_dataset("screenagent") == tmp_path / "screenagent"


def test_without_the_variable_it_is_one_of_the_usual_places() -> None:
    assert datasets_folder({}).parts[-1] in {"datasets", "data"}


def test_a_missing_set_names_the_document_that_tells_where_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with pytest.raises(FileNotFoundError, match=r"screenagent is not at .*docs/lab/datasets\.md"):
        find_dataset("screenagent")
    assert "`screenagent`" in DOCUMENT.read_text()
