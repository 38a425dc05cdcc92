"""`data.toml` says of every file that the weights were made of where it comes from."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from courtside_judge.evidence.linear import load_weights
from courtside_training import tables
from courtside_training.fitting.provenance import DATA, Table, describe, load_data, note
from courtside_training.tables import ENDING, all_tables, read_tables
from courtside_training.worlds.catalogue import WORLDS

FILES = sorted(all_tables(), key=lambda path: path.name)
ENTRY = Table(file="a.xz", sha256="0" * 64, episodes=1, seeds=(3,), licence="MIT")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_table_has_its_hash_its_seeds_and_its_licence(path: Path) -> None:
    entry = next(one for one in load_data().table if one.file == path.name)
    assert entry.licence
    assert entry == describe(path, read_tables([path]), entry.licence)


def test_no_entry_is_of_a_file_that_is_not_there() -> None:
    assert [one.file for one in load_data().table] == [path.name for path in FILES]


def test_the_weights_were_made_of_these_files_and_of_what_is_missing() -> None:
    data, card = load_data(), load_weights().made_by
    assert f"on {sum(one.episodes for one in data.table)} episodes" in card
    assert all(one.file.removesuffix(ENDING) in card for one in data.table)
    assert [one for one in data.missing if "version 4" in one.weights and "version 4" in card]


def test_every_world_that_may_be_learned_from_has_a_licence() -> None:
    assert [entry.name for entry in WORLDS if not entry.sealed and not entry.licence] == []


def test_a_table_that_is_made_again_replaces_its_entry_alone(tmp_path: Path) -> None:
    path = tmp_path / "data.toml"
    path.write_text(DATA.read_text())
    other = replace(ENTRY, file="b.xz")
    for entry in (other, replace(ENTRY, seeds=(1,)), ENTRY):
        note(entry, path)
    before, after = load_data(), load_data(path)
    assert after.table == (ENTRY, other, *before.table)
    assert after.missing == before.missing


def test_writing_what_is_known_already_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "data.toml"
    path.write_text(DATA.read_text())
    note(load_data().table[0], path)
    assert path.read_text() == DATA.read_text()


def test_the_command_that_makes_a_table_writes_its_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[Table] = []
    monkeypatch.setattr(tables, "TABLES", tmp_path)
    monkeypatch.setattr(tables, "OUT", tmp_path / "episodes")
    monkeypatch.setattr(tables, "note", noted.append)
    monkeypatch.setattr("sys.argv", ["tables", "fossil"])
    (tmp_path / "episodes").mkdir()
    tables.main()
    assert [(one.file, one.licence) for one in noted] == [("fossil.jsonl.xz", "BSD-2-Clause")]


def test_runs_of_other_people_want_a_licence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["tables", "--imported", str(tmp_path)])
    with pytest.raises(SystemExit):
        tables.main()
    assert "--imported needs --licence" in capsys.readouterr().err
