"""The set-of-marks actor shows a model the screen with numbers, and acts on the one it names."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import pytest
from actor_pages import FORM, a_page
from builders import RUN
from PIL import Image

from courtside_judge.backends.backend_opening import open_model
from courtside_judge.backends.chosen import Chosen
from courtside_judge.backends.protocol import Completion, Sampling, TooLong, Turn, Unparsed, Usage
from courtside_refine.actors.actor import ActorTask
from courtside_refine.actors.attempting import attempt
from courtside_refine.actors.marks_actor import MarksActor
from courtside_store.records import Reflection


class Sees:
    """A model that says what it was told to; `asked` is what it was shown."""

    usage = Usage()

    def __init__(self, *replies: str, sees: bool = True) -> None:
        self.sees = sees
        self._replies = list(replies)
        self.asked: list[Turn] = []

    def describe(self, turns: Sequence[Turn], sampling: Sampling) -> Completion:
        self.asked.append(turns[-1])
        return Completion(text=self._replies.pop(0))


@pytest.mark.chrome
async def test_it_sees_numbers_on_the_screen_and_acts_on_the_one_it_names(blank_page: Any) -> None:
    model: Any = Sees(
        "Thought: The name goes first.\nAction: Type [3]; [Ada]",
        "Thought: Now I save.\nAction: Click [6]",
        "Thought: It is saved.\nAction: ANSWER; [done]",
    )
    lesson = Reflection(run=RUN, text="Press Save at the end.", at_ms=1)
    task = ActorTask(text="Save Ada of Bern.", lessons=(lesson,))
    async with a_page(blank_page, FORM) as page:
        tried = await attempt(page, MarksActor(model), task)
        assert await page.inner_text("#said") == "Ada of Bern is saved"
    assert (tried.end, tried.answer) == ("stopped", "done")
    first = model.asked[0]
    picture = Image.open(io.BytesIO(first.images[0]))
    assert picture.size == (800, 600)
    assert "[6] [BUTTON] [Save]" in first.text and first.text.count("Press Save at the end.") == 1
    assert "The name goes first." in model.asked[1].text


class Fails(Sees):
    """A model that gives no text, for one of the reasons that the backends have."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self._error = error

    def describe(self, turns: Sequence[Turn], sampling: Sampling) -> Completion:
        raise self._error


@pytest.mark.chrome
@pytest.mark.parametrize("error", [Unparsed("the description is empty"), TooLong("too long")])
async def test_a_model_that_gives_no_text_three_times_ends_the_attempt(
    blank_page: Any, error: Exception
) -> None:
    model: Any = Fails(error)
    async with a_page(blank_page, FORM) as page:
        tried = await attempt(page, MarksActor(model), ActorTask(text="Press Save."))
    assert tried.end == "unparsable" and len(tried.actions) == 3
    assert str(error) in tried.actions[0].problem


def test_a_model_without_vision_is_refused_in_one_line() -> None:
    blind: Any = Sees(sees=False)
    with pytest.raises(ValueError, match="reads no images") as error:
        MarksActor(blind)
    assert "\n" not in str(error.value)


@pytest.mark.models
@pytest.mark.chrome
async def test_a_real_vision_model_is_shown_a_real_page(blank_page: Any, tiny: Chosen) -> None:
    """Its weights are random, so that its words are no action: three of them end the attempt."""
    assert tiny.captioner is not None
    model = open_model(tiny.captioner)
    try:
        actor = MarksActor(model, Sampling(max_tokens=16, temperature=0.0))
        async with a_page(blank_page, FORM) as page:
            tried = await attempt(page, actor, ActorTask(text="Press Save."))
    finally:
        model.close()
    assert tried.end == "unparsable" and len(tried.actions) == 3
