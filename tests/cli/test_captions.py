"""`courtside captions` as a person runs it, with keys from a pipe."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from builders import a_jpeg
from click.testing import CliRunner

from courtside.main import cli
from courtside_refine.captions.collection import CaptionCollection
from courtside_refine.captions.screen_sample import CaptionScreen


def a_collection(folder: Path) -> CaptionCollection:
    collection = CaptionCollection(folder)
    for number in range(3):
        screen = CaptionScreen(
            frame=f"{number}" * 64,
            domain="shop.test",
            surface="web",
            run="run_0000000000000000",
            step=number + 1,
        )
        collection.add(screen, a_jpeg(number, (64, 48)), f"- Screen {number}", "Say.", "tiny")
    return collection


def test_screens_are_kept_fixed_and_dropped_by_key_and_exported(tmp_path: Path) -> None:
    folder = a_collection(tmp_path / "screens").folder
    words = ["captions", "review", str(folder), "--who", "ann", "--json"]
    run = CliRunner().invoke(cli, words, input="kf- Fixed by ann\nd")
    report = json.loads(run.stdout.splitlines()[-1])
    assert report["given"] == {"keep": 1, "fix": 1, "drop": 1} and report["left"] == 0
    out = tmp_path / "out"
    run = CliRunner().invoke(cli, ["captions", "export", str(folder), "--out", str(out), "--json"])
    assert json.loads(run.stdout)["captions"] == 2
    captions = [
        json.loads(one)["caption"] for one in (out / "captions.jsonl").read_text().splitlines()
    ]
    assert captions == ["- Screen 0", "- Fixed by ann"]


def test_a_review_that_is_left_goes_on_where_it_was(tmp_path: Path) -> None:
    folder = a_collection(tmp_path / "screens").folder
    CliRunner().invoke(cli, ["captions", "review", str(folder)], input="kq")
    run = CliRunner().invoke(cli, ["captions", "review", str(folder)], input="d")
    assert "1 of 2" in run.output and run.output.endswith("1 reviewed, 1 left\n")


@pytest.mark.parametrize("words", [("review",), ("export", "--out", "new")])
def test_an_empty_folder_stays_empty(tmp_path: Path, words: tuple[str, ...]) -> None:
    name, *more = words
    run = CliRunner().invoke(cli, ["captions", name, str(tmp_path), *more])
    assert "holds no described screens" in str(run.exception)
    assert list(tmp_path.iterdir()) == []


def test_collecting_without_a_model_is_one_line(tmp_path: Path) -> None:
    words = [
        "--data-dir",
        str(tmp_path / "data"),
        "captions",
        "collect",
        "--out",
        str(tmp_path / "o"),
    ]
    run = CliRunner().invoke(cli, words)
    assert run.exit_code == 1 and not (tmp_path / "o").exists()
