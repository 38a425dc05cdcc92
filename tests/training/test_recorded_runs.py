"""Runs that somebody else had watched and labelled become the rows of a table."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from builders import a_screen, a_step
from export_stores import add_run

from courtside_judge.evidence.linear import load_weights
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_training.fitting.features import rows_of
from courtside_training.recorded_runs import episodes_of
from courtside_training.tables import CHOOSING_TABLES, EXAM_TABLES, KEPT_BACK_TABLES, read_tables
from courtside_training.worlds.catalogue import WORLDS, opened


def a_folder(folder: Path) -> list[str]:
    """With three runs of two tasks."""
    look = a_screen(text="Order")
    steps = [a_step(n, before=look, after=look) for n in (1, 2)]
    with Store.open(Config(data_dir=folder / "home")) as store:
        runs = [add_run(store, steps, {}, task=task) for task in ("Pay.", "Pay.", "Send it.")]
    lines = [
        {"run": run, "oracle": n == 0, "way": "done", "score": 0.5} for n, run in enumerate(runs)
    ]
    (folder / "runs.jsonl").write_text("\n".join(map(json.dumps, [lines[0], *lines])) + "\n")
    return runs


def test_each_run_is_an_episode_and_each_task_a_kind(tmp_path: Path) -> None:
    a_folder(tmp_path)
    found = [*episodes_of(tmp_path, "exam-travel")]
    assert [(one.kind, one.seed) for one in found] == [("task-1", 0), ("task-1", 1), ("task-2", 0)]
    assert [one.oracle for one in found] == [True, False, False]
    assert all(len(one.steps) == 2 and one.world == "exam-travel" for one in found)
    assert len(rows_of(found)) == 3


def test_a_folder_may_be_named_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_folder(tmp_path / "mine")
    monkeypatch.chdir(tmp_path)
    assert len([*episodes_of(Path("mine"), "exam-travel")]) == 3


def test_a_line_that_is_no_run_is_refused(tmp_path: Path) -> None:
    a_folder(tmp_path)
    (tmp_path / "runs.jsonl").write_text('{"run": "run_1"}\n')
    with pytest.raises(msgspec.ValidationError):
        [*episodes_of(tmp_path, "exam-travel")]


def test_an_exam_cannot_be_played_again() -> None:
    with pytest.raises(ValueError, match="exam-travel was played once"):
        opened("exam-travel")


def test_each_exam_has_its_table_and_is_a_family_of_its_own() -> None:
    exams = {entry.name: entry.family for entry in WORLDS if entry.is_exam}
    folders = (EXAM_TABLES, CHOOSING_TABLES, KEPT_BACK_TABLES)
    fitted, choosing, kept_back = (sorted(one.glob("*.xz")) for one in folders)
    assert {path.name.split(".")[0] for path in (*fitted, *choosing, *kept_back)} == exams.keys()
    assert len(read_tables(fitted)) == 721 and len(read_tables(kept_back)) == 290
    assert len(read_tables(choosing)) == 276
    assert len(set(exams.values())) == len(exams)
    assert not set(exams.values()) & {one.family for one in WORLDS if not one.is_exam}


@pytest.mark.parametrize("folder", [KEPT_BACK_TABLES, CHOOSING_TABLES])
def test_no_fit_reads_an_exam_that_is_kept_back(folder: Path) -> None:
    kept_back = {row.episode.world for row in read_tables(folder.glob("*.xz"))}
    assert len(kept_back) == 3
    assert not kept_back & {row.episode.world for row in read_tables()}
    assert not any(world in load_weights().made_by for world in kept_back)
