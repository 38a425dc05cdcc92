"""The fine-tuned actor asks what its adapter was trained on."""

from __future__ import annotations

from typing import Any

from builders import a_screen, a_step, an_action, an_element

from courtside_formats.exports.turns import SYSTEM, answer, ask
from courtside_judge.backends.protocol import Completion, Sampling, Turn
from courtside_refine.actors.actor import ActorTask
from courtside_refine.actors.actor_actions import Click, Type
from courtside_refine.actors.fine_tuned_actor import FineTunedActor
from courtside_refine.actors.page_view import PageView, ViewRow
from courtside_store.rendering import render_step

NAME = an_element(1, "Name", tag="input", role="textbox")
SAVE = an_element(2, "Save")
VIEW = PageView(url="http://shop.test/", rows=(ViewRow(element=NAME), ViewRow(element=SAVE)))


class Asked:
    """A model that writes what it was told, the last of it again and again."""

    usage: Any = None

    def __init__(self, *replies: str, sees: bool = False) -> None:
        self.sees = sees
        self._replies = list(replies)
        self.turns: list[list[Turn]] = []

    def describe(self, turns: list[Turn], sampling: Sampling) -> Completion:
        self.turns.append(turns)
        return Completion(text=self._replies.pop(0) if self._replies[1:] else self._replies[0])


def session(model: Any) -> Any:
    return FineTunedActor(model).start(ActorTask(text="Save Ada."))


async def test_it_is_asked_as_a_recorded_step_is_trained_on() -> None:
    look = a_screen(NAME, SAVE, url=VIEW.url)
    typed = a_step(1, an_action("type", "Name", "Ada", tag="input", box=NAME.box), before=look)
    model = Asked(answer(typed), "```\nclick [2]\n```")
    acting = session(model)
    first = await acting.decide(VIEW, "")
    assert first.action == Type(id=1, text="Ada", enter=False)
    second = await acting.decide(VIEW, "")
    assert second.action == Click(id=2)
    done: tuple[list[str], ...] = ([], [render_step(typed)])
    for turns, before in zip(model.turns, done, strict=True):
        assert [turn.text for turn in turns] == [SYSTEM, ask("Save Ada.", look, before)]


async def test_what_could_not_be_done_was_not_done() -> None:
    model = Asked("```\nclick [2]\n```")
    acting = session(model)
    await acting.decide(VIEW, "")
    await acting.decide(VIEW, "the element is covered")
    assert "DONE SO FAR: nothing" in model.turns[1][-1].text


async def test_what_a_list_offers_stands_on_lines_of_its_own() -> None:
    listed = ViewRow(element=an_element(1, "Country", role="combobox"), options=("Fiji", "Mali"))
    model = Asked("```\ntype [1] [Mali] [0]\n```")
    acting = session(model)
    view = PageView(url="", rows=(listed,))
    await acting.decide(view, "")
    assert "\n[OPTION] [Fiji]\n[OPTION] [Mali]" in model.turns[0][-1].text
    await acting.decide(view, "")
    assert '- select "Mali" in combobox "Country"' in model.turns[1][-1].text


async def test_a_model_that_reads_pictures_is_shown_the_page() -> None:
    model = Asked("```\nclick [2]\n```", sees=True)
    assert FineTunedActor(model).sees  # type: ignore[arg-type]
    await session(model).decide(PageView(url="", screenshot=b"picture"), "")
    assert model.turns[0][-1].images == (b"picture",)
