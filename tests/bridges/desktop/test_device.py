"""An agent without a mouse of its own acts by element and by point, and is watched doing it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from desktops import Messages, Screen
from waiting import wait_until

import courtside
from courtside_bridges.desktop.device import Desktop
from courtside_bridges.devices.device_run import DeviceRun
from courtside_store.config import Config
from courtside_store.daemon_state import Running
from courtside_store.geometry import Point
from courtside_store.images import measure_image
from courtside_store.reading import Reader
from courtside_store.records import Action
from courtside_store.rendering import render_step

from .test_watching import find, look_for, steps_of


async def test_an_agent_acts_by_element_and_what_it_did_is_told(
    config: Config, daemon: Running, screen: Screen, editor: Path
) -> None:
    messages = Messages()

    def act() -> str:
        task = "Save a note as año.txt"
        with courtside.desktop(
            task=task, agent="mine", config=config, on_state=messages.append
        ) as desk:
            look = look_for(desk.device.watched, "button", "Sign in")
            refuses_what_is_not_there(desk)
            desk.thought("the name first")
            desk.type("año.txt", into="File name")
            desk.press("Tab")
            messages.step(3)
            desk.tap(find(look, "textbox"))
            messages.step(4)
            desk.type("Über 9 € – 漢字?\nok")
            messages.step(7)
            desk.press("Control+a")
            desk.press("Control+End")
            desk.type("!")
            messages.step(10)
            desk.tap("Save")
            messages.step(11)
            desk.end("finish", "saved", claims_success=True)
            return desk.run or ""

    run = await asyncio.to_thread(act)
    assert (editor / "año.txt").read_text() == "Über 9 € – 漢字?\nok!"
    steps = steps_of(config, run)
    assert steps[0].thought == "the name first" and not steps[1].thought
    assert [render_step(step) for step in steps] == [
        'click textbox "File name"',
        'type "año.txt" into textbox "File name"',
        'press Tab in textbox "File name"',
        "click textbox",
        'type "Über 9 € – 漢字?" into textbox',
        "press Enter in textbox",
        'type "ok" into textbox',
        "press Control+a in textbox",
        "press Control+End in textbox",
        'type "!" into textbox',
        'click button "Save"',
    ]


async def test_everything_a_mouse_does_is_told_within_the_region_that_is_watched(
    config: Config, daemon: Running, screen: Screen, editor: Path
) -> None:
    messages = Messages()
    region = (320, 190, 640, 420)

    def act() -> str:
        with courtside.desktop(config=config, region=region, on_state=messages.append) as desk:
            screen.click(100, 100)
            desk.double_tap((300, 200))
            messages.step(1)
            desk.swipe((100, 150), (300, 250))
            messages.step(2)
            desk.perform(Action(kind="hover", at_ms=0, point=Point(310, 200)))
            desk.scroll(down=200, at=(310, 200))
            messages.step(3)
            desk.perform(Action(kind="right-click", at_ms=0, point=Point(310, 200)))
            messages.step(4)
            desk.end("finish")
            return desk.run or ""

    run = await asyncio.to_thread(act)
    actions = [step.actions[0] for step in steps_of(config, run)]
    assert [(one.kind, one.point, one.to_point) for one in actions] == [
        ("double-click", (300, 200), None),
        ("drag", (100, 150), (300, 250)),
        ("scroll", (310, 200), (0, 200)),
        ("right-click", (310, 200), None),
    ]
    look = steps_of(config, run)[0].after
    assert look and (look.width, look.height) == (640, 420)
    x, y, width, _ = find(look, "button", "Save").box or (-1, -1, 0, 0)
    assert 0 <= x < x + width <= 640 and 0 <= y < 50, "boxes count from the region's corner"


async def test_what_lies_outside_of_the_region_is_neither_recorded_nor_pressed_nor_typed_into(
    config: Config, daemon: Running, screen: Screen, editor: Path
) -> None:
    messages = Messages()
    window = screen.wait_for("Plain editor")
    screen.do("windowmove", "--sync", window, "100", "100")
    bar = (100, 100, 640, 40)  # the text is below it

    def act() -> str:
        with courtside.desktop(config=config, region=bar, on_state=messages.append) as desk:
            name = look_for(desk.device.watched, "textbox", "File name")
            assert {one.role for one in name.elements} >= {"frame", "textbox", "button"}
            screen.click(300, 400)
            screen.do("type", "private words")
            screen.do("key", "Return")
            acts: tuple[Callable[[], None], ...] = (
                lambda: desk.type("more"),
                lambda: desk.press("Control+a"),
                lambda: desk.tap((200, 300)),
                lambda: desk.swipe((20, 20), (20, 40)),
                lambda: desk.scroll(down=100, at=(-1, 0)),
                lambda: desk.tap((40_000, 20)),
            )
            for act_outside in acts:
                where = screen.do("getmouselocation")
                with pytest.raises(ValueError, match="watched"):
                    act_outside()
                assert screen.do("getmouselocation") == where
            with pytest.raises(ValueError, match=r"point 200,300 .* 640x40 units from 100,100 "):
                desk.tap((200, 300))
            desk.type("a.txt", into="File name")
            messages.step(2)
            desk.tap("Save")
            messages.step(3)
            desk.end("finish")
            return desk.run or ""

    run = await asyncio.to_thread(act)
    assert (editor / "a.txt").read_text() == "private words\n"
    steps = steps_of(config, run)
    assert [render_step(step) for step in steps] == [
        'click textbox "File name"',
        'type "a.txt" into textbox "File name"',
        'click button "Save"',
    ]
    for look in (look for step in steps for look in (step.before, step.after)):
        assert look and "private" not in str(look)
        for box in (one.box for one in look.elements if one.box):
            assert 0 <= box.x <= box.right <= 640 and 0 <= box.y <= box.bottom <= 40


async def test_a_window_that_does_not_lie_in_the_region_is_not_even_named(
    config: Config, daemon: Running, screen: Screen, editor: Path
) -> None:
    def act() -> str:
        with courtside.desktop(config=config, region=(0, 0, 300, 100)) as desk:
            screen.do("type", "private words")
            desk.tap((20, 20))
            look = desk.look()
            assert (look.elements, look.title, look.text) == ((), "", "")
            desk.end("finish")
            return desk.run or ""

    (step,) = steps_of(config, await asyncio.to_thread(act))
    assert step.actions[0].kind == "click"
    assert "Plain editor" not in str(step) and "private" not in str(step)


async def test_keys_typed_into_a_dialog_of_the_chosen_window_are_told(
    config: Config, daemon: Running, screen: Screen, editor: Path
) -> None:
    messages = Messages()

    def act() -> str:
        with courtside.desktop(
            config=config, window="Plain editor", on_state=messages.append
        ) as desk:
            look_for(desk.device.watched, "button", "Sign in")
            desk.tap("Sign in")
            screen.wait_for("Sign in")
            messages.step(1)
            wait_until(lambda: desk.look().title == "Sign in")
            look_for(desk.device.watched, "textbox", "User")
            desk.press("Tab")
            messages.step(2)
            desk.end("finish")
            return desk.run or ""

    steps = steps_of(config, await asyncio.to_thread(act))
    assert [step.actions[0].kind for step in steps] == ["click", "press"]


def refuses_what_is_not_there(desk: DeviceRun[Desktop]) -> None:
    """Each refusal names the value, and nothing was done."""
    desk.look()
    with pytest.raises(LookupError, match="no element has the id 99; the last look has 1 to 7"):
        desk.tap(99)
    with pytest.raises(LookupError, match="no element says 'Nobody'; there are "):
        desk.tap("Nobody")
    with pytest.raises(ValueError, match=r"action.kind is 'home'; .* can do "):
        desk.perform(Action(kind="home", at_ms=0))
    with pytest.raises(ValueError, match="key is 'Retrun'; expected one character"):
        desk.press("Control+Retrun")
    with pytest.raises(ValueError, match=r"key is ''; expected e\.g\. 'Enter'"):
        desk.press("")


async def test_an_asynchronous_agent_drives_the_desktop_by_the_same_calls(
    config: Config, daemon: Running, screen: Screen, editor: Path
) -> None:
    messages = Messages()
    async with courtside.desktop(
        task="Press Save", config=config, on_state=messages.append
    ) as desk:
        await asyncio.to_thread(look_for, desk.device.watched, "button", "Save")
        assert await desk.device.size() == (1280, 800)
        picture = await desk.picture()
        await desk.tap("Save", long=True)
        await asyncio.to_thread(messages.step, 1)
        await desk.press("tab")
        await asyncio.to_thread(messages.step, 2)
        await desk.end("finish", "saved", True)
        with pytest.raises(ValueError, match="has ended"):
            await desk.press("Tab")
        run = desk.run or ""
    assert measure_image(picture) == (1280, 800)
    kinds = [step.actions[0].kind for step in steps_of(config, run)]
    assert kinds == ["click", "press"]


def test_a_window_or_region_that_is_not_there_is_said_before_anything_begins(
    config: Config, screen: Screen, editor: Path
) -> None:
    with pytest.raises(ValueError, match=r"no window is called 'Calculator'; .*'Plain editor'"):
        courtside.desktop(config=config, window="Calculator").__enter__()
    with pytest.raises(ValueError, match=r"region is 0,0,5000,10; .* within 0,0 to 1280,800"):
        courtside.desktop(config=config, region=(0, 0, 5000, 10)).__enter__()


async def test_what_the_agent_raises_is_kept_as_the_reason_of_its_end(
    config: Config, daemon: Running, screen: Screen
) -> None:
    def crash() -> None:
        with courtside.desktop(config=config, region=(0, 0, 400, 300)):
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        await asyncio.to_thread(crash)
    with Reader(config) as reader:
        (summary,) = reader.runs()
    assert summary.run.ended_by == "agent-crashed"
    assert summary.run.end_reason == "the agent failed: KeyError: 'mine'"
