"""The true next action is asked for under each order, with the ids of that order."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from builders import a_screen, a_step, an_action, an_element
from msgspec.structs import replace

from courtside_judge.agreement.next_action_likelihood import (
    find_cases,
    measure_orders,
    next_action_question,
)
from courtside_judge.backends.backend_opening import open_model
from courtside_judge.backends.chosen import Chosen
from courtside_judge.backends.protocol import Scoring, Turn
from courtside_judge.perception.pressed import name_pressed
from courtside_store.geometry import Box, Point
from courtside_store.records import Step

NAMES = ("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight")
SCREEN = a_screen(
    *(
        an_element(n + 1, name, box=Box(20.0, 400.0 - 40 * n, 90.0, 20.0))
        for n, name in enumerate(NAMES)
    )
)


def a_click(name: str) -> Step:
    """On a screen whose document begins at the bottom."""
    return a_step(1, an_action("click", name), before=SCREEN)


class Eager(Scoring):
    """Likes what stands near the top of the list."""

    def likelihood(self, turns: Sequence[Turn], answer: str) -> tuple[float, int]:
        line = answer.partition(" ")[2]
        return -float(turns[-1].text.splitlines().index(line)), 2


def test_the_answer_is_the_line_of_the_element_in_that_order() -> None:
    (case,) = find_cases([("Go.", [a_click("Two")])], 9, 1)
    turns, answer = next_action_question(case, "document", 1)
    assert answer == "click [3] [BUTTON] [Two]" and "\n[3] [BUTTON] [Two]\n" in turns[1].text
    turns, answer = next_action_question(case, "raster", 1)
    assert answer == "click [7] [BUTTON] [Two]" and "\n[7] [BUTTON] [Two]\n" in turns[1].text


def test_a_press_at_a_point_counts_by_the_box_of_what_was_read_there() -> None:
    words = {"tag": "", "role": "text", "source": "ocr", "interactable": False}
    screen = replace(SCREEN, elements=[replace(one, **words) for one in SCREEN.elements])
    bare = replace(an_action("click"), target=None, point=Point(65.0, 330.0))
    step = a_step(1, name_pressed(bare, screen), before=screen)
    (case,) = find_cases([("Go.", [step])], 9, 1)
    assert next_action_question(case, "document", 1)[1] == "click [3] [TEXT] [Two]"
    assert find_cases([("Go.", [a_step(1, bare, before=screen)])], 9, 1) == []


def test_only_one_action_on_one_known_element_counts() -> None:
    twice = replace(SCREEN, elements=(*SCREEN.elements, an_element(10, "Two")))
    steps = [
        a_click("Nobody"),
        a_step(1, an_action("click", "Two"), before=twice),
        a_step(1, an_action(), an_action(), before=SCREEN),
        a_step(1, an_action("click", "Two"), before=a_screen(an_element(1, "Two"))),
        a_step(1, an_action("click", "Two")),
    ]
    assert find_cases([("Go.", steps), ("", [a_click("Two")])], 9, 1) == []


def test_cases_are_drawn_from_as_many_tasks_as_there_are() -> None:
    runs = [(task, [a_click(name) for name in NAMES]) for task in ("a", "b", "c")]
    assert {case.task for case in find_cases(runs, 3, 1)} == {"a", "b", "c"}
    assert find_cases(runs, 3, 1) == find_cases(runs, 3, 1)
    assert len(find_cases(runs, 99, 1)) == 27


def test_orders_are_compared_over_the_same_actions() -> None:
    cases = find_cases([(name, [a_click(name)]) for name in NAMES[:4]], 9, 1)
    document, raster = measure_orders(Eager(), cases, ["document", "raster"], 1)
    assert document.n == raster.n == 4 and document.change is None
    assert document.perplexity < raster.perplexity, "the first four stand at the bottom"
    assert raster.change and raster.change < 0 and raster.change_ends


@pytest.mark.models
def test_real_weights_find_what_was_said_before_likelier(smollm2: Chosen) -> None:
    assert smollm2.reasoner
    model = open_model(smollm2.reasoner)
    assert isinstance(model, Scoring)
    prompt = [Turn(role="user", text="Repeat these words and say nothing else: the blue lamp")]
    known, tokens = model.likelihood(prompt, "the blue lamp")
    other, _ = model.likelihood(prompt, "the pale fork")
    assert tokens >= 3 and other < known < 0
    assert model.likelihood(prompt, "the blue lamp") == pytest.approx((known, tokens), abs=0.05)
    model.close()
