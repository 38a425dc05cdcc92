"""One run from what its file says: screens, turns and facts, cut to what the store takes."""

from __future__ import annotations

from pathlib import Path

import pytest
from recordings import a_png, write

from courtside_formats.importers.run_builder import RunBuilder


def test_a_run_has_its_screens_turns_and_label(tmp_path: Path) -> None:
    write(tmp_path / "1.png", a_png())
    run = RunBuilder("mine", write(tmp_path / "a.json", "{}"), "a")
    click = run.action("click", {"x": 3, "y": 4})
    run.add_step(run.look("1.png", url="http://shop/"), click, thought="the cart")
    run.add_last(run.look("gone.png"))
    built = run.build(task="Buy it", agent="a" * 600, success="failed")
    [step] = built.steps
    assert step.before and step.before.url == "http://shop/" and step.thought == "the cart"
    assert step.before.frame and built.frames(step.before.frame) == a_png()
    assert step.after and step.after.withheld, "a missing image is withheld with its reason"
    assert step.actions[0].kind == "click" and step.actions[0].point == (3.0, 4.0)
    assert (built.oracle, built.task, built.format) == (False, "Buy it", "mine")
    assert len(built.agent) == 500 and built.ended_by == "stop"


def test_the_same_file_read_again_is_the_same_run(tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", "{}")
    ids = {RunBuilder("mine", path, id).build(task="").run for id in ("a", "a", "b")}
    assert len(ids) == 2


def test_an_image_outside_of_the_folder_is_refused(tmp_path: Path) -> None:
    run = RunBuilder("mine", write(tmp_path / "in" / "a.json", "{}"), "a")
    with pytest.raises(ValueError, match="lies outside"):
        run.look("../1.png")
