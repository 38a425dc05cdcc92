"""What may happen while a device acts or is looked at: nothing is lost, no screen is another's."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from PIL import Image

from courtside_bridges.client.linked_run import LinkedRun
from courtside_bridges.ios.companion import IdbTarget
from courtside_bridges.ios.recorder import BROKEN, LOST, IosRecorder
from courtside_bridges.ios.screen import IosScreen
from courtside_formats.ui_trees.ios import Tree
from courtside_store import wire
from courtside_store.geometry import Point
from courtside_store.records import Action, Element, Observation, PageState, Step
from courtside_store.rendering import render_step

ENDED = "the run ended before the screen could be looked at"


class Phone:
    """A device whose screen is a number, which every action makes another."""

    def __init__(self) -> None:
        self.number = 0
        self.dialog = ""
        self.elements: tuple[Element, ...] = ()
        self.shots = 0
        self.shot = asyncio.Event()
        self.may_look = asyncio.Event()
        self.may_look.set()
        self.is_there = True

    async def screenshot(self) -> bytes:
        if not self.is_there:
            raise OSError("there is no companion")
        out = io.BytesIO()
        Image.new("RGB", (20, 40), (self.number, 0, 0)).save(out, "PNG")
        self.shots += 1
        self.shot.set()
        await self.may_look.wait()
        return out.getvalue()

    async def tree(self) -> Tree:
        if not self.is_there:
            raise OSError("there is no companion")
        return Tree(
            app=f"screen {self.number}",
            dialog=self.dialog,
            elements=self.elements,
            width=20,
            height=40,
        )


class Kept:
    """A link that keeps what it is given."""

    def __init__(self) -> None:
        self.messages: list[wire.Sequenced] = []
        self.ended = asyncio.Event()

    def send(self, make: Callable[[int], wire.Sequenced]) -> None:
        self.messages.append(make(1))
        if isinstance(self.messages[-1], wire.RunEnd):
            self.ended.set()

    def frame(self, data: bytes) -> str:
        return f"{len(data):064x}"

    def steps(self) -> list[Step]:
        return [one.step for one in self.messages if isinstance(one, wire.StepSeen)]

    def ends(self) -> list[str]:
        return [one.ended_by for one in self.messages if isinstance(one, wire.RunEnd)]


@pytest.fixture
def phone() -> Phone:
    return Phone()


@pytest.fixture
def kept() -> Kept:
    return Kept()


@pytest.fixture
async def recorder(phone: Phone, kept: Kept) -> AsyncIterator[IosRecorder]:
    link: Any = kept
    screen = IosScreen(phone, IdbTarget(udid="one"), link.frame)
    recorder = IosRecorder(screen, lambda: LinkedRun(link), idle_s=60, settle_s=0.0, after_s=30.0)
    async with recorder.working():
        yield recorder


async def test_a_dialog_is_told_but_for_a_secret_in_its_title(phone: Phone, kept: Kept) -> None:
    link: Any = kept
    screen = IosScreen(phone, IdbTarget(udid="one"), link.frame)
    phone.dialog = "Send hunter2-xyzzy?"
    assert (await screen.look()).page == PageState(dialog="Send hunter2-xyzzy?")
    screen.hide("hunter2-xyzzy")
    assert (await screen.look()).page == PageState(dialog="dialog")
    phone.is_there = False
    assert (await screen.look()).page is None


async def test_what_was_typed_into_a_secret_field_is_not_in_the_answer(
    recorder: IosRecorder, phone: Phone, kept: Kept
) -> None:
    field = Element(id=1, role="textbox", text="Password", state=("secret", "focused"))
    phone.elements = (field,)
    begun = await recorder.before()
    recorder.done(begun, (Action(kind="type", at_ms=1, text="hunter2-xyzzy"),))
    await recorder.settle()
    recorder.end("finish", "It is hunter2-xyzzy")
    (end,) = (one for one in kept.messages if isinstance(one, wire.RunEnd))
    assert end.answer == "It is ***"
    assert "hunter2" not in repr(kept.messages)


def tap(x: float = 5) -> tuple[Action, ...]:
    return (Action(kind="tap", at_ms=1, point=Point(x, 5)),)


async def act(recorder: IosRecorder, phone: Phone, x: float = 5) -> None:
    """An agent's whole call."""
    begun = await recorder.before()
    phone.number += 1
    recorder.done(begun, tap(x))


def titles(step: Step) -> tuple[str, str]:
    """Each screen by its number, or why there is none."""
    return named(step.before), named(step.after)


