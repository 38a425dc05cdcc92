"""Judged runs and captions become questions with answers."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from builders import a_jpeg
from export_stores import two_attempts

from courtside_formats.exports.judged import JudgedRun, Selection, judged_runs
from courtside_refine.captions.describing import CAPTION_PROMPT
from courtside_refine.policy_training.adapters.samples import (
    CAPTIONS,
    caption_samples,
    policy_samples,
)
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.reading import Reader


@pytest.fixture
def runs(config: Config) -> list[JudgedRun]:
    with Store.open(config) as store:
        two_attempts(store)
    with Reader(config) as reader:
        return list(judged_runs(reader, Selection()))


def test_a_kept_step_is_asked_with_its_screen_and_answered_with_its_action(
    runs: list[JudgedRun],
) -> None:
    samples = policy_samples(runs)
    assert len(samples) == 4, "two typed names, one Save, one stop"
    types = next(one for one in samples if "type [1] [Ada]" in one.answer)
    assert [turn.role for turn in types.turns] == ["system", "user"]
    assert "[2] [BUTTON] [Save]" in types.turns[1].text and not types.turns[1].images


def test_unfiltered_asks_every_step_and_a_model_that_sees_gets_the_frame(
    runs: list[JudgedRun],
) -> None:
    assert len(policy_samples(runs, filtered=False)) == 5
    seen = policy_samples(runs, frame=lambda sha: a_jpeg())
    assert all(one.turns[1].images == (a_jpeg(),) for one in seen)


def a_folder(folder: Path, *rows: dict[str, str]) -> Path:
    (folder / "one.jpg").write_bytes(a_jpeg())
    (folder / CAPTIONS).write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
    return folder


def test_captions_are_asked_with_their_picture_and_never_with_a_task(tmp_path: Path) -> None:
    (only,) = caption_samples(a_folder(tmp_path, {"image": "one.jpg", "caption": "- a form"}))
    assert only.answer == "- a form" and only.turns[0].images == (a_jpeg(),)
    assert only.turns[0].text == CAPTION_PROMPT, "the same as the captioner was asked"


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([], "is empty"),
        ([{"image": "two.jpg", "caption": "x"}], "line 1: there is no picture 'two.jpg'"),
        ([{"image": "../one.jpg", "caption": "x"}], "is outside its folder"),
        ([{"image": "one.jpg"}], "missing required field `caption`"),
        (
            [
                {"image": "one.jpg", "caption": "x"},
                {"image": "captions.jsonl", "caption": "x"},
            ],
            "line 2: captions.jsonl: the picture cannot be read",
        ),
    ],
)
def test_bad_captions_are_refused_in_one_line(
    tmp_path: Path, rows: list[dict[str, str]], words: str
) -> None:
    folder = tmp_path / "captions"
    folder.mkdir()
    a_jpeg_outside = tmp_path / "one.jpg"
    a_jpeg_outside.write_bytes(a_jpeg())
    with pytest.raises(ValueError, match=words) as error:
        caption_samples(a_folder(folder, *rows))
    assert "\n" not in str(error.value)
    with pytest.raises(ValueError, match="is missing"):
        caption_samples(tmp_path)


def test_a_caption_in_another_encoding_is_named_by_its_line(tmp_path: Path) -> None:
    (tmp_path / "captions.jsonl").write_bytes(
        '{"image":"one.jpg","caption":"Käse"}'.encode("latin1")
    )
    with pytest.raises(ValueError, match=r"captions\.jsonl, line 1: "):
        caption_samples(tmp_path)
