"""Made-up tasks for policies: a field and six buttons; the task names a text and a button."""

from __future__ import annotations

import random

from builders import an_element

from courtside_refine.policy_training.example import Example, PastAction, ScoredAction
from courtside_store.geometry import Box

LETTERS = "abdefgiklmnoprstuv"


def pressing_examples(count: int, seed: int = 1) -> list[Example]:
    """Of each task: type, press, stop."""
    draw = random.Random(seed)
    return [example for _ in range(count) for example in _task(draw)]


def _task(draw: random.Random) -> list[Example]:
    names = ["".join(draw.choice(LETTERS) for _ in range(5)) for _ in range(6)]
    text, button = draw.choice(names), draw.choice(names)
    task = f'Enter "{text}" and click {button}.'
    field = an_element(1, "field", tag="input", role="textbox", box=Box(0, 60, 100, 20))
    buttons = [
        an_element(n + 2, name, box=Box(0, 90 + 20 * n, 90, 18)) for n, name in enumerate(names)
    ]
    pressed = buttons[names.index(button)]
    done = (
        PastAction(kind="type", element=field, text=text),
        PastAction(kind="click", element=pressed),
    )
    chosen = (
        ScoredAction(kind="type", element=1, text=text),
        ScoredAction(kind="click", element=pressed.id),
        ScoredAction(kind="stop"),
    )
    return [
        Example(task=task, elements=(field, *buttons), history=done[:n], choice=choice)
        for n, choice in enumerate(chosen)
    ]
