"""Rows as Parquet, in splits, with a data card: read again by the tools that they are for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from builders import a_jpeg, a_step
from export_stores import CANCEL, SAVE, a_form, add_run, export, on, two_attempts

from courtside_formats.exports.aitw import AITW
from courtside_formats.exports.atif import ATIF
from courtside_formats.exports.chat import COMPLETION, OPENAI, SHAREGPT
from courtside_formats.exports.export_format import ExportFormat
from courtside_formats.exports.judged import Compared, Selection
from courtside_formats.exports.layout import Layout
from courtside_formats.exports.pae import pae
from courtside_formats.exports.preferences import PREFERENCE
from courtside_formats.exports.step_rows import STEPS
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.records import Override

TABLES = [STEPS, COMPLETION, PREFERENCE, pae(), AITW]
ALL = Selection(min_reward="any")


@pytest.fixture
def runs(config: Config) -> tuple[str, str]:
    with Store.open(config) as store:
        return two_attempts(store)


def data_set(out: Path, cache: Path) -> Any:
    """The folder as `datasets` reads it, by its data card."""
    datasets = pytest.importorskip(
        "datasets", reason="datasets is missing: pip install --group datasets"
    )
    return datasets.load_dataset(str(out), cache_dir=str(cache))


@pytest.mark.parametrize("format", TABLES, ids=lambda format: format.name)
def test_parquet_holds_what_json_lines_hold(
    config: Config, runs: tuple[str, str], tmp_path: Path, format: ExportFormat
) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is missing")
    done, rows = export(config, tmp_path / "lines", format, ALL)
    same, _ = export(config, tmp_path / "table", format, ALL, file="parquet")
    assert same == done and rows
    [file] = (tmp_path / "table" / "data").iterdir()
    read = parquet.read_table(file).to_pylist()
    assert len(read) == len(rows)
    for row, line in zip(read, rows, strict=True):
        assert_same(row, line, format, tmp_path / "lines")


def assert_same(
    row: dict[str, Any], line: dict[str, Any], format: ExportFormat, lines: Path
) -> None:
    assert row.keys() == format.columns.keys()
    for name, column in format.columns.items():
        value: Any = line
        for part in column.at or (name,):
            value = (value or {}).get(part)
        match column.kind:
            case "json":
                assert msgspec.json.decode(row[name] or "null") == value
            case "image":
                assert (row[name] and row[name]["bytes"]) == (
                    value and (lines / value).read_bytes()
                )
            case "images":
                assert [one["bytes"] for one in row[name]] == [
                    (lines / one).read_bytes() for one in value
                ]
            case _:
                assert row[name] == value or (not row[name] and not value), name


@pytest.mark.parametrize(
    ("format", "file"),
    [
        pytest.param(format, file, id=f"{format.name}-{file}")
        for format in (*TABLES, OPENAI, SHAREGPT)
        for file in (("jsonl", "parquet") if format.columns else ("jsonl",))
    ],
)
def test_datasets_reads_the_folder(
    config: Config,
    runs: tuple[str, str],
    tmp_path: Path,
    format: ExportFormat,
    file: Any,
) -> None:
    if file == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is missing: sh packaging/setup.sh models")
    done, rows = export(config, tmp_path / "out", format, ALL, file=file)
    read = data_set(tmp_path / "out", tmp_path / "cache")
    assert {name: part.num_rows for name, part in read.items()} == {"train": done.rows}
    if file == "jsonl":
        assert [without_empty(row) for row in read["train"]] == [without_empty(row) for row in rows]
    if file == "parquet" and format is STEPS:
        pictures = [row["image"] for row in read["train"]]
        assert all(picture.size == (64, 48) for picture in pictures)


def without_empty(value: Any) -> Any:
    """`datasets` gives each row the fields of all the others, empty ones."""
    match value:
        case dict():
            return {k: without_empty(v) for k, v in value.items() if v is not None}
        case list():
            return [without_empty(one) for one in value]
        case _:
            return value


def test_a_task_is_in_one_split_and_always_in_the_same(config: Config, tmp_path: Path) -> None:
    with Store.open(config) as store:
        for n in range(40):
            step = a_step(1, on("click", SAVE), before=a_form(store, n))
            add_run(store, [step], {1: "goal-reached"}, task=f"Task {n // 2}")
    done, rows = export(config, tmp_path / "out", STEPS, test_share=0.3)
    files = {name: (tmp_path / "out" / f"steps-{name}.jsonl") for name in ("train", "test")}
    tasks = {
        name: {msgspec.json.decode(line)["task"] for line in file.read_bytes().splitlines()}
        for name, file in files.items()
    }
    assert done.rows == len(rows) == 40 and 2 <= done.test_rows <= 24
    assert (
        len(tasks["train"]) + len(tasks["test"]) == 20 and tasks["train"] & tasks["test"] == set()
    )
    card = (tmp_path / "out" / "README.md").read_text()
    assert "path: steps-train.jsonl" in card and "path: steps-test.jsonl" in card
    assert f"| train | {done.rows - done.test_rows} |\n| test | {done.test_rows} |\n" in card
    layout = Layout(test_share=0.3)
    assert all(layout.split_of(f" TASK   {task[5:]} ") == "test" for task in tasks["test"])
    assert Layout(test_share=1.0).split_of("x") == "test" and Layout().split_of("x") == "train"


@pytest.mark.parametrize(("share", "split"), [(0.1, "train"), (1.0, "test")])
@pytest.mark.parametrize("file", ["jsonl", "parquet"])
def test_a_split_without_rows_is_left_out_so_that_datasets_reads_the_folder(
    config: Config, runs: tuple[str, str], tmp_path: Path, file: Any, share: float, split: str
) -> None:
    if file == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is missing: sh packaging/setup.sh models")
    done, _ = export(config, tmp_path / "out", STEPS, ALL, file=file, test_share=share)
    assert done.rows and done.test_rows == (done.rows if split == "test" else 0)
    read = data_set(tmp_path / "out", tmp_path / "cache")
    assert {name: part.num_rows for name, part in read.items()} == {split: done.rows}


def test_the_card_says_whose_word_the_rows_rest_on(
    config: Config, runs: tuple[str, str], tmp_path: Path
) -> None:
    with Store.open(config) as store:
        store.add_override(Override(run=runs[0], step=1, label="not-sure", at_ms=1))
        store.add_override(Override(run=runs[1], label="success", at_ms=1))
    chosen = Selection(min_reward="any", agreement=lambda _: Compared(same=41, of=47))
    export(config, tmp_path / "out", STEPS, chosen, test_share=0.1)
    card = (tmp_path / "out" / "README.md").read_text()
    assert "path: steps-train.jsonl" in card
    assert "| test |  |  |  |  | 3 | 1 | 41 of 47 labels |" in card
    assert "a run that is `unknown` is not counted." in card
    assert "People labelled 1 of the steps and 1 of the runs; 2 of these labels" in card


def test_the_card_of_pairs_counts_both_runs_of_a_pair(config: Config, tmp_path: Path) -> None:
    with Store.open(config) as store:
        good, bad = two_attempts(store)
        lone = a_step(1, on("click", SAVE), before=a_form(store, 5))
        add_run(store, [lone], {1: "goal-reached"}, task="In no pair.")
        store.add_override(Override(run=bad, step=2, label="away-from-the-goal", at_ms=1))
        store.add_override(Override(run=bad, label="success", at_ms=1))
        store.add_override(Override(run=good, label="success", at_ms=1))
    selection = Selection(agreement=lambda _: Compared(same=41, of=47))
    done, [row] = export(config, tmp_path / "out", PREFERENCE, selection)
    assert row["run"] == good and done.runs == 2
    card = (tmp_path / "out" / "README.md").read_text()
    assert "# 1 row of 2 runs\n" in card
    assert "| train | 1 |\n| because: step | 1 |\n\n" in card
    assert "| test |  |  |  |  | 3 | 0 | 41 of 47 labels |" in card
    assert "People labelled 1 of the steps and 2 of the runs; 1 of these labels" in card


def test_the_card_of_pairs_says_how_many_are_of_which_kind(config: Config, tmp_path: Path) -> None:
    with Store.open(config) as store:
        two_attempts(store)
        typed, late = a_form(store, 11, "Eve"), a_form(store, 12, "Eve", "Too late")
        saves, cancels = (
            a_step(1, on("click", button), before=typed, after=late) for button in (SAVE, CANCEL)
        )
        add_run(store, [saves], {1: "not-sure"}, "success", task="Save Eve.")
        add_run(store, [cancels], {1: "not-sure"}, "failure", task="Save Eve.")
    _, rows = export(config, tmp_path / "out", PREFERENCE)
    assert sorted(row["because"] for row in rows) == ["attempt", "step"]
    card = (tmp_path / "out" / "README.md").read_text()
    assert "| train | 2 |\n| because: attempt | 1 |\n| because: step | 1 |\n\n" in card
    assert "| steps with a lower reward, but as the worse of a pair | " in card


@pytest.mark.parametrize("format", [pae(0.9), ATIF], ids=lambda format: format.name)
def test_the_card_of_whole_runs_counts_the_labels_of_all_their_steps(
    config: Config, runs: tuple[str, str], tmp_path: Path, format: ExportFormat
) -> None:
    with Store.open(config) as store:
        store.add_override(Override(run=runs[1], step=2, label="not-sure", at_ms=1))
    export(config, tmp_path / "out", format)
    card = (tmp_path / "out" / "README.md").read_text()
    assert "| test |  |  |  |  | 3 | 2 | not compared |" in card
    assert "People labelled 1 of the steps and 0 of the runs; 1 of these labels" in card
    assert ("| discount | 0.9 |\n" in card) == (format.name == "pae")


def test_the_card_counts_no_run_of_which_nothing_is_written(
    config: Config, runs: tuple[str, str], tmp_path: Path
) -> None:
    done, _ = export(config, tmp_path / "out", COMPLETION, Selection(min_reward="goal"))
    assert done.runs == 1 and done.below_reward
    card = (tmp_path / "out" / "README.md").read_text()
    assert "# 2 rows of 1 run\n" in card and "| test |  |  |  |  | 1 | 1 | not compared |" in card


def test_what_has_no_such_layout_is_refused_before_anything_is_written(
    config: Config, runs: tuple[str, str], tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match="openai is not written as Parquet"):
        export(config, tmp_path / "out", OPENAI, file="parquet")
    with pytest.raises(ValueError, match="atif is a file for each run"):
        export(config, tmp_path / "out", ATIF, test_share=0.5)
    assert not (tmp_path / "out").exists()


def test_without_pictures_there_is_neither_a_file_nor_a_column(
    config: Config, runs: tuple[str, str], tmp_path: Path
) -> None:
    done, rows = export(config, tmp_path / "out", COMPLETION, images=False)
    assert done.images == 0 and not (tmp_path / "out" / "images").exists()
    assert rows and all("images" not in row for row in rows)
    jpeg = a_jpeg(1, (64, 48))
    for format in (STEPS, OPENAI, pae(), AITW, ATIF):
        export(config, tmp_path / format.name, format, images=False)
        for path in (tmp_path / format.name).rglob("*"):
            assert path.is_dir() or jpeg not in path.read_bytes()


@pytest.mark.models
@pytest.mark.filterwarnings("ignore")  # of TRL about Transformers
def test_trl_trains_on_completions_and_on_pairs(
    config: Config, runs: tuple[str, str], tmp_path: Path
) -> None:
    pytest.importorskip("trl", reason="trl is missing: pip install --group datasets")
    from trainers import train_dpo, train_sft

    for format, train in ((COMPLETION, train_sft), (PREFERENCE, train_dpo)):
        out = tmp_path / format.name
        export(config, out, format, images=False, file="parquet")
        rows = data_set(out, tmp_path / "cache")["train"]
        assert train(rows, tmp_path / f"{format.name}-model") > 0
