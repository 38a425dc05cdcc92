"""One set of calls for phones and desktops, for agents that wait and for those that await."""

from __future__ import annotations

import asyncio
import inspect
import threading
import time

import pytest
from msgspec.structs import replace

from courtside_bridges.client.loop_thread import LoopThread
from courtside_bridges.devices.async_device_run import AsyncDeviceRun
from courtside_bridges.devices.device_run import DeviceRun
from courtside_formats.aitw.action_space import AitwAction
from courtside_store.geometry import Point
from courtside_store.records import Action

from .fake_device import FIELD, LOOK, NOWHERE, SAVE, FakeDevice, a_device


def done(device: FakeDevice) -> list[Action]:
    """Without the time at which it was asked."""
    return [replace(action, at_ms=0) for action in device.done]


def test_a_place_is_an_id_a_text_an_element_or_a_point() -> None:
    device = FakeDevice()
    with a_device(device) as phone:
        assert phone.look() is LOOK
        for where in (3, "save", SAVE, (40, 115)):
            phone.tap(where)
    assert done(device) == [Action(kind="tap", at_ms=0, point=Point(40, 115))] * 4


async def test_an_agent_that_awaits_has_the_same_calls() -> None:
    device = FakeDevice()
    async with a_device(device) as phone:
        await phone.tap("Save", long=True)
        await phone.swipe("Name", (5, 6), ms=120)
        await phone.press("Back")
        await phone.press("Control+a")
        assert await phone.picture() == b"JPEG"
    assert done(device) == [
        Action(kind="long-press", at_ms=0, point=Point(40, 115)),
        Action(
            kind="swipe", at_ms=0, point=Point(60, 40), to_point=Point(5, 6), raw={"took_ms": 120}
        ),
        Action(kind="back", at_ms=0),
        Action(kind="press", at_ms=0, text="Control+a"),
    ]
    assert device.ends == [("stop", "", None, "")] and not device.is_open


def test_both_ways_have_the_same_names_arguments_and_docstrings() -> None:
    for name, call in vars(AsyncDeviceRun).items():
        if name.startswith("_"):
            continue
        other = vars(DeviceRun)[name]
        if isinstance(call, property):
            assert other.__doc__ == call.__doc__
        else:
            assert inspect.signature(other).parameters.keys() == (
                inspect.signature(call).parameters.keys()
            )
            assert other.__doc__ == call.__doc__ and call.__doc__


def test_a_text_names_the_field_and_not_its_label() -> None:
    with a_device(FakeDevice()) as phone:
        assert phone.find("name") == FIELD


@pytest.mark.parametrize(("fills", "kinds"), [(False, ["tap", "type"]), (True, ["type"])])
def test_text_goes_into_the_element_that_is_named(fills: bool, kinds: list[str]) -> None:
    device = FakeDevice(fills)
    with a_device(device) as phone:
        phone.type("Ada", into="Name")
    assert [action.kind for action in device.done] == kinds
    typed = device.done[-1]
    assert typed.text == "Ada" and (typed.target is not None) == fills
    assert not fills or (typed.target and typed.target.box == FIELD.box)


def test_a_place_that_is_not_on_the_screen_is_named() -> None:
    with a_device(FakeDevice()) as phone:
        with pytest.raises(LookupError, match="no element has the id 1; the last look has none"):
            phone.tap(1)
        phone.look()
        with pytest.raises(LookupError, match="no element has the id 9; the last look has 1 to 4"):
            phone.tap(9)
        with pytest.raises(
            LookupError, match="no element says 'Nobody'; there are 'Name', 'Save', 'Name'"
        ):
            phone.tap("Nobody")
        with pytest.raises(LookupError, match=r"element 4 \('Somewhere'\) has no box"):
            phone.tap(NOWHERE)


def test_what_the_device_cannot_do_leaves_the_thought_for_the_next_action() -> None:
    device = FakeDevice()
    with a_device(device) as phone:
        phone.thought("first this")
        with pytest.raises(ValueError, match=r"action.kind is 'hover'; Fake can do \['back', "):
            phone.perform(Action(kind="hover", at_ms=0))
        device.refuses = ValueError("no such key")
        with pytest.raises(ValueError, match="no such key"):
            phone.press("F99")
        device.refuses = None
        phone.tap("Save")
        phone.tap("Save")
    assert device.thoughts == ["first this", ""]


def test_an_answer_or_a_policys_status_ends_the_run_and_nothing_is_done_after_it() -> None:
    device = FakeDevice()
    with a_device(device) as phone:
        phone.perform_aitw(AitwAction(name="DUAL_POINT", touch=(0.5, 0.5), lift=(0.1, 0.5)))
        phone.perform_aitw(AitwAction(name="STATUS_TASK_IMPOSSIBLE"))
        assert phone.ended
        with pytest.raises(ValueError, match="the run has ended; open another"):
            phone.tap((1, 1))
        phone.finish("late")
    assert done(device) == [
        Action(kind="swipe", at_ms=0, point=Point(200, 400), to_point=Point(200, 80))
    ]
    assert device.ends == [("finish", "", False, "")]


def test_what_the_agent_raises_ends_its_run_and_reaches_it_as_it_was() -> None:
    device = FakeDevice()
    with pytest.raises(KeyError, match="mine"), a_device(device):
        raise KeyError("mine")
    why = "the agent failed: KeyError: 'mine'"
    assert device.ends == [("agent-crashed", "", None, why)] and not device.is_open


def test_the_outcome_says_how_long_it_was_waited_for() -> None:
    device = FakeDevice()
    with a_device(device) as phone:
        outcome = phone.finish("done", True, timeout_s=3)
    assert outcome.verdict.explanation == "asked for 3 s"
    assert device.ends == [("finish", "done", True, "")]


def test_a_device_that_does_not_open_leaves_no_thread() -> None:
    before = {*threading.enumerate()}  # one of an earlier test may end meanwhile
    device = FakeDevice()
    device.opens = False
    with pytest.raises(ConnectionError, match="nobody is there"):
        a_device(device).__enter__()
    assert not {*threading.enumerate()} - before


@pytest.mark.alone
def test_a_call_that_the_caller_gives_up_is_cancelled() -> None:
    cancelled = threading.Event()

    async def forever() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled.set()
            raise

    loop = LoopThread("test")
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        loop.wait(forever(), 0.05)
    assert cancelled.wait(5) and time.monotonic() - began < 5
    loop.close()


def test_what_still_runs_in_a_thread_is_ended_before_the_thread() -> None:
    began, ended = threading.Event(), threading.Event()

    async def forever() -> None:
        try:
            began.set()
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.01)
            ended.set()

    loop = LoopThread("test")
    loop.start(forever())
    assert began.wait(5)
    loop.close()
    assert ended.is_set()
