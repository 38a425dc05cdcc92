"""Screens are drawn by domain, described, reviewed, and exported whole."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from builders import a_jpeg
from labels import store_run
from msgspec.structs import replace
from screens import a_button, a_click, a_run, a_screen

from courtside_judge.backends.protocol import Completion, Sampling, Turn, Usage
from courtside_refine.captions.collection import CaptionCollection
from courtside_refine.captions.describing import describe
from courtside_refine.captions.screen_sample import sample_screens
from courtside_store.blobs import Blobs
from courtside_store.config import Config
from courtside_store.database import Store
from courtside_store.reading import Reader

SAID = "- Guests\n  - a list of guests with a button that saves them"


class Writes:
    """A model that writes the same of every picture."""

    sees = True
    usage = Usage()

    def __init__(self, text: str, is_truncated: bool = False) -> None:
        self._completion = Completion(text=text, is_truncated=is_truncated)
        self.asked: list[Sequence[Turn]] = []

    def describe(self, turns: Sequence[Turn], sampling: Sampling) -> Completion:
        self.asked.append(turns)
        return self._completion


def fill(config: Config) -> None:
    """Eight screens of one site, two of another."""
    with Store.open(config) as store:
        for site, count in (("shop.test", 8), ("bank.test", 2)):
            for number in range(count):
                size = (64, 48 if site == "shop.test" else 32)
                frame = store.add_blob(a_jpeg(30 * number, size))
                start = a_screen(a_button("Save"), url=f"http://{site}/")
                end = replace(a_screen(a_button("Done"), url=f"http://{site}/"), frame=frame)
                store_run(store, a_run((a_click("Save"), end), start=start), task="Save.")


def collected(config: Config, folder: Path) -> CaptionCollection:
    fill(config)
    blobs = Blobs(config.blobs)
    with Reader(config) as reader:
        screens = sample_screens(reader, blobs, "", 4, seed=1)
    collection = CaptionCollection(folder)
    for screen in screens:
        picture = blobs.read(screen.frame)
        assert picture
        collection.add(screen, picture, SAID, "Describe it.", "tiny")
    return collection


def test_each_domain_has_its_turn_and_each_picture_is_there_once(config: Config) -> None:
    fill(config)
    blobs = Blobs(config.blobs)
    with Reader(config) as reader:
        first, again, other = (sample_screens(reader, blobs, "", 5, seed) for seed in (1, 1, 2))
        every = sample_screens(reader, blobs, "", 100, 1)
    assert first == again != other
    assert sorted(one.domain for one in first) == ["bank.test"] * 2 + ["shop.test"] * 3
    assert len(every) == len({one.frame for one in every}) == 10


def test_no_screen_is_one_line(config: Config) -> None:
    with Store.open(config):
        pass
    with Reader(config) as reader, pytest.raises(ValueError, match="has a screen with a picture"):
        sample_screens(reader, Blobs(config.blobs), "", 5, 1)


def test_what_was_dropped_is_left_out_and_what_was_fixed_is_as_fixed(
    config: Config, tmp_path: Path
) -> None:
    collection = collected(config, tmp_path / "screens")
    one, two, three, _ = collection.described
    collection.review(one.screen.frame, "keep", "ann")
    collection.review(two.screen.frame, "keep", "ann")
    collection.review(two.screen.frame, "fix", "ann", "- Guests, as ann sees them")
    collection.review(three.screen.frame, "drop", "ann")
    assert CaptionCollection(collection.folder).export(tmp_path / "out") == 2
    lines = [
        json.loads(line) for line in (tmp_path / "out/captions.jsonl").read_text().splitlines()
    ]
    assert [line["caption"] for line in lines] == [SAID, "- Guests, as ann sees them"]
    assert {line["reviewed_by"] for line in lines} == {"ann"}
    assert all((tmp_path / "out" / line["image"]).stat().st_size for line in lines)
    assert collection.export(tmp_path / "all", unreviewed=True) == 3
    with pytest.raises(FileExistsError):
        collection.export(tmp_path / "out")


@pytest.mark.parametrize(
    "name", ["../secret", "/etc/passwd", "images/../../secret", "captions.jsonl"]
)
def test_a_folder_of_somebody_else_names_no_file_beside_its_pictures(
    config: Config, tmp_path: Path, name: str
) -> None:
    folder = collected(config, tmp_path / "screens").folder
    file = folder / "descriptions.jsonl"
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    file.write_text("".join(json.dumps(row | {"image": name}) + "\n" for row in rows))
    with pytest.raises(ValueError, match=r"descriptions\.jsonl:1 cannot be read.*image"):
        CaptionCollection(folder)


def test_a_picture_that_leads_out_of_its_folder_is_neither_shown_nor_exported(
    config: Config, tmp_path: Path
) -> None:
    collection = collected(config, tmp_path / "screens")
    one = next(iter(collection.described))
    secret = tmp_path / "secret"
    secret.write_text("a key")
    picture = collection.folder / one.image
    picture.unlink()
    picture.symlink_to(secret)
    with pytest.raises(ValueError, match="outside"):
        collection.picture(one.screen.frame)
    with pytest.raises(ValueError, match="outside"):
        collection.export(tmp_path / "out", unreviewed=True)
    assert not (tmp_path / "out").exists()


def test_a_picture_that_never_ends_is_refused(config: Config, tmp_path: Path) -> None:
    collection = collected(config, tmp_path / "screens")
    one = next(iter(collection.described))
    picture = collection.folder / one.image
    picture.unlink()
    os.mkfifo(picture)
    with pytest.raises(ValueError, match="no plain file"):
        collection.picture(one.screen.frame)


def test_nothing_reviewed_is_one_line_and_leaves_no_folder(config: Config, tmp_path: Path) -> None:
    collection = collected(config, tmp_path / "screens")
    with pytest.raises(ValueError, match="captions review"):
        collection.export(tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("text", "is_truncated", "why"),
    [("%% ??", False, "describes nothing"), (SAID, True, "was cut after"), ("", False, "nothing")],
)
def test_garbage_is_no_description(text: str, is_truncated: bool, why: str) -> None:
    model: Any = Writes(text, is_truncated)
    with pytest.raises(ValueError, match=why):
        describe(model, a_jpeg(1, (64, 48)), Sampling())


def test_the_captioner_is_told_no_task() -> None:
    model: Any = Writes(f"```markdown\n{SAID}\n```")
    assert describe(model, a_jpeg(1, (64, 48)), Sampling()) == SAID
    (turn,) = model.asked[0]
    assert turn.images and "task" not in turn.text.lower()
