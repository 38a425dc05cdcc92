"""The same run told in another way gets the same verdict."""

from __future__ import annotations

import pytest
from builders import a_screen, a_step, an_action, an_element

from courtside_store.records import Step
from courtside_training.collecting.episodes import Episode
from courtside_training.measures.retellings import FRAMES, RETELLINGS
from courtside_training.measures.retold_verdicts import measure

NAME = {"tag": "input", "role": "textbox"}


def an_episode() -> Episode:
    field, save = an_element(1, "Name", **NAME), an_element(2, "Save")
    empty, full = a_screen(field, save), a_screen(an_element(1, "Name", value="Ada", **NAME), save)
    saved = a_screen(an_element(3, "Ada was saved", tag="p", role="text"))
    steps = (
        a_step(1, an_action("type", "Name", "Ada", **NAME), before=empty, after=full),
        a_step(2, an_action("click", "Save"), before=full, after=saved),
    )
    return Episode(
        world="own",
        kind="save",
        seed=0,
        behaviour="plan",
        task='Enter "Ada" and press "Save".',
        steps=steps,
        answer="done",
        claims_success=True,
        oracle=True,
    )


def kinds(steps: tuple[Step, ...]) -> list[str]:
    return [step.actions[0].kind for step in steps]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("empty-tab", ["navigate", "type", "click"]),
        ("sign-in", ["type", "type", "click", "type", "click"]),
        ("click-then-type", ["click", "type", "click"]),
        ("hover-then-click", ["type", "hover", "click"]),
        ("typed-in-two", ["type", "type", "click"]),
        ("wait-at-the-end", ["type", "click", "wait"]),
    ],
)
def test_each_adds_a_step_and_numbers_them_again(name: str, expected: list[str]) -> None:
    steps = RETELLINGS[name](an_episode().steps)
    assert kinds(steps) == expected
    assert [step.index for step in steps] == list(range(1, len(expected) + 1))


def test_a_plain_success_stays_one_however_it_is_told() -> None:
    rows = measure([an_episode()])
    for name in {*RETELLINGS, *FRAMES} - {"last-screen-unseen"}:
        assert rows[name]["labels_changed"] == 0 and rows[name]["difference"] < 0.05, rows
