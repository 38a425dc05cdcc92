"""The story of read screens is made from that of elements as a reader would have told it."""

from __future__ import annotations

import pytest
from builders import a_screen, an_action, an_element, steps_of
from msgspec.structs import replace

pytest.importorskip("sklearn", reason="scikit-learn is missing: sh packaging/setup.sh test")

from courtside_judge.evidence.linear import LogisticModel, RunModel
from courtside_store.geometry import Box, Point
from courtside_training.collecting.episodes import Episode
from courtside_training.fitting.features import only_read, row_of, story_of
from courtside_training.fitting.read_story import Targets, story_as_read
from courtside_training.fitting.rows import READ, run_rows, step_rows
from courtside_training.fitting.story_features import STORY_KINDS

FIELD, SAVE, CANCEL = (Box(20.0, y, 90.0, 20.0) for y in (20.0, 60.0, 100.0))


def an_episode() -> Episode:
    """Opens a plan, renames it and cancels; all of it lies in the window."""
    start = a_screen(an_element(1, "Harbour plan", box=FIELD), an_element(2, "Market", box=SAVE))
    field = an_element(3, "Name", tag="input", role="textbox", box=FIELD)
    buttons = (an_element(4, "Save summer plan", box=SAVE), an_element(5, "Cancel", box=CANCEL))
    form = a_screen(field, *buttons)
    typed = a_screen(replace(field, value="summer"), *buttons)
    pressed = [("Harbour plan", FIELD), ("Cancel", CANCEL)]
    opens, cancels = (
        replace(an_action("click", name), point=Point(box[0] + 5, box[1] + 5))
        for name, box in pressed
    )
    types = an_action("type", "Name", "summer")
    return Episode(
        world="fossil",
        kind="rename",
        seed=1,
        behaviour="near-miss",
        task='Rename the harbour plan to "summer plan".',
        steps=tuple(steps_of([start, form, typed, start], [opens, types, cancels])),
        answer="Done.",
        claims_success=True,
        oracle=False,
        labels=("towards-the-goal", "towards-the-goal", "away-from-the-goal"),
    )


@pytest.mark.parametrize("way", READ)
def test_it_is_the_story_that_read_screens_tell(way: Targets) -> None:
    episode = an_episode()
    told = story_as_read(story_of(episode), way)
    assert told == story_of(only_read(episode, way))
    assert "Name summer" in told.lines[1].new
    names = {
        "told": ["Harbour plan", "Name", "Cancel"],
        "pressed": ["Harbour plan", "", "Cancel"],
        "none": ["", "", ""],
    }
    assert [line.last.name for line in told.lines] == names[way]


@pytest.mark.parametrize("way", READ)
def test_the_same_findings_of_read_screens_live_and_from_a_table(way: Targets) -> None:
    row = row_of(an_episode())
    (run,) = run_rows([row], (way,))
    assert run.amounts == row.views[way].run
    assert {"typed-in-part"} <= run.amounts.keys() & STORY_KINDS
    none = RunModel.alike(LogisticModel(bias=0.0, weights={}))
    steps = step_rows([row], none, (way,))
    assert [one.amounts for one in steps] == [one.amounts for one in row.views[way].steps]
    assert "types-other" not in steps[1].amounts and "texts-new" in steps[0].amounts
