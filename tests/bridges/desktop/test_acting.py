"""An agent without hands of its own acts by element and by point, and is watched doing it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from desktops import Screen, Told

from courtside_bridges.desktop.run import DesktopRun
from courtside_store.config import Config, Running
from courtside_store.rendering import render_step

from .test_watching import find, look_for, steps_of


async def test_an_agent_acts_by_element_and_what_it_did_is_told(
    config: Config, daemon: Running, screen: Screen, editor: Path
) -> None:
    told = Told()

    def act() -> str:
        with DesktopRun("Save a note as año.txt", "hands", config=config, say=told.append) as desk:
            look = look_for(desk, "button", "Sign in")
            refuses_what_is_not_there(desk)
            desk.click(find(look, "textbox", "File name").id)
            desk.type("año.txt")
            desk.press("Tab")
            told.step(3)
            desk.click(find(look, "textbox").id)
            told.step(4)
            desk.type("Über 9 € – 漢字?\nok")
            told.step(7)
            desk.press("Control+a")
            desk.press("Control+End")
            desk.type("!")
            told.step(10)
            desk.click(find(look, "button", "Save").id)
            told.step(11)
            desk.end("finish", "saved", claims_success=True)
            assert desk.picture() is None
            return desk.run

    run = await asyncio.to_thread(act)
    assert (editor / "año.txt").read_text() == "Über 9 € – 漢字?\nok!"
    assert [render_step(step) for step in steps_of(config, run)] == [
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
    told = Told()
    region = (320, 190, 640, 420)

    def act() -> str:
        with DesktopRun("Look", config=config, region=region, say=told.append) as desk:
            screen.click(100, 100)
            desk.click((300, 200), times=2)
            told.step(1)
            desk.drag((100, 150), (300, 250))
            told.step(2)
            desk.hover((310, 200))
            desk.scroll((310, 200), down=2)
            told.step(3)
            desk.click((310, 200), button="right")
            told.step(4)
            desk.end("finish")
            return desk.run

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


def refuses_what_is_not_there(desk: DesktopRun) -> None:
    """Each refusal names the value, and nothing was done."""
    with pytest.raises(ValueError, match="element is 99; the last look has 1 to 7"):
        desk.click(99)
    with pytest.raises(ValueError, match="button is 'fourth'; expected one of"):
        desk.click((1, 1), button="fourth")
    with pytest.raises(ValueError, match="key is 'Retrun'; expected one character"):
        desk.press("Control+Retrun")
    with pytest.raises(ValueError, match=r"keys is ''; expected e\.g\. 'Enter'"):
        desk.press("")


def test_a_window_or_region_that_is_not_there_is_said_before_anything_begins(
    config: Config, screen: Screen, editor: Path
) -> None:
    with pytest.raises(ValueError, match=r"no window is called 'Calculator'; .*'Plain editor'"):
        DesktopRun(config=config, window="Calculator")
    with pytest.raises(ValueError, match=r"region is 0,0,5000,10; .* within 0,0 to 1280,800"):
        DesktopRun(config=config, region=(0, 0, 5000, 10))