def named(look: Observation | None) -> str:
    assert look is not None
    return look.withheld or look.title


async def test_calls_that_overlap_are_one_step_with_the_screens_around_all_of_them(
    recorder: IosRecorder, phone: Phone, kept: Kept
) -> None:
    first = await recorder.before()
    phone.number += 1
    second = await recorder.before()
    phone.number += 1
    recorder.done(first, tap(1))
    await recorder.settle()
    recorder.done(second, tap(2))
    await recorder.settle()
    await act(recorder, phone, 3)
    await recorder.settle()
    assert [titles(step) for step in kept.steps()] == [
        ("screen 0", "screen 2"),
        ("screen 2", "screen 3"),
    ]
    assert [len(step.actions) for step in kept.steps()] == [2, 1]


async def test_an_action_that_comes_during_a_look_meets_what_that_look_shows(
    recorder: IosRecorder, phone: Phone, kept: Kept
) -> None:
    await act(recorder, phone)
    phone.may_look.clear()
    phone.shot.clear()
    async with asyncio.TaskGroup() as group:
        group.create_task(recorder.settle())
        await phone.shot.wait()
        group.create_task(act(recorder, phone))
        phone.may_look.set()
    await recorder.settle()
    assert [titles(step) for step in kept.steps()] == [
        ("screen 0", "screen 1"),
        ("screen 1", "screen 2"),
    ]
    assert phone.shots == 3


async def test_a_device_that_goes_under_two_calls_leaves_both_of_them_in_its_run(
    recorder: IosRecorder, phone: Phone, kept: Kept
) -> None:
    first, second = await recorder.before(), await recorder.before()
    phone.is_there = False
    recorder.lose()
    recorder.lose()
    recorder.done(first, tap(1))
    async with asyncio.timeout(10):
        await kept.ended.wait()
    recorder.done(second, tap(2))
    assert kept.ends() == ["session-gone"]
    assert [render_step(step) for step in kept.steps()] == ["tap at (1, 5)", "tap at (2, 5)"]
    assert {named(step.after) for step in kept.steps()} == {LOST}
    run = recorder.run
    await act(recorder, phone)
    assert recorder.run is run, "what is asked of a device that is gone is no run"
    phone.is_there = True
    await act(recorder, phone, 3)
    await recorder.settle()
    assert recorder.run is not run and titles(kept.steps()[-1]) == ("screen 1", "screen 2")


async def test_a_look_that_fails_says_so_and_the_action_is_a_step(
    recorder: IosRecorder, phone: Phone, kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise ZeroDivisionError("ours")

    monkeypatch.setattr(recorder.screen, "_keep_frame", broken)
    await act(recorder, phone)
    with pytest.raises(ConnectionError, match="cannot be seen"):
        await recorder.look()
    monkeypatch.undo()
    await act(recorder, phone)
    await recorder.settle()
    assert [titles(step) for step in kept.steps()] == [(BROKEN, BROKEN), ("screen 1", "screen 2")]


async def test_a_run_that_ends_before_the_look_has_the_action_and_the_reason(
    recorder: IosRecorder, phone: Phone, kept: Kept
) -> None:
    await act(recorder, phone)
    recorder.end("finish")
    assert [titles(step) for step in kept.steps()] == [("screen 0", ENDED)]
    assert kept.ends() == ["finish"]
    await act(recorder, phone)
    await recorder.settle()
    first, second = kept.steps()
    assert first.run != second.run and titles(second) == ("screen 1", "screen 2")


async def test_a_call_that_is_given_up_during_a_look_leaves_it_to_the_next(
    recorder: IosRecorder, phone: Phone, kept: Kept
) -> None:
    await act(recorder, phone)
    phone.may_look.clear()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await recorder.before()
    phone.may_look.set()
    await act(recorder, phone)
    await recorder.settle()
    assert [titles(step) for step in kept.steps()] == [
        ("screen 0", "screen 1"),
        ("screen 1", "screen 2"),
    ]


async def test_a_screen_that_was_set_up_meanwhile_is_looked_at_again(
    recorder: IosRecorder, phone: Phone, kept: Kept
) -> None:
    await recorder.look()
    phone.number = 7
    recorder.forget()
    await act(recorder, phone)
    await recorder.settle()
    assert [titles(step) for step in kept.steps()] == [("screen 7", "screen 8")]


async def test_a_call_that_does_nothing_is_no_step_and_opens_no_run(
    recorder: IosRecorder, phone: Phone, kept: Kept
) -> None:
    recorder.done(await recorder.before(), ())
    await recorder.settle()
    assert not kept.messages and recorder.run is None
