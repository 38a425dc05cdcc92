"""Whether there is a database, also in the moment in which it is made."""

from __future__ import annotations

from os import stat_result
from pathlib import Path
from typing import Any

import pytest

from courtside_store.config import Config
from courtside_store.database_file import is_recorded


def test_a_database_that_is_made_while_it_is_looked_for_is_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config, look = Config(data_dir=tmp_path), Path.stat

    def look_and_make(path: Path, **options: Any) -> stat_result:
        if path == config.database and path not in tmp_path.iterdir():
            path.touch()
            raise FileNotFoundError(path)
        return look(path, **options)

    monkeypatch.setattr(Path, "stat", look_and_make)
    assert not is_recorded(config)
    assert is_recorded(config)


def test_a_folder_in_its_place_is_named(tmp_path: Path) -> None:
    config = Config(data_dir=tmp_path)
    config.database.mkdir()
    with pytest.raises(ValueError, match="is a folder, and should be the database"):
        is_recorded(config)
