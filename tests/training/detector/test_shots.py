"""Reading screenshots with boxes, from our pages and the published sets."""

import json
from pathlib import Path

from recordings import need

from courtside_judge.perception.detector import ROLES
from courtside_training.detector.shots import (
    PHONE,
    WEB,
    phone_shots,
    read_shots,
    web_shots,
)


def test_only_what_can_be_acted_on_is_kept_and_has_our_roles(tmp_path: Path) -> None:
    line = {
        "file": "a.jpg",
        "width": 100,
        "height": 80,
        "boxes": [["field", 1, 2, 30, 10], ["text", 1, 2, 30, 10], ["button", 5, 5, 1, 9]],
    }
    (tmp_path / "set.jsonl").write_text(json.dumps(line) + "\n")
    (shot,) = read_shots(tmp_path / "set.jsonl", "web", WEB)
    assert shot.boxes == (("textbox", (1.0, 2.0, 30.0, 10.0)),)
    assert shot.file == tmp_path / "a.jpg"


def test_every_class_of_the_published_sets_becomes_one_of_our_roles() -> None:
    assert set(WEB.values()) | set(PHONE.values()) <= set(ROLES)


def test_the_published_sets_are_read() -> None:
    need("element_boxes")
    assert len(web_shots("eval")) == 60
    assert len(phone_shots("eval")) == 120
    assert all(shot.file.is_file() for shot in phone_shots("eval"))
