"""A desktop agent from look to mouse. The desktop and the model are fakes here: this holds the
plumbing, not how well a model acts."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from builders import an_element
from msgspec.structs import replace
from PIL import Image

from courtside_judge.backends.protocol import Completion, Sampling, TooLong, Turn, Usage
from courtside_refine.actors.actor import ActorTask
from courtside_refine.actors.desktop.desktop_actor import DesktopActor
from courtside_refine.actors.desktop.desktop_attempting import attempt
from courtside_refine.actors.desktop.desktop_view import view_of
from courtside_refine.actors.picture_reading import Reading
from courtside_store.geometry import Box
from courtside_store.records import Action, Element, Observation

SAVE = an_element(1, text="Save", role="button", tag="", box=Box(10.0, 20.0, 40.0, 20.0))
NAME = an_element(2, text="Name", role="textbox", tag="", box=Box(10.0, 60.0, 80.0, 20.0))
TASK = ActorTask(text="Save it as a.txt.")


class Desk:
    """Keeps what was done; refuses a key that is no key."""

    def __init__(self, scale: float = 1.0) -> None:
        self.done: list[Action] = []
        self.thoughts: list[str] = []
        self._scale = scale

    async def look(self) -> Observation:
        return Observation(
            at_ms=0, title="Editor", width=200, height=100, scale=self._scale, elements=(SAVE, NAME)
        )

    async def picture(self) -> bytes:
        held = io.BytesIO()
        Image.new("RGB", (200, 100), "white").save(held, "PNG")
        return held.getvalue()

    async def perform(self, action: Action) -> None:
        if action.text == "Retrun":
            raise ValueError("key is 'Retrun'")
        self.done.append(action)

    def thought(self, text: str) -> None:
        self.thoughts.append(text)


class Writes:
    """A model that writes one reply after the other, the last one again and again."""

    usage = Usage()

    def __init__(self, *replies: str, sees: bool = False, room: int = 100_000) -> None:
        self.sees = sees
        self._replies = list(replies)
        self._room = room
        self.asked: list[Turn] = []

    def describe(self, turns: Sequence[Turn], sampling: Sampling) -> Completion:
        self.asked.append(turns[-1])
        if len(turns[-1].text) > self._room:
            raise TooLong("too long")
        return Completion(text=self._replies.pop(0) if len(self._replies) > 1 else self._replies[0])


def turn(*lines: str, thought: str = "So.") -> str:
    return "\n".join((thought, "```", *lines, "```"))


def an_actor(model: Any) -> DesktopActor:
    return DesktopActor(model)


async def test_several_actions_of_a_turn_reach_mouse_and_keyboard_in_their_order() -> None:
    desk = Desk()
    model = Writes(turn("write [2] [a.txt]", "click [1]", thought="A name."), turn("stop [done]"))
    told: list[Action] = []
    tried = await attempt(desk, an_actor(model), TASK, quiet_s=0, on_done=told.append)
    assert [(one.kind, one.point, one.text) for one in desk.done] == [
        ("click", (50.0, 70.0), ""),
        ("type", None, "a.txt"),
        ("click", (30.0, 30.0), ""),
    ]
    assert (tried.end, tried.answer, tried.claims_success) == ("stopped", "done", True)
    assert [action.written for action in tried.actions] == ["write [Name] [a.txt]", "click [Save]"]
    assert tried.plan == tuple(desk.done) == tuple(told)
    assert desk.thoughts[0] == "A name."


async def test_the_prompt_has_the_task_the_list_and_the_last_turn() -> None:
    model = Writes(turn("click [1]"), turn("stop []"))
    await attempt(Desk(), an_actor(model), TASK, quiet_s=0)
    first, second = (asked.text for asked in model.asked)
    assert TASK.text in first and "WINDOW: Editor" in first
    assert "[1] [BUTTON] [Save]\n[2] [TEXTBOX] [Name]" in first
    assert "YOUR LAST ACTIONS: none" in first and "YOUR LAST ACTIONS: click [1]" in second


async def test_an_answer_that_is_no_turn_is_not_said_of_the_actions_before_it() -> None:
    model = Writes(turn("click [1]"), "I do not know.", turn("stop []"))
    await attempt(Desk(), an_actor(model), TASK, quiet_s=0)
    assert "YOUR LAST ACTIONS: none" in model.asked[2].text
    assert "IT DID NOT WORK: no action between" in model.asked[2].text


async def test_what_failed_ends_the_turn_and_is_told() -> None:
    desk = Desk()
    model = Writes(turn("press [Retrun]", "click [1]"), turn("click [7]"), turn("stop []"))
    await attempt(desk, an_actor(model), TASK, quiet_s=0)
    assert desk.done == []
    assert "IT DID NOT WORK: key is 'Retrun'" in model.asked[1].text
    assert "IT DID NOT WORK: no element has the number 7" in model.asked[2].text


async def test_the_same_turn_three_times_and_three_times_none_end_the_attempt() -> None:
    tried = await attempt(Desk(), an_actor(Writes(turn("click [1]"))), TASK, quiet_s=0)
    assert (tried.end, len(tried.actions)) == ("repeated", 3)
    tried = await attempt(Desk(), an_actor(Writes("I do not know.")), TASK, quiet_s=0)
    assert (tried.end, len(tried.actions), tried.claims_success) == ("unparsable", 3, None)


async def test_a_model_that_sees_gets_the_picture_and_a_short_context_a_short_list() -> None:
    model = Writes(turn("stop []"), sees=True)
    await attempt(Desk(), an_actor(model), TASK, quiet_s=0)
    assert model.asked[0].images and Image.open(io.BytesIO(model.asked[0].images[0]))
    small = Writes(turn("stop []"), room=10)
    tried = await attempt(Desk(), an_actor(small), TASK, quiet_s=0)
    assert "does not fit the model's context" in tried.actions[0].problem


async def test_what_is_read_from_pixels_can_be_pressed_and_stands_in_units() -> None:
    read = Element(id=1, text="Open", box=Box(20.0, 40.0, 40.0, 20.0), source="ocr")
    texts = (replace(read, interactable=False),)
    view = await view_of(Desk(scale=2.0), Reading(read=lambda *_: texts))
    (one,) = view.elements
    assert (one.text, one.box, one.interactable) == ("Open", (10.0, 20.0, 20.0, 10.0), True)
    assert (await view_of(Desk(), None)).elements[0].text == "Save"
